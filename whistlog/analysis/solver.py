"""Exact double-dummy values, from the native solver.

Positions are those of ``whistlog.analysis.position``.  Values are whole tricks, the current trick
included, that the *side to move* takes from the position on with best play by all four hands, all
cards seen.

The library is ``_native/libwhistlog_solver`` beside this file, or the one that
``solver/build.py`` leaves in a source tree.  Method and limits: ``docs/solver.md``.
"""

from __future__ import annotations

import ctypes
import functools
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from whistlog.analysis.position import (
    BIG_JOKER,
    DEAD_CARD,
    LITTLE_JOKER,
    LimitError,
    Position,
    PositionError,
    Ranking,
    Reason,
    SolverError,
    cards_by_code,
    codes,
    strengths,
)

__all__ = [
    "BIG_JOKER",
    "DEFAULT_MEMORY",
    "LITTLE_JOKER",
    "LimitError",
    "Position",
    "PositionError",
    "Ranking",
    "Reason",
    "Solver",
    "SolverError",
    "SolverUnavailableError",
    "Step",
    "available",
    "solve",
    "solve_many",
    "trace",
    "values",
    "values_many",
]

DEFAULT_MEMORY: Final = 96 << 20
"""Bytes for the table of single positions; ``solve_many`` has as much again for all threads."""

_ABI_VERSION: Final = 1
_INLINE_MILLISECONDS: Final = 50
_POLL_SECONDS: Final = 0.05


class SolverUnavailableError(ImportError):
    """The native library is missing, cannot be loaded, or is of another version."""


@dataclass(frozen=True, slots=True)
class Step:
    """One play of a trace, valued for the side of ``player``.

    ``value`` is the number of tricks the side takes from before the play on with best play;
    ``played_value`` is the same count after ``card`` was played.  Both count the trick the card
    belongs to.  ``values`` has every legal card, or nothing when the trace was asked for costs
    alone.  ``legal`` is false for a revoke, whose ``cost`` may be negative.
    """

    player: int
    card: int
    legal: bool
    value: int
    played_value: int
    values: Mapping[int, int]

    @property
    def cost(self) -> int:
        """Tricks the play gave away."""
        return self.value - self.played_value


class _CPosition(ctypes.Structure):
    _fields_ = (
        ("hands", ctypes.c_uint64 * 4),
        ("dead", ctypes.c_uint8 * 4),
        ("trump", ctypes.c_int8),
        ("leader", ctypes.c_uint8),
        ("table_count", ctypes.c_uint8),
        ("table", ctypes.c_uint8 * 3),
    )


class _CLimits(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_uint64),
        ("milliseconds", ctypes.c_uint32),
        ("stop", ctypes.POINTER(ctypes.c_int32)),
    )


class _CCardValue(ctypes.Structure):
    _fields_ = (("card", ctypes.c_uint8), ("value", ctypes.c_int8))


class _CValues(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_int8),
        ("count", ctypes.c_uint8),
        ("cards", _CCardValue * 13),
    )


class _CStep(ctypes.Structure):
    _fields_ = (
        ("player", ctypes.c_uint8),
        ("legal", ctypes.c_uint8),
        ("value", ctypes.c_int8),
        ("played_value", ctypes.c_int8),
        ("count", ctypes.c_uint8),
        ("cards", _CCardValue * 13),
    )


def _library_paths() -> list[Path]:
    suffix = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")
    name = f"libwhistlog_solver{suffix}"
    here = Path(__file__).resolve()
    paths = [here.parent / "_native" / name, here.parents[2] / "solver" / "build" / name]
    # In a source tree that was also installed from, the library built last is the one meant.
    return sorted(paths, key=lambda path: -path.stat().st_mtime if path.is_file() else 0.0)


@functools.cache
def _library() -> ctypes.CDLL:
    tried = []
    for path in _library_paths():
        if not path.is_file():
            tried.append(f"{path}: not there")
            continue
        try:
            lib = ctypes.CDLL(str(path))
            version = lib.wl_abi_version()
        except (OSError, AttributeError) as error:
            tried.append(f"{path}: {error}")
            continue
        if version != _ABI_VERSION:
            tried.append(f"{path}: version {version}, not {_ABI_VERSION}")
            continue
        _declare(lib)
        return lib
    raise SolverUnavailableError("no native solver: " + "; ".join(tried))


