"""The quick pass for bid whist; see `whistlog.replay.quick`."""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import Final

from whistlog.cards import LITTLE_JOKER, SEATS, Ranking, Seat, Suit
from whistlog.record import Call, Deal, Layout, Pile
from whistlog.replay.bidding import named_form
from whistlog.replay.quick import TRUMP_BASIS, CleanReplay, play_out
from whistlog.replay.values import Basis, Contract, Replay
from whistlog.rules.auction import quick_hold
from whistlog.rules.play import order
from whistlog.rules.profile import BidRules, Profile

_ALL_WRITTEN: Final = (Basis.WRITTEN,) * 4


def quick_bid_replay(deal: Deal, profile: Profile, rules: BidRules) -> Replay | None:
    """Replay a deal of bid whist that is complete and in order; None for any other."""
    layout = deal.layout
    if (
        layout.dealer is None
        or layout.auction is None
        or layout.incidents
        or layout.repeated
        or layout.unreadable
        or "claim" in layout.tallies
        or "concede" in layout.tallies
    ):
        return None
    tricks = layout.plain_tricks
    if tricks is None or len(tricks.leaders) != profile.hand_size:
        return None
    dealer = layout.dealer[1].seat
    won_by = quick_hold(layout.auction[1].calls, dealer, rules)
    if won_by is None:
        return None
    declarer, level, form, call = won_by
    named = _named(layout, rules, form)
    if named is None:
        return None
    suit, ranking = named
    kitty, gone = _mask(layout.kitty, profile), _mask(layout.discards, profile)
    if kitty == -1 or gone == -1:
        return None
    shown = rules.kitty_is_shown(suit)
    if layout.kitty is not None and layout.kitty[1].shown not in (None, shown):
        return None
    down = ranking is Ranking.DOWNTOWN
    ranks = order(suit, ranking, low_ace=down and rules.downtown_ace == "low")
    outcome = play_out(tricks, declarer, ranks)
    if outcome is None:
        return None
    played, takers = outcome
    free = suit is not None or rules.joker_lead == "allowed"
    if not free and max(tricks.cards[: profile.hand_size]) >= LITTLE_JOKER.code:
        return None
    held = _hands(layout, profile, declarer, played, kitty, gone)
    if held is None:
        return None
    hands, basis, in_kitty = held
    side = takers.count(1) + takers.count(3)
    pair = [len(takers) - side, side]
    taker: Seat | None = None
    with_first = rules.kitty_trick == "first-trick"
    if rules.kitty_trick != "none":
        taker = SEATS[takers[0]] if with_first else declarer
        pair[taker & 1] += 1
    tricks_won = (pair[0], pair[1])
    clean = object.__new__(CleanBidReplay)
    clean.__dict__.update(
        dealer=dealer,
        trump=suit,
        trump_basis=TRUMP_BASIS[layout.trump is None],
        ranking=ranking,
        order=ranks,
        declarer=declarer,
        hands=hands,
        hands_basis=basis,
        won=tricks_won,
        won_recorded=tricks_won,
        contract=Contract(declarer, level, named_form(form, rules, suit, ranking), call),
        kitty_to=taker,
        kitty_with_first=with_first,
        kitty=in_kitty,
        kitty_shown=shown,
        exchanged=played[declarer],
        _layout=layout,
        _first=declarer,
        _takers=takers,
    )
    return clean


class CleanBidReplay(CleanReplay):
    """The replay of a deal of bid whist that is in order."""

    turn_up = None

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The auction as written."""
        calls: tuple[Call, ...] = self.__dict__["_layout"].auction[1].calls
        return calls


def _named(layout: Layout, rules: BidRules, form: str) -> tuple[Suit | None, Ranking] | None:
    """Trump and direction, where they are named as the bid demands."""
    suit: Suit | None = None
    trump, ranking = layout.trump, layout.ranking
    if trump is not None:
        if trump[1].card is not None:
            return None
        suit = trump[1].suit
    direction = ranking[1].ranking if ranking is not None else None
    discards = layout.discards
    if discards is not None and rules.declare == "before":
        last = discards[0]
        if (trump is None or trump[0] > last) and (ranking is None or ranking[0] > last):
            return None
    if rules.bids == "number":
        if trump is None:
            return None
        if direction is None:
            return None if suit is None else (suit, Ranking.UPTOWN)
        return suit, direction
    if form == "nt":
        return None if suit is not None or direction is None else (None, direction)
    own = Ranking.DOWNTOWN if form == "down" else Ranking.UPTOWN
    if suit is None or (direction is not None and direction is not own):
        return None
    return suit, own


def _mask(entry: tuple[int, Pile] | None, profile: Profile) -> int | None:
    """The cards of a kitty, or those that were put away.

    Returns:
        Their mask; None where they are not recorded; -1 where they are not as many different
        cards as they must be.
    """
    if entry is None:
        return None
    pile = entry[1]
    cards = pile.cards
    if cards is None:
        return None if pile.count is None or pile.count == profile.kitty else -1
    # As many bits as cards: none came twice.
    bits = sum(map(_BIT, cards))
    fits = len(cards) == profile.kitty == bits.bit_count() and not bits & ~profile.pack
    return bits if fits else -1


_BIT: Final = attrgetter("bit")
_Hands = tuple[int | None, int | None, int | None, int | None]
_Bases = tuple[Basis | None, Basis | None, Basis | None, Basis | None]


def _hands(
    layout: Layout,
    profile: Profile,
    declarer: Seat,
    played: tuple[int, int, int, int],
    kitty: int | None,
    gone: int | None,
) -> tuple[_Hands, _Bases, int | None] | None:
    """The hands as dealt and the kitty, if the lines and the play fit; None if they do not."""
    size, pack = profile.hand_size, profile.pack
    # As many cards as bits: no card came twice.
    union = played[0] + played[1] + played[2] + played[3]
    if union.bit_count() != 4 * size or union & ~pack:
        return None
    if gone is not None and gone != pack & ~union:
        return None
    if kitty is not None and kitty & union & ~played[declarer]:
        return None
    lines = layout.hand_lines
    if not any(lines):
        hands: list[int | None] = list(played)
        # What he was dealt is known as far as he played it and it was not in the kitty.
        bases: list[Basis | None] = [Basis.INFERRED] * 4
        own = 0 if kitty is None else played[declarer] & ~kitty
        hands[declarer] = own or None
        bases[declarer] = Basis.PARTIAL if own else None
        return tuple(hands), tuple(bases), kitty  # type: ignore[return-value]
    dealt = [0 if entry is None else entry[1].mask for entry in lines]
    expected = list(played)
    expected[declarer] = own = dealt[declarer]
    # The others were dealt what they played, and no card was dealt twice.
    union = dealt[0] | dealt[1] | dealt[2] | dealt[3]
    if dealt != expected or own.bit_count() != size or union.bit_count() != 4 * size:
        return None
    rest = pack & ~union
    if union & ~pack or (kitty is not None and kitty != rest):
        return None
    return tuple(dealt), _ALL_WRITTEN, rest  # type: ignore[return-value]
