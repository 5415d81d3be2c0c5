"""Write random whist games, legal to the last card, as a text archive.

    python benchmarks/generate.py OUT --deals 10000
    python benchmarks/generate.py OUT --size 1G --faulty 0.01

Deterministic for a seed. Independent of the package: its own shuffling, following and
winning, so that the archive is also a cross-check of the reader. To write a gigabyte in
reasonable time a pool of games is made first and then written over and over.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

SEATS = "NESW"
SUITS = "♠♥♦♣"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def name(card: int) -> str:
    return RANKS[card % 13] + SUITS[card // 13]


def hand_text(hand: list[int]) -> str:
    groups = []
    for suit in range(4):
        ranks = sorted((c % 13 for c in hand if c // 13 == suit), reverse=True)
        text = " ".join(RANKS[r] for r in ranks) or "-"
        groups.append(f"{SUITS[suit]} {text}")
    return "  ".join(groups)


def play(hands: list[list[int]], leader: int, trump: int, rng: random.Random) -> list[list[int]]:
    """Play a deal at random within the law: thirteen rows of leader, four cards, winner."""
    hands = [list(h) for h in hands]
    rows = []
    for _ in range(13):
        trick: list[int] = []
        for i in range(4):
            hand = hands[(leader + i) % 4]
            follow = [c for c in hand if c // 13 == trick[0] // 13] if trick else []
            card = rng.choice(follow or hand)
            hand.remove(card)
            trick.append(card)
        best = max(
            range(4),
            key=lambda i: (
                trick[i] // 13 == trump,
                trick[i] // 13 == trick[0] // 13,
                trick[i] % 13,
            ),
        )
        winner = (leader + best) % 4
        rows.append([leader, *trick, winner])
        leader = winner
    return rows


def spoil(rows: list[list[int]], rng: random.Random) -> None:
    """Make one change that no clean record holds: a wrong winner or two cards exchanged."""
    kind = rng.randrange(3)
    first, second = rng.sample(range(13), 2)
    if kind == 0:
        rows[first][5] = (rows[first][5] + 1) % 4
    elif kind == 1:
        a, b = rng.randrange(1, 5), rng.randrange(1, 5)
        rows[first][a], rows[second][b] = rows[second][b], rows[first][a]
    else:
        rows[second][rng.randrange(1, 5)] = rows[first][rng.randrange(1, 5)]


def game(number: int, rng: random.Random, faulty: float, deals: int) -> tuple[str, int]:
    """One game of short whist: its text and the number of its deals."""
    players = [f"player{rng.randrange(10**6)}" for _ in SEATS]
    out = [
        f"Game {number}\n",
        f"Event:  Club evening {rng.randrange(1, 500)}, table {rng.randrange(1, 20)}\n",
        f"Site:   https://example.org/{rng.randrange(16**8):08x}\n",
        f"Date:   2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}\n",
        "Rules:  short\n",
        *(f"{s + ':':8}{p}\n" for s, p in zip(("North", "East", "South", "West"), players)),
        "Score:  NS 0, EW 0\n",
    ]
    score = [0, 0]
    dealer = rng.randrange(4)
    played = 0
    while max(score) < 5 and (not deals or played < deals):
        played += 1
        pack = list(range(52))
        rng.shuffle(pack)
        hands = [pack[i * 13 : i * 13 + 13] for i in range(4)]
        turn_up = rng.choice(hands[dealer])
        rows = play(hands, (dealer + 1) % 4, turn_up // 13, rng)
        won = [0, 0]
        for row in rows:
            won[row[5] % 2] += 1
        for side in (0, 1):
            score[side] += max(0, won[side] - 6)
        if rng.random() < faulty:
            spoil(rows, rng)
        out.append(f"\nDeal {played}\nDealer: {SEATS[dealer]}\nTrump:  {name(turn_up)}\n")
        out.extend(f"{SEATS[s]}: {hand_text(hands[s])}\n" for s in range(4))
        out.append("\n")
        for n, (leader, a, b, c, d, winner) in enumerate(rows, 1):
            cards = " ".join(f"{name(x):3}" for x in (a, b, c, d))
            out.append(f"{n:2}. {SEATS[leader]}: {cards} -> {SEATS[winner]}\n")
        out.append(f"Tricks: NS {won[0]}, EW {won[1]}\nScore:  NS {score[0]}, EW {score[1]}\n")
        dealer = (dealer + 1) % 4
    return "".join(out) + "\n", played


def games(seed: int, faulty: float, deals: int = 0) -> Iterator[tuple[str, int]]:
    """Yield games without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        yield game(number, rng, faulty, deals)


def size(text: str) -> int:
    """Read ``100M`` or ``1G`` as a number of bytes."""
    units = {"K": 10**3, "M": 10**6, "G": 10**9}
    return int(float(text[:-1]) * units[text[-1]]) if text[-1] in units else int(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--deals", type=int, default=0, help="stop after this many deals")
    parser.add_argument("--size", type=size, default=0, help="stop at this size: 100M, 1G")
    parser.add_argument("--faulty", type=float, default=0.0, help="share of faulty deals")
    parser.add_argument("--per-game", type=int, default=0, help="at most this many deals a game")
    parser.add_argument("--seed", type=int, default=20261130)
    args = parser.parse_args()
    pool: list[bytes] = []
    deals = written = n = 0
    source = games(args.seed, args.faulty, args.per_game)
    with args.out.open("wb") as stream:
        while not (args.deals and deals >= args.deals) and not (args.size and written >= args.size):
            if args.size and len(pool) == 3000:
                data = pool[n % 3000]
            else:
                text, played = next(source)
                data = text.encode()
                deals += played
                pool.append(data)
            n += 1
            written += stream.write(data)
    print(f"games={n} bytes={written}" + (f" deals={deals}" if not args.size else ""))


if __name__ == "__main__":
    main()