def _declare(lib: ctypes.CDLL) -> None:
    pointer, i32, u64 = ctypes.c_void_p, ctypes.c_int32, ctypes.c_uint64
    signatures: dict[str, tuple[object, tuple[object, ...]]] = {
        "wl_status_text": (ctypes.c_char_p, (i32,)),
        "wl_context_new": (pointer, (u64,)),
        "wl_context_free": (None, (pointer,)),
        "wl_context_nodes": (u64, (pointer,)),
        "wl_check": (i32, (pointer,)),
        "wl_solve": (i32, (pointer, pointer, pointer, pointer)),
        "wl_values": (i32, (pointer, pointer, pointer, pointer)),
        "wl_trace": (i32, (pointer, pointer, pointer, i32, i32, pointer, pointer)),
        "wl_solve_many": (i32, (pointer, i32, i32, u64, pointer, pointer, pointer)),
        "wl_values_many": (i32, (pointer, i32, i32, u64, pointer, pointer, pointer)),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(lib, name)
        function.restype = result
        function.argtypes = arguments


def available() -> bool:
    """Tell whether the native library can be used."""
    try:
        _library()
    except SolverUnavailableError:
        return False
    return True


def _native(position: Position, out: _CPosition) -> None:
    in_codes = codes(position)
    out.hands[:] = in_codes.hands
    out.dead[:] = in_codes.dead
    for i, code in enumerate(in_codes.table):
        out.table[i] = code
    out.trump = -1 if position.trump is None else position.trump
    out.leader = position.leader
    out.table_count = len(in_codes.table)


def _fail(status: int) -> SolverError:
    text = _library().wl_status_text(status)
    message = text.decode("ascii") if isinstance(text, bytes) else "unknown status"
    try:
        reason = Reason(status)
    except ValueError:
        reason = Reason.INTERNAL
    if reason in (Reason.CANCELLED, Reason.NODE_LIMIT, Reason.TIME_LIMIT):
        return LimitError(reason, message)
    if Reason.BAD_TRUMP <= reason <= Reason.TOO_MANY_PLAYS:
        return PositionError(reason, message)
    return SolverError(reason, message)


def _interruptible(call: Callable[[], int], stop: ctypes.c_int32) -> int:
    """Run a long native call so that Ctrl-C reaches this thread and ends the call."""
    done: list[int] = []
    thread = threading.Thread(target=lambda: done.append(call()), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(_POLL_SECONDS)
    except BaseException:
        stop.value = 1
        thread.join()
        raise
    return done[0] if done else int(Reason.INTERNAL)


class Solver:
    """One native table and the calls that use it.

    ``memory`` bounds the table, in bytes.  Calls from several threads wait for one another.
    The table is kept between calls only for the very same position.
    """

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Raise ``SolverUnavailableError`` without a library, ``MemoryError`` without memory."""
        self._lib = _library()
        self._lock = threading.Lock()
        self._inline_nodes = 0
        self._context: int | None = self._lib.wl_context_new(max(memory, 1))
        if not self._context:
            raise MemoryError("no memory for a solver")

    def close(self) -> None:
        """Give the memory back; the solver cannot be used after."""
        with self._lock:
            if self._context:
                self._lib.wl_context_free(self._context)
            self._context = None

    def __del__(self) -> None:
        """Give the memory back."""
        if getattr(self, "_context", None):
            self.close()

    @property
    def nodes(self) -> int:
        """Positions the last call visited."""
        return self._inline_nodes + self._context_nodes()

    def _context_nodes(self) -> int:
        return int(self._lib.wl_context_nodes(self._context)) if self._context else 0

    def _run(
        self, function: Callable[..., int], arguments: tuple[object, ...], last: object,
        nodes: int, milliseconds: int,
    ) -> None:  # fmt: skip
        stop = ctypes.c_int32(0)
        first = _INLINE_MILLISECONDS
        if milliseconds:
            first = min(first, milliseconds)
        limits = _CLimits(nodes, first, ctypes.pointer(stop))
        with self._lock:
            if not self._context:
                raise ValueError("the solver is closed")
            self._inline_nodes = 0
            status = function(self._context, *arguments, ctypes.byref(limits), last)
            if status == Reason.TIME_LIMIT and first != milliseconds:
                # The table remembers the work done so far.
                self._inline_nodes = self._context_nodes()
                if nodes:
                    limits.nodes = max(nodes - self._inline_nodes, 1)
                limits.milliseconds = max(milliseconds - first, 0)
                call = functools.partial(
                    function, self._context, *arguments, ctypes.byref(limits), last
                )
                status = _interruptible(call, stop)
        if status:
            raise _fail(status)

    def solve(self, position: Position, *, nodes: int = 0, milliseconds: int = 0) -> int:
        """Count the tricks the side to move takes.

        ``nodes`` and ``milliseconds`` bound the work (0: no bound); ``LimitError`` is raised at
        the bound and ``PositionError`` for a bad position.
        """
        native = _CPosition()
        _native(position, native)
        tricks = ctypes.c_int32()
        self._run(
            self._lib.wl_solve, (ctypes.byref(native),), ctypes.byref(tricks), nodes, milliseconds
        )
        return tricks.value

    def values(
        self, position: Position, *, nodes: int = 0, milliseconds: int = 0
    ) -> dict[int, int]:
        """Value every legal card of the player to move.  Errors as for ``solve``."""
        native = _CPosition()
        _native(position, native)
        out = _CValues()
        self._run(
            self._lib.wl_values, (ctypes.byref(native),), ctypes.byref(out), nodes, milliseconds
        )
        return _named(position, position.player, position.hands, out.cards, out.count)

    def trace(
        self,
        position: Position,
        plays: Sequence[int],
        *,
        every_card: bool = True,
        nodes: int = 0,
        milliseconds: int = 0,
    ) -> list[Step]:
        """Value each of ``plays``, made one after another from ``position`` on.

        The player of each card follows from the rules of play: trick winners lead.  A card that
        revokes is taken from its hand and the play goes on.  Raises ``PositionError`` when a card
        is not in the hand of the player to move.  Without ``every_card`` the steps hold the two
        values of each play and no others, for much less work.
        """
        native = _CPosition()
        _native(position, native)
        by_card = strengths(position.ranking, position.trump)
        for card in plays:
            if not 0 <= card <= BIG_JOKER:
                raise PositionError(Reason.BAD_PLAY, f"no card has the code {card}")
        count = len(plays)
        native_plays = (ctypes.c_uint8 * max(count, 1))(*(by_card[card] for card in plays))
        steps = (_CStep * max(count, 1))()
        self._run(
            self._lib.wl_trace,
            (ctypes.byref(native), native_plays, count, int(every_card)),
            steps,
            nodes,
            milliseconds,
        )
        hands = list(position.hands)
        out = []
        for card, step in zip(plays, steps, strict=False):
            player = step.player
            if not hands[player] >> card & 1:
                raise PositionError(Reason.BAD_PLAY, f"seat {player} does not hold card {card}")
            values = _named(position, player, hands, step.cards, step.count)
            hands[player] &= ~(1 << card)
            legal = bool(step.legal)
            out.append(Step(player, card, legal, step.value, step.played_value, values))
        return out


def _named(
    position: Position,
    player: int,
    hands: Sequence[int],
    cards: ctypes.Array[_CCardValue],
    count: int,
) -> dict[int, int]:
    names = cards_by_code(position.ranking, position.trump)
    values: dict[int, int] = {}
    for i in range(count):
        entry = cards[i]
        if entry.card == DEAD_CARD:
            for joker in (LITTLE_JOKER, BIG_JOKER):
                if hands[player] >> joker & 1:
                    values[joker] = entry.value
        else:
            values[names[entry.card]] = entry.value
    return dict(sorted(values.items()))


@functools.cache
def _default() -> Solver:
    return Solver()


def solve(position: Position) -> int:
    """Count the tricks the side to move takes, with the shared solver."""
    return _default().solve(position)


def values(position: Position) -> dict[int, int]:
    """Value every legal card of the player to move, with the shared solver."""
    return _default().values(position)


def trace(position: Position, plays: Sequence[int], *, every_card: bool = True) -> list[Step]:
    """Value each play and, with ``every_card``, its alternatives, with the shared solver."""
    return _default().trace(position, plays, every_card=every_card)


def _many(
    function: str,
    positions: Sequence[Position],
    out: object,
    threads: int,
    memory: int,
    stop: ctypes.c_int32 | None,
) -> None:
    count = len(positions)
    native = (_CPosition * max(count, 1))()
    for position, target in zip(positions, native, strict=False):
        _native(position, target)
    statuses = (ctypes.c_int32 * max(count, 1))()
    stop = ctypes.c_int32(0) if stop is None else stop
    limits = _CLimits(0, 0, ctypes.pointer(stop))
    call = functools.partial(
        getattr(_library(), function),
        native, count, threads, max(memory, 1), ctypes.byref(limits), out, statuses,
    )  # fmt: skip
    status = _interruptible(call, stop)
    if status:
        raise _fail(status)
    for i in range(count):
        if statuses[i]:
            raise _fail(statuses[i])


def solve_many(
    positions: Sequence[Position],
    *,
    threads: int = 0,
    memory: int = DEFAULT_MEMORY,
    stop: ctypes.c_int32 | None = None,
) -> list[int]:
    """Solve positions side by side; the answers are in the order given.

    ``threads`` 0 means one for each processor; ``memory`` bounds all tables together, in bytes.
    Another thread may set ``stop`` to 1 to end the work, which raises ``LimitError``.  The first
    bad position raises ``PositionError``.
    """
    out = (ctypes.c_int8 * max(len(positions), 1))()
    _many("wl_solve_many", positions, out, threads, memory, stop)
    return list(out[: len(positions)])


def values_many(
    positions: Sequence[Position],
    *,
    threads: int = 0,
    memory: int = DEFAULT_MEMORY,
    stop: ctypes.c_int32 | None = None,
) -> list[dict[int, int]]:
    """Value every legal card of many positions; arguments and errors as for ``solve_many``."""
    out = (_CValues * max(len(positions), 1))()
    _many("wl_values_many", positions, out, threads, memory, stop)
    return [
        _named(position, position.player, position.hands, result.cards, result.count)
        for position, result in zip(positions, out, strict=False)
    ]
