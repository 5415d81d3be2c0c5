"""Leads: which suit is opened, and which card of it (L01 to L13).

The conditions are those of the catalogue (``catalogue/leads.toml``), which names the sources;
which card of a holding is led is in ``tables/leads.toml``.
"""

from __future__ import annotations

from typing import Final

from whistlog.cards import CARDS, SEATS, SUITS, Card
from whistlog.notes.leadtables import PLACES, lead_set, second_set
from whistlog.notes.observation import (
    ACE_HELD,
    ANSWERS,
    CALLED,
    EARLY,
    FIVE,
    FOUR,
    FRESH,
    HIGH,
    LAST,
    LEAD,
    OPENING,
    OURS,
    OWN,
    PLAIN,
    PLAIN_LATER,
    PLAIN_OPENING,
    TABLE,
    TRUMP,
    Observation,
    Retrospect,
)
from whistlog.notes.values import PLAIN_FOLLOWS, Said, departs, follows
from whistlog.notes.view import ACE, HAS, KING, KNAVE, LOW, QUEEN, TEN, TOP, Done, View

LATE: Final = 9
"""From this trick on a suit is chosen for the tricks that are left, and not for its length."""

_DEVELOPING: Final = 5
"""Until this trick an ace is kept for a high card; later it may be wanted for its trick."""

_ACE, _KING, _QUEEN, _KNAVE = 1 << ACE, 1 << KING, 1 << QUEEN, 1 << KNAVE
_HONOURS: Final = _ACE | _KING | _QUEEN | _KNAVE | 1 << TEN


def strong_holding(held: int) -> bool:
    """Whether the ranks of a suit have ace and king or three of the five honours."""
    return held & (_ACE | _KING) == _ACE | _KING or (held & _HONOURS).bit_count() >= 3


def bare_ace(held: int) -> bool:
    """Whether the ranks of a suit have the ace without the king, and not queen and knave."""
    return held & (_ACE | _KING) == _ACE and held & (_QUEEN | _KNAVE) != _QUEEN | _KNAVE


def _cards(suit: int, bits: int) -> tuple[Card, ...]:
    """Ranks of a suit as cards, the highest first."""
    return tuple([CARDS[13 * suit + r] for r in range(ACE, -1, -1) if bits >> r & 1])


def _opening_of(view: View, suit: int) -> Done:
    """The trick in which a suit was led first."""
    for trick in view.past:
        if trick.suit == suit:
            return trick
    raise ValueError(suit)


def longest_suit(view: View, card: Card) -> Said | None:
    """L01: the first lead of a player is from the longest plain suit."""
    suit, partner, hand, rounds = view.suit, view.partner, view.hand, view.rounds
    opener = view.openers[suit]
    if opener == partner:
        return None
    thrown = HAS[view.thrown[partner]]
    others = [
        hand[s].bit_count() for s in view.plain if s != suit and not rounds[s] and not thrown[s]
    ]
    longest = max(others, default=0)
    length = view.held.bit_count()
    if opener >= 0:
        if longest < 5 or longest <= length or view.boss(suit, view.bit):
            return None
    elif length >= longest:
        return PLAIN_FOLLOWS if others and min(others) < length else None
    elif length == 1 and view.trump >= 0 and view.school != "modern":
        if view.trumps.bit_count() <= 3:
            return None  # L08
    elif length == longest - 1 and strong_holding(view.held):
        return None
    if max([hand[s].bit_count() for s in view.plain]) > longest:
        return None  # the longest suit is none to lead
    severity = 2 if length <= 2 else 1
    return departs(severity=severity, suit=SUITS[suit], length=length, longest=longest)


