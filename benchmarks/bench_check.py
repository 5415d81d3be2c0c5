"""Records a second: whistlog's whole check beside python-chess's `read_game`, in one run.

    pip install -e '.[bench]'
    python benchmarks/bench_check.py [--deals 3000] [--rounds 9]

Both read text from memory, in one process on one core, in turn; a round's ratio is taken
within the round, and the median of the rounds is printed. A chess game has 52 plies and
twelve tags; a whist record has 52 cards, the four hands, twelve further lines. ``read_game``
parses and checks legality; whistlog parses, replays, checks and scores.
"""

from __future__ import annotations

import argparse
import io
import random
import statistics
import time

import chess
import chess.pgn
import generate

from whistlog.api import check_stream


def pgn(count: int, plies: int = 52) -> str:
    """Random legal chess games of ``plies`` plies with twelve tags."""
    rng = random.Random(20240601)
    out = []
    for number in range(count):
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        game = chess.pgn.Game.from_board(board)
        game.headers.update(
            {
                "Event": "Rated Blitz game",
                "Site": f"https://example.org/{number:08x}",
                "Date": "2024.01.02",
                "Round": str(number + 1),
                "White": f"player{rng.randrange(10**6)}",
                "Black": f"player{rng.randrange(10**6)}",
                "WhiteElo": str(rng.randrange(800, 2800)),
                "BlackElo": str(rng.randrange(800, 2800)),
                "ECO": "A00",
                "TimeControl": "180+2",
                "Termination": "Normal",
            }
        )
        out.append(f"{game}\n\n")
    return "".join(out)


def whist(deals: int, faulty: float, per_game: int, kind: str = "short") -> bytes:
    """Random whist records: at least ``deals`` deals."""
    out: list[str] = []
    done = 0
    for text, played in generate.games(20261130, faulty, per_game, kind):
        out.append(text)
        done += played
        if done >= deals:
            break
    return "".join(out).encode()


def time_chess(text: str) -> float:
    """CPU seconds a game."""
    stream = io.StringIO(text)
    games = 0
    start = time.process_time()
    while chess.pgn.read_game(stream) is not None:
        games += 1
    return (time.process_time() - start) / games


def time_whist(data: bytes) -> tuple[float, int, int]:
    """CPU seconds a deal, deals, and deals in which something was found."""
    deals = faulty = 0
    start = time.process_time()
    for report in check_stream(io.BytesIO(data)):
        if report.deal is not None:
            deals += 1
            if report.diagnostics and any(d.severity == "error" for d in report.diagnostics):
                faulty += 1
    return (time.process_time() - start) / deals, deals, faulty


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=9)
    args = parser.parse_args()
    games = pgn(300)
    cases = {
        "clean, one deal a record": whist(args.deals, 0.0, 1),
        "clean, whole games": whist(args.deals, 0.0, 0),
        "1 % faulty, one deal a record": whist(args.deals, 0.01, 1),
        "bid whist, clean, whole games": whist(args.deals, 0.0, 0, "bid"),
    }
    print(f"python-chess {chess.__version__}; medians of {args.rounds} rounds, CPU time")
    print("| records | deals | with errors | whistlog/s | python-chess/s | ratio |")
    print("|---|---|---|---|---|---|")
    for name, data in cases.items():
        rounds = []
        for _ in range(args.rounds):
            peer = time_chess(games)
            own, deals, faulty = time_whist(data)
            rounds.append((peer / own, own, peer))
        ratio, own, peer = (statistics.median(r[i] for r in rounds) for i in range(3))
        print(f"| {name} | {deals} | {faulty} | {1 / own:,.0f} | {1 / peer:,.0f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
