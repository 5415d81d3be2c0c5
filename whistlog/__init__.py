"""whistlog: write down a deal of whist; check it, replay it, score it.

>>> import whistlog
>>> record, faults = whistlog.parse("Dealer: W\\nTrump: 4S\\n1. N: AH 3 6C K\\n")
>>> record.games[0].deals[0].turn_up
card('4♠')
>>> for found in whistlog.check("Dealer: W\\nTrump: 4S\\n1. N: AH 3 6X K\\n"):
...     if found.severity == "error":
...         print(found.span.line, found.span.column, found.message)
3 12 “6X” is no card.

Everything is imported when it is first used, so ``import whistlog`` costs nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # what type checkers take for `typing.TYPE_CHECKING`, which is slow

__all__ = [
    "Card",
    "Contest",
    "Deal",
    "DealReport",
    "Diagnostic",
    "Fix",
    "Fixed",
    "Game",
    "Header",
    "Profile",
    "Record",
    "Related",
    "Replay",
    "Report",
    "Seat",
    "Severity",
    "Side",
    "Span",
    "Suit",
    "__version__",
    "analyse",
    "annotate",
    "card",
    "check",
    "check_file",
    "check_json",
    "check_stream",
    "fix_text",
    "format",
    "from_json",
    "load_profile",
    "parse",
    "read",
    "replay_deal",
    "score",
    "speaking",
    "to_json",
]

if TYPE_CHECKING:
    from whistlog.api import (
        Report,
        analyse,
        annotate,
        check,
        check_file,
        check_json,
        check_stream,
        format,
        from_json,
        load_profile,
        parse,
        read,
        replay_deal,
        score,
        to_json,
    )
    from whistlog.cards import Card, Seat, Side, Suit, card
    from whistlog.checks import DealReport
    from whistlog.contest import Contest
    from whistlog.diagnostics import Diagnostic, Fix, Related, Severity
    from whistlog.fixing import Fixed, fix_text
    from whistlog.record import Deal, Game, Header, Record, Span
    from whistlog.replay import Replay
    from whistlog.rules.profile import Profile
    from whistlog.sentences.spoken import speaking

_HOMES = {
    "whistlog.api": (
        "Report",
        "analyse",
        "annotate",
        "check",
        "check_file",
        "check_json",
        "check_stream",
        "format",
        "from_json",
        "load_profile",
        "parse",
        "read",
        "replay_deal",
        "score",
        "to_json",
    ),
    "whistlog.cards": ("Card", "Seat", "Side", "Suit", "card"),
    "whistlog.checks": ("DealReport",),
    "whistlog.contest": ("Contest",),
    "whistlog.diagnostics": ("Diagnostic", "Fix", "Related", "Severity"),
    "whistlog.fixing": ("Fixed", "fix_text"),
    "whistlog.record": ("Deal", "Game", "Header", "Record", "Span"),
    "whistlog.replay": ("Replay",),
    "whistlog.rules.profile": ("Profile",),
    "whistlog.sentences.spoken": ("speaking",),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            value: object = getattr(import_module(home), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