def lead_table(view: View, card: Card) -> Said | None:
    """L02: the card of a long suit that the table of the school names, first and second lead."""
    suit = view.suit
    if view.rounds[suit]:
        return None if view.school == "american" else _second_lead(view, card)
    holding = view.dealt[suit]
    if view.held != holding:
        return None
    trump = suit == view.trump
    if not trump:
        named, accepted = lead_set(holding, view.school)
    elif view.called[view.partner]:
        return None  # answers a call (L17)
    elif view.turn_held and view.turned is not None:
        by = PLACES[view.dealer - view.seat & 3]
        named, accepted = lead_set(holding, view.school, True, view.turned.rank, by)
    else:
        named, accepted = lead_set(holding, view.school, True)
    rank = view.bit
    if rank & accepted:
        return PLAIN_FOLLOWS if accepted != holding else None
    if rank == _ACE and holding.bit_count() == 4 and bare_ace(holding) and not trump:
        return None  # L11
    if rank == LOW[holding] and view.declared(1 - view.side):
        return None  # hides the length of the suit from those who will have the lead
    return departs(card=card, named=_cards(suit, named), suit=SUITS[suit])


def _second_lead(view: View, card: Card) -> Said | None:
    """What the table says of the second lead of a suit whose first lead has won."""
    suit, left = view.suit, view.held
    opening = _opening_of(view, suit)
    if opening.winner != view.seat:
        return None
    trump = suit == view.trump
    rank = opening.cards[0].rank
    named, accepted = second_set(view.dealt[suit], rank, view.school, trump)
    if not named & left or accepted & left == left:
        return None
    if view.bit & accepted:
        return follows("second", card=card, first=opening.cards[0])
    if view.boss(suit, view.bit) and not view.boss(suit, TOP[named]):
        return None  # has become the best card
    cards = _cards(suit, named & left)
    return departs("second-departs", 0, card=card, first=opening.cards[0], named=cards)


def fourth_best(view: View, card: Card) -> Said | None:
    """L03: a small card led from a long suit is the fourth-best."""
    suit = view.suit
    holding = view.dealt[suit]
    if view.held != holding or (suit == view.trump and view.called[view.partner]):
        return None
    if (holding >> card.rank + 1).bit_count() == 3:
        return follows(card=card)
    return departs(card=card, fourth=_cards(suit, holding)[3])


def american_second_lead(view: View, card: Card) -> Said | None:
    """L04: after a high card the original fourth-best, or the high card that tells the length."""
    if _opening_of(view, view.suit).cards[0].rank < TEN:
        return None
    return _second_lead(view, card)


def trumps_from_five(view: View, card: Card) -> Said | None:
    """L05: with five trumps the first lead is a trump."""
    trump, trumps = view.trump, view.trumps
    if view.rounds[trump]:
        return None
    count = trumps.bit_count()
    if view.suit == trump:
        return follows(count=count)
    if view.void(view.lho, trump) or view.void(view.rho, trump):
        return None
    score, target = view.score, view.target
    if score is not None and target is not None and score[view.side] == target - 2:
        return None
    if count == 5 and not trumps & _HONOURS and _poor(view):
        return None
    return departs(count=count)


def _poor(view: View) -> bool:
    """Whether the plain suits have fewer than two aces and kings."""
    return sum([(view.hand[s] & (_ACE | _KING)).bit_count() for s in view.plain]) < 2


def trumps_from_four(view: View, card: Card) -> Said | None:
    """L06: with four trumps they are led once a plain suit is established."""
    trump, rounds = view.trump, view.rounds
    if rounds[trump] or view.number > LATE or view.declared(1 - view.side):
        return None
    own = view.established()
    if view.suit != trump:
        if own < 0 or not rounds[own] or view.hand[own].bit_count() < 2:
            return None
        if view.void(view.lho, trump) or view.void(view.rho, trump):
            return None
        return departs(suit=SUITS[own])
    if own >= 0:
        return follows(suit=SUITS[own])
    theirs = view.own_suit[view.partner]
    if theirs >= 0 and rounds[theirs] >= 2:
        winners = [t.winner & 1 for t in view.past if t.suit == theirs]
        if all(side == view.side for side in winners):
            return follows("partner", suit=SUITS[theirs])
    return None


