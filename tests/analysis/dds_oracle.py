"""The bridge solver DDS, through the library that the endplay wheel carries.

Classic deals only: suits 0..3 and seats 0..3 as in ``whistlog.analysis.solver``, ranking uptown,
no jokers.  One thread at a time.
"""

from __future__ import annotations

import ctypes
import importlib.util
from pathlib import Path


class Deal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("table_suit", ctypes.c_int * 3),
        ("table_rank", ctypes.c_int * 3),
        ("cards", (ctypes.c_uint * 4) * 4),
    )


class FutureTricks(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    )


class PlayTrace(ctypes.Structure):
    _fields_ = (("number", ctypes.c_int), ("suit", ctypes.c_int * 52), ("rank", ctypes.c_int * 52))


class SolvedPlay(ctypes.Structure):
    _fields_ = (("number", ctypes.c_int), ("tricks", ctypes.c_int * 53))


def path():
    """The library, or None when endplay is not installed."""
    spec = importlib.util.find_spec("endplay")
    if spec is None or spec.origin is None:
        return None
    found = sorted((Path(spec.origin).parent / "_dds").glob("*dds.*"))
    found = [f for f in found if f.suffix in (".so", ".dylib", ".dll")]
    return found[0] if found else None


class Dds:
    def __init__(self):
        self.lib = ctypes.CDLL(str(path()))
        self.lib.SetMaxThreads(1)

    def deal(self, hands, trump, leader, table=()):
        deal = Deal(4 if trump is None else trump, leader)
        for i, card in enumerate(table):
            deal.table_suit[i] = card // 13
            deal.table_rank[i] = card % 13 + 2
        for seat, hand in enumerate(hands):
            for card in hand:
                deal.cards[seat][card // 13] |= 1 << (card % 13 + 2)
        return deal

    def run(self, deal, solutions):
        out = FutureTricks()
        status = self.lib.SolveBoard(deal, -1, solutions, 1, ctypes.byref(out), 0)
        if status != 1:
            raise RuntimeError(f"DDS refused a deal with status {status}")
        return out

    def solve(self, hands, trump, leader, table=()):
        return self.run(self.deal(hands, trump, leader, table), 1).score[0]

    def values(self, hands, trump, leader, table=()):
        out = self.run(self.deal(hands, trump, leader, table), 3)
        values = {}
        for i in range(out.cards):
            base = 13 * out.suit[i]
            values[base + out.rank[i] - 2] = out.score[i]
            for rank in range(2, 15):
                if out.equals[i] >> rank & 1:
                    values[base + rank - 2] = out.score[i]
        return values

    def trace(self, hands, trump, leader, plays):
        """Tricks of the side of ``leader + 1``'s partnership... see ``declarer_tricks``."""
        return self.declarer_tricks(self.deal(hands, trump, leader), self.play_trace(plays))

    def play_trace(self, plays):
        trace = PlayTrace(len(plays))
        for i, card in enumerate(plays):
            trace.suit[i] = card // 13
            trace.rank[i] = card % 13 + 2
        return trace

    def declarer_tricks(self, deal, trace):
        """Tricks, those won included, of the side not on the opening lead, before and after
        every play."""
        out = SolvedPlay()
        status = self.lib.AnalysePlayBin(deal, trace, ctypes.byref(out), 0)
        if status != 1:
            raise RuntimeError(f"DDS refused a trace with status {status}")
        return list(out.tricks[: out.number])
