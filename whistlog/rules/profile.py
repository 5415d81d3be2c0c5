"""Rule profiles: what the game is, as data.

A profile is a small TOML file. The built-in ones stand in ``profiles/``; a player's own is
read by its path. `docs/rules.md` is the normative text, ``schemas/profile.schema.json`` the
schema.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from whistlog.cards import BIG_JOKER, PACK_52, PACK_54, SUITS, Suit
from whistlog.toml import load

if TYPE_CHECKING:
    from pathlib import Path

    from whistlog.diagnostics.values import Diagnostic

PROFILES: Final = os.path.join(os.path.dirname(__file__), "profiles")
"""The folder of the built-in profiles."""

DEFAULT: Final = "short"
"""The profile of a record that names none."""

LARGEST: Final = 64 * 1024
"""Bytes of the largest file that is read as a profile."""


@dataclass(frozen=True, slots=True)
class BidRules:
    """What a game with an auction agrees on; the table ``[bid]``. The defaults are `bid`'s.

    Attributes:
        jokers: jokers in the pack: 2, 1 (the big one) or 0.
        hand: cards dealt to each player, 12 or 13; the rest of the pack is the kitty.
        kitty_trick: whose trick the kitty is: ``bidder``, ``first-trick`` (it goes with the
            first trick played) or ``none``.
        rounds: ``many``, or ``one``: every player speaks once.
        reentry: whether who has passed may bid again: ``allowed``, ``warned``, ``forbidden``
            (AMB-15).
        minimum: the lowest number that may be bid.
        bids: ``form``: a bid names number and form; ``number``: the form is named later.
        downtown: at the same number, downtown is ``higher`` than uptown, or ``equal``.
        dealer_equals: whether the dealer takes the bid with one that is as high.
        all_pass: when three have passed the ``dealer`` must bid, or there is a ``redeal``.
        downtown_ace: the ace stays ``high`` downtown, or is ``low``.
        kitty_shown: the kitty is shown after a ``trump`` bid, ``never`` or ``always``.
        declare: trump or direction are named ``before`` the exchange, or ``after`` it.
        joker_lead: at no trump a joker may be led (``allowed``), or only from jokers alone
            (``only-jokers``).
        failed: what a bid that failed costs: the ``tricks`` it is short, the ``points`` it is
            short, the ``bid``; ``shortfall``: tricks or points, as the players count (AMB-22).
        no_trump: ``double`` where a no-trump bid counts twice, won or lost; else ``single``.
        boston: what all the tricks count: ``single``, ``double`` or ``quadruple``.
    """

    jokers: int = 2
    hand: int = 12
    kitty_trick: str = "bidder"
    rounds: str = "many"
    reentry: str = "warned"
    minimum: int = 1
    bids: str = "form"
    downtown: str = "higher"
    dealer_equals: bool = False
    all_pass: str = "dealer"
    downtown_ace: str = "high"
    kitty_shown: str = "trump"
    declare: str = "before"
    joker_lead: str = "allowed"
    failed: str = "shortfall"
    no_trump: str = "single"
    boston: str = "single"

    @property
    def pack(self) -> int:
        """Mask of the cards in the pack."""
        return (PACK_52, PACK_52 | BIG_JOKER.bit, PACK_54)[self.jokers]

    @property
    def kitty(self) -> int:
        """Number of cards in the kitty."""
        return 52 + self.jokers - 4 * self.hand

    def kitty_is_shown(self, trump: Suit | None) -> bool:
        """Whether all see the kitty before it is taken up, with this trump suit or with none."""
        return self.kitty_shown == "always" or (self.kitty_shown == "trump" and trump is not None)

    def idle(self) -> Mapping[str, str]:
        """The keys that have no effect beside another one, and that other one."""
        keys = {}
        if self.rounds == "one":
            keys["reentry"] = 'rounds = "one"'
        if self.bids == "number":
            keys["downtown"] = 'bids = "number"'
        if not self.jokers:
            keys["joker_lead"] = "jokers = 0"
        return keys

    def settled(self) -> BidRules:
        """The same rules, with the keys that have no effect at their defaults."""
        return replace(self, **{key: getattr(_BID, key) for key in self.idle()})


_BID: Final = BidRules()


class HonourRules(NamedTuple):
    """What ace, king, queen and knave of trumps count; the table ``[honours]``.

    Attributes:
        all: points of the side that was dealt all four.
        three: points of the side that was dealt three of them.
        bar: a side that has this score when the deal begins can't count honours; None: one
            point below the target.
        call: a side with this score may call its honours before a card is played, and they
            count first (long whist, 8); None where honours are not called.
        claim: ``needed``: honours count where the record says that they were claimed;
            ``automatic``: always.
    """

    all: int = 4
    three: int = 2
    bar: int | None = None
    call: int | None = None
    claim: str = "needed"


class PenaltyRules(NamedTuple):
    """What a revoke costs; the table ``[penalty]``. The defaults are the English code.

    Attributes:
        size: tricks or points for each revoke.
        choices: the forms among which the other side chooses: it takes ``tricks``, it may
            ``add`` points to its score, or ``deduct`` them from the revoking side's.
        both: when both sides have revoked the other ``punish``es each, the revokes
            ``cancel``, one for one, or there is a ``redeal``. Neither side can win the game.
        apply: ``claimed``: only where the record has a penalty; ``always``: every revoke
            costs the first of ``choices`` where the record has none.
    """

    size: int = 3
    choices: tuple[str, ...] = ("tricks", "add", "deduct")
    both: str = "punish"
    apply: str = "claimed"


_ENGLISH: Final = PenaltyRules()


class RubberRules(NamedTuple):
    """A rubber, the best of three games; the table ``[rubber]``.

    Attributes:
        bonus: points that its winners add to the values of the games.
    """

    bonus: int = 2


@dataclass(frozen=True, slots=True)
class Profile:
    """The rules of one game. The defaults are those of ``short``.

    Attributes:
        name: the name that ``Rules:`` and ``--rules`` use; of a file, its name without suffix.
        title: what a player would call the game.
        description: one line for lists.
        pack: mask of the cards in the pack.
        hand_size: cards dealt to each player.
        kitty: number of cards left over.
        trump_source: ``turn-up``, ``rotation``, ``fixed``, ``auction`` or ``none``.
        trumps: the rotation (None is a deal without trump), or the one fixed suit.
        book: tricks of a side that are worth nothing (R25); 0 where every trick counts.
        target: points that win the game, or None.
        lose: points below nothing that lose the game, or None (B19).
        deals: fixed number of deals, or None. With a target too, the game ends at whichever
            comes first.
        contest: ``boards`` where the same hands are played at several tables and compared,
            ``players`` where everybody has a score of his own (a drive), or None.
        bid: the rules of the auction where trumps come from one, else None.
        honours: what honours count; None where they don't.
        value: what a game is worth to its winners: ``short`` (1 to 3), ``long`` (1 or 2),
            ``american`` (the target less the losers' score), or None.
        long_values: ``few-double``: with ``long``, a game is a double where the losers have
            less than half of the target; ``few-single``: the other way round.
        rubber: how games make a rubber; None where they don't.
        penalty: what a revoke costs.
    """

    name: str = "short"
    title: str = "Short whist"
    description: str = "To five points, no honours; the last card dealt is turned up for trump."
    pack: int = PACK_52
    hand_size: int = 13
    kitty: int = 0
    trump_source: str = "turn-up"
    trumps: tuple[Suit | None, ...] = ()
    book: int = 6
    target: int | None = 5
    deals: int | None = None
    lose: int | None = None
    contest: str | None = None
    bid: BidRules | None = None
    honours: HonourRules | None = None
    value: str | None = None
    long_values: str = "few-double"
    rubber: RubberRules | None = None
    penalty: PenaltyRules = _ENGLISH

    @property
    def tricks(self) -> int:
        """How many tricks a finished deal counts; a kitty is one (B13)."""
        bid = self.bid
        return self.hand_size + (bid is not None and bid.kitty_trick != "none")

    @property
    def honours_bar(self) -> int | None:
        """The score from which a side can't count honours, or None."""
        if self.honours is None:
            return None
        if self.honours.bar is not None:
            return self.honours.bar
        return None if self.target is None else self.target - 1

    def with_bid(self, bid: BidRules | None) -> Profile:
        """The profile with other rules of the auction, and the pack that follows from them."""
        if bid is None:
            return replace(self, bid=None, pack=PACK_52, hand_size=13, kitty=0)
        bid = bid.settled()
        return replace(self, bid=bid, pack=bid.pack, hand_size=bid.hand, kitty=bid.kitty)


SHORT: Final = Profile()


@cache
def profile_names() -> tuple[str, ...]:
    """The names of the built-in profiles, the default first.

    >>> profile_names()[:3]
    ('short', 'american', 'bid')
    """
    names = sorted(n.removesuffix(".toml") for n in os.listdir(PROFILES) if n.endswith(".toml"))
    return (DEFAULT, *(name for name in names if name != DEFAULT))


def profile_text(name: str) -> str:
    """The TOML file of a built-in profile.

    Raises:
        KeyError: there is none of this name.
    """
    with open(_file(name), encoding="utf-8") as stream:
        return stream.read()


def _file(name: str) -> str:
    if name not in profile_names():
        raise KeyError(name)
    return os.path.join(PROFILES, f"{name}.toml")


def load_profile(
    name_or_path: str | Path, *, files: bool = True
) -> tuple[Profile | None, tuple[Diagnostic, ...]]:
    """Return the profile of a built-in name (in any case), or of a file.

    What ends in ``.toml`` or holds a path separator is a file; so is a `Path`.

    Args:
        name_or_path: a name of `profile_names`, or the path of a TOML file.
        files: False where only names are allowed, as for the ``Rules:`` line of a record.

    Returns:
        The profile, or None when it can't be used, and all that is wrong with it.

    >>> profile, faults = load_profile("american")
    >>> profile.target, faults
    (7, ())
    """
    text = str(name_or_path)
    if isinstance(name_or_path, str):
        name = text.strip().lower()
        if name == DEFAULT:
            return SHORT, ()
        is_file = files and (name.endswith(".toml") or "/" in name or "\\" in name)
        if not is_file:
            if name in profile_names():
                return builtin(name), ()
            from whistlog.rules.profile_file import unknown

            return None, (unknown(text),)
    from pathlib import Path

    from whistlog.rules.profile_file import read

    return read(Path(text))


@cache
def builtin(name: str) -> Profile:
    """A built-in profile.

    Raises:
        KeyError: there is none of this name.
    """
    return from_table(name, load(_file(name)))


def from_table(name: str, table: Mapping[str, Any]) -> Profile:
    """Make a profile from the table of a valid file.

    What the file does not say is as in the profile that it ``extends``, or as in `SHORT`; a
    table such as ``[game]`` replaces the whole table of that profile. Only of ``[bid]`` each
    key is taken by itself. Without trumps there are no honours.

    Raises:
        KeyError: it extends a profile that there is not.
    """
    extended = str(table.get("extends", DEFAULT))
    base = SHORT if extended == DEFAULT else builtin(extended)
    title = str(table.get("title", name))
    changes: dict[str, Any] = {"description": str(table.get("description", ""))}
    if "trump" in table:
        trump = table["trump"]
        words = trump.get("order", [trump["suit"]] if "suit" in trump else [])
        changes |= {"trump_source": trump["source"], "trumps": tuple(map(_SUIT.get, words))}
    if "score" in table:
        changes["book"] = int(table["score"]["book"])
    if "game" in table:
        game = table["game"]
        for key in ("target", "deals", "lose"):
            changes[key] = int(game[key]) if key in game else None
        changes["contest"] = game.get("contest")
        changes["value"] = game.get("value")
        changes["long_values"] = game.get("long_values", SHORT.long_values)
    if "honours" in table:
        changes["honours"] = HonourRules(**_whole(table["honours"]))
    if "penalty" in table:
        penalty = dict(table["penalty"])
        if "choices" in penalty:
            penalty["choices"] = tuple(penalty["choices"])
        changes["penalty"] = PenaltyRules(**_whole(penalty))
    if "rubber" in table:
        changes["rubber"] = RubberRules(**_whole(table["rubber"]))
    profile = replace(base, name=name, title=title, **changes)
    if profile.trump_source in ("auction", "none"):
        profile = replace(profile, honours=None)
    if profile.trump_source != "auction":
        return replace(profile.with_bid(None), lose=None)
    return profile.with_bid(replace(base.bid or _BID, **_whole(table.get("bid", {}))))


def _whole(table: Mapping[str, Any]) -> dict[str, Any]:
    # TOML and JSON Schema take 2.0 for a whole number.
    return {k: int(v) if isinstance(v, float) else v for k, v in table.items()}


_SUIT: Final = {suit.name.lower(): suit for suit in SUITS}


def format_profile(profile: Profile) -> str:
    """Write a profile as a complete file: every table is there and nothing is extended.

    >>> print(format_profile(SHORT))
    title = "Short whist"
    description = "To five points, no honours; the last card dealt is turned up for trump."
    <BLANKLINE>
    [trump]
    source = "turn-up"
    <BLANKLINE>
    [score]
    book = 6
    <BLANKLINE>
    [game]
    target = 5
    <BLANKLINE>
    [penalty]
    size = 3
    choices = ["tricks", "add", "deduct"]
    both = "punish"
    apply = "claimed"
    <BLANKLINE>
    """
    lines = [
        f"title = {_quoted(profile.title)}",
        f"description = {_quoted(profile.description)}",
        "",
        "[trump]",
        f'source = "{profile.trump_source}"',
    ]
    words = [f'"{"none" if suit is None else suit.name.lower()}"' for suit in profile.trumps]
    if profile.trump_source == "rotation":
        lines.append(f"order = [{', '.join(words)}]")
    elif words:
        lines.append(f"suit = {words[0]}")
    lines += ["", "[score]", f"book = {profile.book}", "", "[game]"]
    game = (("target", profile.target), ("deals", profile.deals), ("lose", profile.lose))
    lines += [f"{key} = {value}" for key, value in game if value is not None]
    if profile.contest is not None:
        lines.append(f'contest = "{profile.contest}"')
    if profile.value is not None:
        lines.append(f'value = "{profile.value}"')
    if profile.value == "long":
        lines.append(f'long_values = "{profile.long_values}"')
    if profile.bid is not None:
        lines += _table("bid", profile.bid, profile.bid.idle())
    if profile.honours is not None:
        lines += _table("honours", profile.honours)
    if profile.rubber is not None:
        lines += _table("rubber", profile.rubber)
    lines += _table("penalty", profile.penalty)
    return "\n".join(lines) + "\n"


def _table(
    name: str,
    rules: BidRules | HonourRules | PenaltyRules | RubberRules,
    without: Container[str] = (),
) -> Iterator[str]:
    """The lines of a table whose keys are the fields of its rules."""
    yield ""
    yield f"[{name}]"
    for key in type(rules).__annotations__:
        value = getattr(rules, key)
        if key not in without and value is not None:
            yield f"{key} = {_word(value)}"


def _word(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_word, value))}]"
    return str(value).lower() if isinstance(value, int) else f'"{value}"'


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which only TOML wants escaped.
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