def trumps_without_reason(view: View, card: Card) -> Said | None:
    """L07: trumps are not opened from three or fewer without a reason."""
    trump, side = view.trump, view.side
    if (
        view.number > LATE
        or view.dealt[trump].bit_count() > 3
        or view.leads[side] >> trump & 1  # they are opened already
    ):
        return None
    if _has_ruffs(view, view.lho) and _has_ruffs(view, view.rho):
        return follows("ruffs")
    hand, out = view.hand, view.out
    if all(hand[s] > out[s] for s in view.plain if out[s]):
        return follows("command")
    count = view.trumps.bit_count()
    if view.boss(trump, view.bit):
        weak = view.void(view.partner, trump) or view.trump_leader[1 - side] >= 0
        drawn = view.trumps_out.bit_count()
        if weak and drawn >= 2:
            return follows("two", card=card)
        if view.rounds[trump] and drawn <= count:
            return None  # draws the last of them
    if _all_but_lost(view):
        return None
    return departs(count=count)


def _has_ruffs(view: View, seat: int) -> bool:
    """Whether a seat has shown a void in a plain suit and may still hold a trump."""
    return bool(view.voids[seat] & ~(1 << view.trump)) and not view.void(seat, view.trump)


def _all_but_lost(view: View) -> bool:
    """Whether two more tricks give the game to the other side, so that the partner must be
    taken to be strong."""
    score, target = view.score, view.target
    if score is None or target is None:
        return False
    other = 1 - view.side
    return target - score[other] + view.book - view.won[other] <= 2


def singleton(view: View, card: Card) -> Said | None:
    """L08: a plain singleton is not opened with three trumps or fewer."""
    if view.trump < 0:
        return None
    suit, dealt, hand, rounds = view.suit, view.dealt, view.hand, view.rounds
    single = False
    for other in view.plain:
        held = hand[other]
        if held and held == dealt[other] and not held & held - 1 and not rounds[other]:
            if other == suit:
                break
            single = True
    else:
        return PLAIN_FOLLOWS if single else None
    if view.school == "hoyle" and not view.trumps & _HONOURS:
        score, target = view.score, view.target
        if score is None or target is None:
            return None
        if score[view.side] == target - 1:
            return follows("odd", card=card)
    return departs(card=card)


def short_suit(view: View, card: Card) -> Said | None:
    """L09: a short plain suit that has to be led from is led by the table of short suits."""
    holding = view.held
    if view.number > LATE or holding != view.dealt[view.suit]:
        return None
    named, accepted = lead_set(holding, view.school)
    rank = view.bit
    if rank & accepted:
        return follows(card=card) if accepted != holding else None
    thrown = view.thrown[view.partner]
    if thrown and not thrown >> view.suit & 1 and rank == TOP[holding]:
        return follows("partner", card=card)
    if rank == _ACE and bare_ace(holding):
        return None  # L11
    severity = 0 if holding > _KNAVE << 1 else 1
    return departs(severity=severity, card=card, named=_cards(view.suit, named))


def tenace(view: View, card: Card) -> Said | None:
    """L10: a suit with a tenace is not opened while there is another moderate one."""
    suit, hand, rounds = view.suit, view.hand, view.rounds
    fresh = [s for s in view.plain if not rounds[s]]
    tenaces = [s for s in fresh if _has_tenace(hand[s])]
    if not tenaces:
        return None
    moderate = [s for s in fresh if s not in tenaces and _moderate(hand[s])]
    if not moderate:
        return None
    if suit in moderate:
        return follows(suit=SUITS[suit])
    if suit in tenaces:
        return departs(suit=SUITS[suit], other=SUITS[moderate[0]])
    return None


_TENACES: Final = (_ACE | _QUEEN, _ACE | _KNAVE, _KING | _KNAVE)


def _has_tenace(held: int) -> bool:
    return held & (_ACE | _KING | _QUEEN | _KNAVE) in _TENACES


def _moderate(held: int) -> bool:
    """Four cards or more with an honour."""
    return held.bit_count() >= 4 and bool(held & _HONOURS)


def ace_without_king(view: View, card: Card) -> Said | None:
    """L11: the ace is not led from three or four cards without the king."""
    held = view.held
    if view.number > _DEVELOPING or not 3 <= held.bit_count() <= 4 or not bare_ace(held):
        return None
    if card.rank != ACE:
        return follows(suit=SUITS[view.suit])
    return departs(card=card)


