"""Puzzles of the shelf once more, from texts of positions: what each move leads to, and whether it is solved. Without
boards, bits or tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, pairwise, product

Place = tuple[int, int]
Grid = dict[Place, str]
Found = dict[str, str]

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
KNIGHT = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))


def read(text: str) -> Grid:
    """What is where; the lowest row is 0."""
    rows = reversed(text.split("/"))
    return {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}


def write(grid: Grid, changes: Grid) -> str:
    after = {**grid, **changes}
    height = max(y for _, y in after) + 1
    rows = [sorted(place for place in after if place[1] == y) for y in reversed(range(height))]
    return "/".join("".join(after[place] for place in row) for row in rows)


def name(place: Place) -> str:
    return f"{'ABCDEFGHIJ'[place[0]]}{place[1] + 1}"


def only(grid: Grid, sign: str) -> Place:
    (place,) = (place for place, found in grid.items() if found == sign)
    return place


# -- tours ----------------------------------------------------------------------------------------------------------


def knights_tour(text: str) -> Found:
    grid = read(text)
    x, y = only(grid, "N")
    targets = [(x + a, y + b) for a, b in KNIGHT if grid.get((x + a, y + b)) == "."]
    return {name(to): write(grid, {(x, y): "x", to: "N"}) for to in targets}


def knights_tour_is_solved(text: str) -> bool:
    return "." not in text


def closed_tour_is_solved(text: str) -> bool:
    x, y = only(read(text), "N")
    return "." not in text and {x, y} == {1, 2}


#: The towns in the order of a position's text, and the faces of the dodecahedron, each as its five towns in a circle.
TOWNS = "AFKOBEGJPTQSLNRMHICD"
FACES = ("ABCDE", "ABGKF", "BCHLG", "CDIMH", "DEJNI", "EAFOJ", "FKPTO", "GLQPK", "HMRQL", "INSRM", "JOTSN", "PQRST")


def icosian_signs(text: str) -> dict[str, str]:
    return dict(zip(TOWNS, text.replace("/", ""), strict=True))


LINKED = {pair for face in FACES for one, other in pairwise(face + face[0]) for pair in (one + other, other + one)}


def are_linked(one: str, other: str) -> bool:
    """Neighbours in the circle of a face."""
    return one + other in LINKED


def icosian(text: str) -> Found:
    signs = icosian_signs(text)
    (here,) = (town for town, sign in signs.items() if sign == "N")
    found = {}
    for town, sign in signs.items():
        if sign == "." and are_linked(here, town):
            after = {**signs, here: "x", town: "N"}
            left = iter(after[each] for each in TOWNS)
            found[town] = "/".join("".join(next(left) for _ in row) for row in text.split("/"))
    return found


def icosian_is_solved(text: str) -> bool:
    (here,) = (town for town, sign in icosian_signs(text).items() if sign == "N")
    return "." not in text and are_linked(here, "A")


#: For each figure its corners and lines in the order of a position's text, and the ends of the lines.
HOUSE = "5gh4c3fedb1a2", {"a": "12", "b": "23", "c": "34", "d": "14", "e": "13", "f": "24", "g": "45", "h": "35"}
BRIDGES = "3cdg2f4abe1", {"a": "12", "b": "12", "c": "23", "d": "23", "e": "14", "f": "24", "g": "34"}


def one_stroke(text: str, figure: tuple[str, dict[str, str]] = HOUSE) -> Found:
    order, lines = figure
    signs = dict(zip(order, text.replace("/", ""), strict=True))
    (pen,) = (corner for corner, sign in signs.items() if sign == "P")
    found = {}
    for line, ends in lines.items():
        if signs[line] == "." and pen in ends:
            after = {**signs, pen: ".", line: "x", ends.replace(pen, ""): "P"}
            left = iter(after[each] for each in order)
            found[line] = "/".join("".join(next(left) for _ in row) for row in text.split("/"))
    return found


def bridges(text: str) -> Found:
    return one_stroke(text, BRIDGES)


def one_stroke_is_solved(text: str) -> bool:
    return text.count("x") == 8


# -- crossings ------------------------------------------------------------------------------------------------------


def wolf_goat_cabbage(text: str) -> Found:
    rows = text.split("/")
    bank = rows[0].index("F")
    found = {}
    for passenger in "FWGC":
        crossing = {"F", passenger}
        if not any(row[bank] == passenger for row in rows):
            continue
        left = {row[bank] for row in rows} - crossing
        if {"W", "G"} <= left or {"G", "C"} <= left:
            continue
        after = "/".join(row[::-1] if row[bank] in crossing else row for row in rows)
        height = 4 - "FWGC".index(passenger)
        found[f"{'AB'[bank]}{height}-{'BA'[bank]}{height}"] = after
    return found


def all_right(text: str) -> bool:
    return all(row[0] == "." for row in text.partition(";")[0].split("/"))


def missionaries(text: str, room: int = 2) -> Found:
    rows = text.split("/")
    pairs = len(rows) - 1
    left = [sum(row[column] == "MC"[column] for row in rows) for column in (0, 1)]
    is_left = rows[-1] == ".B.."
    found = {}
    for m, c in product(range(room + 1), repeat=2):
        after = [left[0] - m, left[1] - c] if is_left else [left[0] + m, left[1] + c]
        others = [pairs - number for number in after]
        if not 1 <= m + c <= room or min(*after, *others) < 0:
            continue
        if any(bank[0] and bank[0] < bank[1] for bank in (after, others)):
            continue
        columns = [
            ("." * (pairs - number) + sign * number) for number, sign in zip((*after, *others), "MCMC", strict=True)
        ]
        people = ["".join(column[row] for column in columns) for row in range(pairs)]
        found["M" * m + "C" * c] = "/".join([*people, "..B." if is_left else ".B.."])
    return found


def missionaries_are_solved(text: str) -> bool:
    *people, boat = text.split("/")
    return boat == "..B." and all(row[:2] == ".." for row in people)


def bridge_and_torch(text: str, minutes: tuple[int, ...] = (10, 5, 2, 1)) -> Found:
    body, _, time = text.partition(";minutes=")
    torch, *people = body.split("/")
    bank, left = torch.index("*"), int(time or 0)
    here = [number for number, row in enumerate(people) if row[bank] != "."]
    found = {}
    for party in (*combinations(here, 1), *combinations(here, 2)):
        needed = max(minutes[number] for number in party)
        if needed <= left:
            after = [row[::-1] if number in party else row for number, row in enumerate(people)]
            rest = f";minutes={left - needed}" if left > needed else ""
            found["+".join(str(minutes[number]) for number in reversed(party))] = "/".join([torch[::-1], *after]) + rest
    return found


def bridge_of_eight(text: str) -> Found:
    return bridge_and_torch(text, (8, 5, 2, 1))


def bridge_is_solved(text: str) -> bool:
    return all(row[0] == "." for row in text.partition(";")[0].split("/")[1:])


# -- pouring, sorting, putting ---------------------------------------------------------------------------------------


def water_jugs(text: str) -> Found:
    rows = text.split("/")
    columns = [[row[jug] for row in reversed(rows) if jug < len(row)] for jug in range(3)]
    level = [column.count("W") for column in columns]
    found = {}
    for a, b in product(range(3), repeat=2):
        poured = min(level[a], len(columns[b]) - level[b])
        if a == b or poured == 0:
            continue
        after = [number + poured * ((jug == b) - (jug == a)) for jug, number in enumerate(level)]
        heights = range(len(rows) - 1, -1, -1)
        texts = [
            "".join(".W"[after[jug] > height] for jug in range(3) if height < len(columns[jug])) for height in heights
        ]
        found[f"{'ABC'[a]}{level[a] - poured + 1}-{'ABC'[b]}{level[b] + 1}"] = "/".join(texts)
    return found


def water_is_halved(text: str) -> bool:
    rows = text.split("/")
    first, second = (sum(row[jug : jug + 1] == "W" for row in rows) for jug in (0, 1))
    return first == second == len(rows) // 2


def ball_sort(text: str) -> Found:
    rows = text.split("/")
    tubes = ["".join(column).strip(".") for column in zip(*reversed(rows), strict=True)]
    found = {}
    for a, b in product(range(len(tubes)), repeat=2):
        if a == b or not tubes[a] or len(tubes[b]) == 4 or (tubes[b] and tubes[b][-1] != tubes[a][-1]):
            continue
        after = list(tubes)
        after[a], after[b] = tubes[a][:-1], tubes[b] + tubes[a][-1]
        texts = ["".join(tube.ljust(4, ".")[height] for tube in after) for height in (3, 2, 1, 0)]
        found[f"{name((a, len(tubes[a]) - 1))}-{name((b, len(tubes[b])))}"] = "/".join(texts)
    return found


def balls_are_sorted(text: str) -> bool:
    return all(len(set(column)) == 1 for column in zip(*text.split("/"), strict=True))


def seven_pennies(text: str) -> Found:
    order = "AHBGCFDE"
    signs = dict(zip(order, text.replace("/", ""), strict=True))
    found = {}
    for a, b in product(range(8), repeat=2):
        one, other = "ABCDEFGH"[a], "ABCDEFGH"[b]
        if (a - b) % 8 in (3, 5) and signs[one] == signs[other] == ".":
            left = iter("O" if each == other else signs[each] for each in order)
            found[f"{one}-{other}"] = "/".join("".join(next(left) for _ in row) for row in text.split("/"))
    return found


def pennies_are_put(text: str) -> bool:
    return text.count("O") == 7


# -- sliding and pushing ---------------------------------------------------------------------------------------------


def lunar_lockout(text: str) -> Found:
    grid = read(text)
    found = {}
    for (x, y), sign in grid.items():
        for a, b in ORTHOGONAL if sign != "." else ():
            steps = 1
            while grid.get((x + a * steps, y + b * steps)) == ".":
                steps += 1
            target = (x + a * (steps - 1), y + b * (steps - 1))
            if steps > 1 and (x + a * steps, y + b * steps) in grid:
                found[f"{name((x, y))}-{name(target)}"] = write(grid, {(x, y): ".", target: sign})
    return found


def red_is_in_the_centre(text: str) -> bool:
    return read(text)[2, 2] == "R"


def bishops_exchange(text: str) -> Found:
    """Every move along a diagonal after which no bishop attacks one of the other colour."""
    grid = read(text)
    found = {}
    for place, sign in grid.items():
        for target in bishop_sees(grid, place) if sign != "." else ():
            after = {**grid, place: ".", target: sign}
            if grid[target] == "." and not any(
                after[seen] == "B" for white in after if after[white] == "W" for seen in bishop_sees(after, white)
            ):
                found[f"{name(place)}-{name(target)}"] = write(after, {})
    return found


def bishop_sees(grid: Grid, place: Place) -> Iterator[Place]:
    for a, b in product((-1, 1), repeat=2):
        x, y = place[0] + a, place[1] + b
        while (x, y) in grid:
            yield x, y
            if grid[x, y] != ".":
                break
            x, y = x + a, y + b


def sokoban(text: str, room: str) -> Found:
    grid = sokoban_grid(text, room)
    x, y = only(grid, "@")
    found = {}
    for a, b in ORTHOGONAL:
        target, behind = (x + a, y + b), (x + 2 * a, y + 2 * b)
        changes = {(x, y): ".", target: "@"}
        if grid.get(target) == "$" and grid.get(behind) == ".":
            changes[behind] = "$"
        elif grid.get(target) != ".":
            continue
        found[name((target[0] - 1, target[1] - 1))] = write(grid, changes).rstrip("/")
    return found


def sokoban_grid(text: str, room: str) -> Grid:
    """The signs of a position at their places in a room, whose walls have none."""
    rows = room.split("|")[::-1]
    floor = [[x for x, sign in enumerate(row) if sign != "#"] for row in rows]
    lines = ["", *text.split("/")[::-1]]
    return {(x, y): sign for y, line in enumerate(lines) for x, sign in zip(floor[y], line, strict=False)}


def sokoban_is_solved(text: str, room: str) -> bool:
    rows = room.split("|")[::-1]
    return all(rows[y][x] in ".*+" for (x, y), sign in sokoban_grid(text, room).items() if sign == "$")


BLOCKS = {"L": ((0, 0), (1, 0), (0, 1), (1, 1)), "T": ((0, 0), (0, 1)), "W": ((0, 0), (1, 0)), "S": ((0, 0),)}


def klotski(text: str) -> Found:
    """Rows are numbered from the top here."""
    rows = text.split("/")
    grid = {(x, y): rows[y][x] for y in range(5) for x in range(4)}
    found = {}
    for corner, cells in klotski_blocks(grid):
        for a, b in ORTHOGONAL:
            moved = [(x + a, y + b) for x, y in cells]
            if all(place in cells or grid.get(place) == "." for place in moved):
                after = {**grid, **dict.fromkeys(cells, "."), **dict.fromkeys(moved, grid[corner])}
                target = corner[0] + a, corner[1] + b
                found[f"{name(corner)}-{name(target)}"] = "/".join(
                    "".join(after[x, y] for x in range(4)) for y in range(5)
                )
    return found


def klotski_blocks(grid: Grid) -> Iterator[tuple[Place, list[Place]]]:
    seen: set[Place] = set()
    for y, x in product(range(5), range(4)):
        if grid[x, y] != "." and (x, y) not in seen:
            cells = [(x + a, y + b) for a, b in BLOCKS[grid[x, y]]]
            seen |= set(cells)
            yield (x, y), cells


def large_block_can_leave(text: str) -> bool:
    return text.split("/")[4][1:3] == "LL"


# -- tiles ----------------------------------------------------------------------------------------------------------


def tiles_of(text: str, columns: int) -> list[list[str]]:
    tiles = text.split(",")
    return [tiles[first : first + columns] for first in range(0, len(tiles), columns)]


def joined(rows: Iterable[Iterable[str]]) -> str:
    return ",".join(chain.from_iterable(rows))


def loopover(text: str, columns: int = 3) -> Found:
    rows = tiles_of(text, columns)
    found = {}
    for number, row in enumerate(rows):
        for sign, shifted in (("R", row[-1:] + row[:-1]), ("L", row[1:] + row[:1])):
            found[f"{number + 1}{sign}"] = joined([*rows[:number], shifted, *rows[number + 1 :]])
    turned = [list(column) for column in zip(*rows, strict=True)]
    for number, column in enumerate(turned):
        for sign, shifted in (("D", column[-1:] + column[:-1]), ("U", column[1:] + column[:1])):
            after = zip(*[*turned[:number], shifted, *turned[number + 1 :]], strict=True)
            found[f"{'ABCD'[number]}{sign}"] = joined(after)
    return found


def twiddle(text: str, columns: int = 3) -> Found:
    rows = tiles_of(text, columns)
    found = {}
    for y, x in product(range(len(rows) - 1), range(columns - 1)):
        for sign, turns in (("", 1), ("+", 3)):
            after = [list(row) for row in rows]
            for _ in range(turns):
                (a, b), (c, d) = after[y][x : x + 2], after[y + 1][x : x + 2]
                after[y][x : x + 2], after[y + 1][x : x + 2] = [c, a], [d, b]
            found[f"{name((x, y))}{sign}"] = joined(after)
    return found


def tiles_are_in_order(text: str) -> bool:
    numbers = list(map(int, text.split(",")))
    return numbers == sorted(numbers)


Rules = tuple[Callable[[str], Found], Callable[[str], bool]]
PUZZLES: dict[str, Rules] = {
    "knights-tour?size=4": (knights_tour, knights_tour_is_solved),
    "knights-tour?columns=3&rows=4": (knights_tour, knights_tour_is_solved),
    "knights-tour/closed?columns=5&rows=3": (knights_tour, closed_tour_is_solved),
    "icosian": (icosian, icosian_is_solved),
    "one-stroke": (one_stroke, one_stroke_is_solved),
    "one-stroke/konigsberg": (bridges, lambda text: text.count("x") == 7),
    "wolf-goat-cabbage": (wolf_goat_cabbage, all_right),
    "missionaries-and-cannibals": (missionaries, missionaries_are_solved),
    "missionaries-and-cannibals?pairs=4": (missionaries, missionaries_are_solved),
    "missionaries-and-cannibals?pairs=5&boat=3": (lambda text: missionaries(text, 3), missionaries_are_solved),
    "bridge-and-torch": (bridge_and_torch, bridge_is_solved),
    "bridge-and-torch/eight": (bridge_of_eight, bridge_is_solved),
    "water-jugs": (water_jugs, water_is_halved),
    "water-jugs/10-7-3": (water_jugs, water_is_halved),
    "water-jugs/16-9-7": (water_jugs, water_is_halved),
    "ball-sort": (ball_sort, balls_are_sorted),
    "ball-sort?colours=2": (ball_sort, balls_are_sorted),
    "seven-pennies": (seven_pennies, pennies_are_put),
    "lunar-lockout": (lunar_lockout, red_is_in_the_centre),
    "lunar-lockout?level=12": (lunar_lockout, red_is_in_the_centre),
    "klotski": (klotski, large_block_can_leave),
    "bishops-exchange": (bishops_exchange, lambda text: text == "WWWW/..../..../..../BBBB"),
    "loopover?rows=2": (loopover, tiles_are_in_order),
    "twiddle?rows=2": (twiddle, tiles_are_in_order),
}
