"""Make the levels of Rush Hour: parks filled at random and changed, car by car, as long as they get harder. Each
level is the hardest start that our solver finds among the positions of its vehicles. The same seed makes the same.

    python tools/rush_hour_levels.py [--seed N] [--parks N]

Each park gives at most one level of each class of difficulty, so that levels are not alike.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

import ludograph
from ludograph.solver.solve import solve

FILE = Path(__file__).parents[1] / "src" / "ludograph" / "puzzles" / "rush_hour" / "levels.txt"
SIDE, EXIT_ROW = 6, 2
PARKS = 38
#: The fewest moves of each class, and the end.
CLASSES = (4, 9, 14, 19, 100)
VEHICLES = (8, 12)  # beside the red car, at first
LETTERS = "BCDEFGHIJKLMNPQRST"
CHANGES = 40
TRIES = 60  # to find room for a vehicle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--parks", type=int, default=PARKS)
    given = parser.parse_args()
    levels = dict[str, int]()
    for park in range(given.parks):
        levels |= climb(random.Random(f"{given.seed} {park}")).values()
        print(park + 1, len(levels), flush=True)
        lines = sorted(f"{moves:02} {board}" for board, moves in levels.items())
        FILE.write_text("".join(f"{line}\n" for line in lines))


def climb(chance: random.Random) -> dict[int, tuple[str, int]]:
    """Levels of a park that is made harder and harder, by the numbers of their classes."""
    found: dict[int, tuple[str, int]] = {}
    best, most = hardest_start(filled_park(chance))
    for _ in range(CHANGES):
        board, moves = hardest_start(changed_park(best, chance) if best else filled_park(chance))
        if moves >= most:
            best, most = board, moves
            number = class_of(moves)
            if number is not None:
                found.setdefault(number, (board, moves))
        if len(CLASSES) - 2 in found:
            break
    return found


def class_of(moves: int) -> int | None:
    return next((n for n, low in enumerate(CLASSES[:-1]) if low <= moves < CLASSES[n + 1]), None)


def hardest_start(park: str) -> tuple[str, int]:
    """The hardest start that the vehicles of a park can have, and how many moves it needs; 0 if it can't be solved."""
    solution = solve(ludograph.game(f"rush-hour?board={park}"))
    if not solution.max_remoteness:
        return "", 0
    return str(next(iter(solution.with_remoteness(solution.max_remoteness)))), solution.max_remoteness


def changed_park(board: str, chance: random.Random) -> str:
    """Without one or two of its cars, and with others."""
    cells = list(board)
    for letter in chance.sample(sorted(set(board) - set("oA")), chance.randint(0, 2)):
        cells = ["o" if cell == letter else cell for cell in cells]
    return with_cars(cells, chance.randint(1, 2), chance)


def filled_park(chance: random.Random) -> str:
    """A red car and some others; in its row there is no other, which could never get out of the way."""
    cells = ["o"] * SIDE * SIDE
    red = EXIT_ROW * SIDE + chance.randrange(SIDE - 2)
    cells[red] = cells[red + 1] = "A"
    return with_cars(cells, chance.randint(*VEHICLES), chance)


def with_cars(cells: list[str], number: int, chance: random.Random) -> str:
    """A park with further vehicles, as far as there is room for them."""
    for letter in [letter for letter in LETTERS if letter not in cells][:number]:
        for place in places(chance):
            if all(cells[cell] == "o" for cell in place):
                for cell in place:
                    cells[cell] = letter
                break
    return "".join(cells)


def places(chance: random.Random) -> Iterator[list[int]]:
    """Where a vehicle might stand."""
    for _ in range(TRIES):
        length, is_upright = chance.choice((2, 2, 3)), chance.random() < 0.5
        lane, first = chance.randrange(SIDE), chance.randrange(SIDE - length + 1)
        if is_upright or lane != EXIT_ROW:
            along = range(first, first + length)
            yield [place * SIDE + lane if is_upright else lane * SIDE + place for place in along]


if __name__ == "__main__":
    main()