def through_strength(view: View, card: Card) -> Said | None:
    """L12: through the strong hand on the left, up to the weak one on the right."""
    suit, lho, rho = view.suit, view.lho, view.rho
    opener = view.openers[suit]
    if opener < 0:
        if view.thrown[rho] >> suit & 1 and not view.declared(view.side):
            return follows("weakness", seat=SEATS[rho], suit=SUITS[suit])
        return None
    if view.own_suit[opener] != suit or view.rounds[suit] > 2 or view.boss(suit, view.bit):
        return None
    if opener == lho:
        if view.can_ruff(rho, suit):
            return None  # it would be led into a ruff
        return follows("through", seat=SEATS[lho], suit=SUITS[suit])
    if view.number >= LATE or view.can_ruff(view.partner, suit):
        return None
    for other in view.plain:
        if (
            other != suit
            and view.hand[other]
            and (view.own_suit[lho] == other or view.thrown[rho] >> other & 1)
        ):
            return departs(seat=SEATS[rho], suit=SUITS[suit], other=SUITS[other])
    return None


def change_of_suit(view: View, card: Card) -> Said | None:
    """L13: a player goes on with the suit that he opened rather than open another."""
    own, suit, partner = view.own_suit[view.seat], view.suit, view.partner
    if own < 0 or view.number >= LATE or (suit != own and view.rounds[suit]):
        return None
    mine, out = view.hand[own], view.out[own]
    if not mine & mine - 1 or not out or view.own_suit[partner] not in (-1, own):
        return None
    if view.voids[partner] >> own & 1 or view.may_be_ruffed(own):
        return None
    if view.trump_leader[view.side] == partner or view.called[partner]:
        return None
    if (out >> mine.bit_length()).bit_count() > 2:
        return None
    opening = _opening_of(view, own)
    best = opening.card_of(partner)
    weak = best.suit == own and best.rank <= TEN and opening.winner & 1 != view.side
    if suit != own:
        if weak and opening.leader == view.seat:
            return follows("left", card=best, suit=SUITS[own])
        if strong_holding(view.held) or _soon_ruffed(view, own):
            return None
        return departs(suit=SUITS[own])
    if weak or not any(view.hand[s] and not view.rounds[s] for s in view.plain if s != own):
        return None
    return follows(suit=SUITS[own])


def _soon_ruffed(view: View, suit: int) -> bool:
    """Whether a suit has gone so far that an opponent has probably none left, and trumps are
    out."""
    return view.out[suit].bit_count() <= 3 and bool(view.trumps_out)


OBSERVATIONS: Final[tuple[Observation, ...]] = (
    Observation("L01", (PLAIN_OPENING,), longest_suit, needs=EARLY, bars=CALLED | ANSWERS),
    Observation("L02", (LEAD,), lead_table, needs=EARLY | TABLE),
    Observation("L03", (LEAD,), fourth_best, needs=EARLY | TABLE | FRESH, bars=HIGH),
    Observation("L04", (LEAD,), american_second_lead, needs=EARLY | TABLE, bars=FRESH),
    Observation("L05", (OPENING,), trumps_from_five, needs=EARLY | FIVE),
    Observation("L06", (LEAD,), trumps_from_four, needs=FOUR, bars=FIVE | CALLED),
    Observation("L07", (TRUMP,), trumps_without_reason, bars=FOUR | CALLED),
    Observation("L08", (OPENING,), singleton, needs=EARLY, bars=FOUR),
    Observation("L09", (PLAIN,), short_suit, needs=FRESH, bars=TABLE | LAST),
    Observation("L10", (PLAIN_OPENING,), tenace, needs=EARLY),
    Observation("L11", (PLAIN,), ace_without_king, needs=EARLY | FRESH | ACE_HELD),
    Observation("L12", (PLAIN_LATER,), through_strength, bars=OURS),
    Observation("L13", (PLAIN_LATER,), change_of_suit, needs=EARLY | OWN, bars=ANSWERS | CALLED),
)

RETROSPECTS: Final[tuple[Retrospect, ...]] = ()
