"""Write random whist games, legal to the last card, as a text archive.

    python benchmarks/generate.py OUT --deals 10000
    python benchmarks/generate.py OUT --size 1G --faulty 0.01
    python benchmarks/generate.py OUT --deals 10000 --game bid

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


# Bid whist: cards 52 and 53 are the little and the big joker.

FORMS = ("up", "down", "nt")


def bid_name(card: int) -> str:
    return ("LJ", "BJ")[card - 52] if card >= 52 else name(card)


def bid_hand_text(hand: list[int]) -> str:
    jokers = " ".join(bid_name(c) for c in sorted(hand, reverse=True) if c >= 52)
    return hand_text([c for c in hand if c < 52]) + (f"  {jokers}" if jokers else "")


def bidding(rng: random.Random) -> list[int]:
    """A legal auction, from the dealer's left: bids 0 to 20, and -1 for a pass."""
    calls: list[int] = []
    passed: set[int] = set()
    high = -1
    while True:
        seat = len(calls) % 4
        forced = len(calls) == 3 and high < 0
        room = min(20, high + 4) - high
        if not forced and (seat in passed or room < 1 or rng.random() < 0.55):
            calls.append(-1)
            passed.add(seat)
        else:
            high += rng.randrange(1, room + 1)
            calls.append(high)
            if forced:
                return calls
        if high >= 0 and calls[-3:] == [-1, -1, -1]:
            return calls


def bid_play(
    hands: list[list[int]], leader: int, trump: int, down: bool, rng: random.Random
) -> list[list[int]]:
    """Play twelve tricks at random within the law; trump 4: there is none."""

    def suit(card: int) -> int:
        return card // 13 if card < 52 else trump

    def height(card: int) -> int:
        rank = card % 13
        return card if card >= 52 else 11 - rank if down and rank < 12 else rank

    hands = [list(h) for h in hands]
    rows = []
    for _ in range(12):
        trick: list[int] = []
        for i in range(4):
            hand = hands[(leader + i) % 4]
            led = next((suit(c) for c in trick if suit(c) < 4), None)
            card = rng.choice([c for c in hand if suit(c) == led] or hand)
            hand.remove(card)
            trick.append(card)
        led = next(suit(c) for c in trick if suit(c) < 4)
        best = max(
            (i for i in range(4) if suit(trick[i]) < 4),
            key=lambda i: (suit(trick[i]) == trump, suit(trick[i]) == led, height(trick[i])),
        )
        winner = (leader + best) % 4
        rows.append([leader, *trick, winner])
        leader = winner
    return rows


def bid_game(number: int, rng: random.Random, faulty: float, deals: int) -> tuple[str, int]:
    """One game of bid whist, to five or five below nothing."""
    players = [f"player{rng.randrange(10**6)}" for _ in SEATS]
    out = [
        f"Game {number}\n",
        f"Event:  Bid whist evening {rng.randrange(1, 500)}, table {rng.randrange(1, 20)}\n",
        f"Date:   2026-{rng.randrange(1, 13):02}-{rng.randrange(1, 29):02}\n",
        "Rules:  bid\n",
        *(f"{s + ':':8}{p}\n" for s, p in zip(("North", "East", "South", "West"), players)),
        "Score:  NS 0, EW 0\n",
    ]
    score = [0, 0]
    dealer = rng.randrange(4)
    played = 0
    while max(score) < 5 and min(score) > -5 and (not deals or played < deals):
        played += 1
        pack = list(range(54))
        rng.shuffle(pack)
        hands = [pack[i * 12 : i * 12 + 12] for i in range(4)]
        kitty = pack[48:]
        calls = bidding(rng)
        bid = max(calls)
        declarer = (dealer + 1 + calls.index(bid)) % 4
        level, form = bid // 3 + 1, FORMS[bid % 3]
        trump = 4 if form == "nt" else rng.randrange(4)
        down = form == "down" or (form == "nt" and rng.random() < 0.5)
        both = hands[declarer] + kitty
        back = rng.sample(both, 6)
        holding = [
            [c for c in both if c not in back] if s == declarer else hands[s] for s in range(4)
        ]
        rows = bid_play(holding, declarer, trump, down, rng)
        won = [0, 0]
        won[declarer % 2] = 1
        for row in rows:
            won[row[5] % 2] += 1
        short = 6 + level - won[declarer % 2]
        score[declarer % 2] += -short if short > 0 else won[declarer % 2] - 6
        if rng.random() < faulty:
            first, second = rng.sample(range(12), 2)
            rows[second][rng.randrange(1, 5)] = rows[first][rng.randrange(1, 5)]
        said = ", ".join("pass" if c < 0 else f"{c // 3 + 1} {FORMS[c % 3]}" for c in calls)
        named = f"Trump:  {SUITS[trump]}\n" if trump < 4 else "Trump:  none\n"
        if trump == 4:
            named += f"Ranking: {'downtown' if down else 'uptown'}\n"
        out.append(f"\nDeal {played}\nDealer: {SEATS[dealer]}\n")
        out.extend(f"{SEATS[s]}: {bid_hand_text(hands[s])}\n" for s in range(4))
        out.append(f"Kitty: {' '.join(map(bid_name, kitty))}\nAuction: {said}\n{named}")
        out.append(f"Discards: {' '.join(map(bid_name, back))}\n\n")
        for n, (leader, a, b, c, d, winner) in enumerate(rows, 1):
            cards = " ".join(f"{bid_name(x):3}" for x in (a, b, c, d))
            out.append(f"{n:2}. {SEATS[leader]}: {cards} -> {SEATS[winner]}\n")
        out.append(f"Tricks: NS {won[0]}, EW {won[1]}\nScore:  NS {score[0]}, EW {score[1]}\n")
        dealer = (dealer + 1) % 4
    return "".join(out) + "\n", played


GAMES = {"short": game, "bid": bid_game}


def games(
    seed: int, faulty: float, deals: int = 0, kind: str = "short"
) -> Iterator[tuple[str, int]]:
    """Yield games without end."""
    rng = random.Random(seed)
    number = 0
    while True:
        number += 1
        yield GAMES[kind](number, rng, faulty, deals)


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
    parser.add_argument("--game", choices=GAMES, default="short", help="which game is played")
    parser.add_argument("--seed", type=int, default=20261130)
    args = parser.parse_args()
    pool: list[bytes] = []
    deals = written = n = 0
    source = games(args.seed, args.faulty, args.per_game, args.game)
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
