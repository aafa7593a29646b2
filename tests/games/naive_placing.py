"""More games of the shelf, from texts of positions: what each move leads to. Without boards, bits or tables."""

from __future__ import annotations

from itertools import combinations, product
from math import cos, pi, sin

from naive_shelf import (
    AROUND,
    ORTHOGONAL,
    Grid,
    Place,
    changed,
    name,
    other_of,
    read,
    those,
    towards,
    write,
)

Found = dict[str, str]


# -- taking away ------------------------------------------------------------------------------------------------------


def nim(text: str) -> Found:
    side, _, body = text.partition(":")
    rows = body.split("/")
    found = {}
    for number, row in enumerate(rows):
        for left in range(row.count("|")):
            after = ["|" * left + "." * (len(row) - left) if each == number else old for each, old in enumerate(rows)]
            found[f"{'ABCDE'[number]}{left + 1}"] = f"{other_of(side, 'FS')}:{'/'.join(after)}"
    return found


def kayles(text: str) -> Found:
    side, _, pins = text.partition(":")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    found = {}
    for first, many in product(range(len(pins)), (1, 2)):
        if pins[first : first + many] == "|" * many:
            after = pins[:first] + "." * many + pins[first + many :]
            found["-".join(letters[first : first + many])] = f"{other_of(side, 'FS')}:{after}"
    return found


# -- placing ----------------------------------------------------------------------------------------------------------


def around(place: Place, grid: Grid) -> set[str]:
    return {grid.get(towards(place, way), "") for way in ORTHOGONAL}


def col(text: str) -> Found:
    side, grid = read(text)
    free = (place for place in those(grid, ".") if side not in around(place, grid))
    return {name(place): write(other_of(side, "BR"), changed(grid, {place: side})) for place in free}


def snort(text: str) -> Found:
    side, grid = read(text)
    other = other_of(side, "BR")
    free = (place for place in those(grid, ".") if other not in around(place, grid))
    return {name(place): write(other, changed(grid, {place: side})) for place in free}


def cram(text: str) -> Found:
    side, grid = read(text)
    pairs = ((place, towards(place, way)) for place in those(grid, ".") for way in ((1, 0), (0, 1)))
    return {
        f"{name(a)}-{name(b)}": write(other_of(side, "FS"), changed(grid, {a: "#", b: "#"}))
        for a, b in pairs
        if grid.get(b) == "."
    }


def lines_of_five(grid: Grid, side: str) -> bool:
    own = set(those(grid, side))
    return any({towards(place, way, step) for step in range(5)} <= own for place in own for way in AROUND)


def pentago(text: str) -> Found:
    side, grid = read(text)
    other = other_of(side, "WB")
    if lines_of_five(grid, side) or lines_of_five(grid, other):
        return {}
    found = {}
    for place in those(grid, "."):
        placed = changed(grid, {place: side})
        if lines_of_five(placed, side):
            found[name(place)] = write(other, placed)
            continue
        for letter, (x, y) in {"a": (0, 3), "b": (3, 3), "c": (0, 0), "d": (3, 0)}.items():
            rows = [[placed[x + right, y + up] for right in range(3)] for up in (2, 1, 0)]
            right_turned = [list(column)[::-1] for column in zip(*rows, strict=True)]
            left_turned = [list(column) for column in zip(*rows, strict=True)][::-1]
            for sign, quarter in (("+", left_turned), ("-", right_turned)):
                turned = {(x + right, y + 2 - down): quarter[down][right] for down in range(3) for right in range(3)}
                found[f"{name(place)}{letter}{sign}"] = write(other, changed(placed, turned))
    return found


def pentago_winner(text: str) -> str:
    _, grid = read(text)
    won = [side for side in "WB" if lines_of_five(grid, side)]
    return won[0] if len(won) == 1 else "draw"


def sim_order() -> list[str]:
    """The names of points and lines as they are drawn, from the top; of each row from the left."""
    corner = {str(point + 1): (4 * sin(pi / 3 * point), 4 * cos(pi / 3 * point)) for point in range(6)}
    places = dict(corner)
    for a, b in combinations("123456", 2):
        part = 0.375 if int(b) - int(a) == 3 else 0.5
        (x, y), (to_x, to_y) = corner[a], corner[b]
        places[a + b] = (x + part * (to_x - x), y + part * (to_y - y))
    return sorted(places, key=lambda each: (-round(places[each][1], 3), round(places[each][0], 3)))


def sim(text: str) -> Found:
    side, _, body = text.partition(":")
    order, other = sim_order(), other_of(side, "RB")
    signs = dict(zip(order, body.replace("/", ""), strict=True))
    if any(all(signs[a + b] == other for a, b in combinations(points, 2)) for points in combinations("123456", 3)):
        return {}
    found = {}
    for line in (each for each in order if len(each) == 2 and signs[each] == "."):
        left = iter(side if each == line else signs[each] for each in order)
        found[line] = f"{other}:" + "/".join("".join(next(left) for _ in row) for row in body.split("/"))
    return found


def last_mover_loses(text: str) -> str:
    return text[0]


def chain_of(place: Place, grid: Grid) -> set[Place]:
    chain, waiting = {place}, [place]
    while waiting:
        last = waiting.pop()
        beside = {towards(last, way) for way in ORTHOGONAL} - chain
        new = {each for each in beside if grid.get(each) == grid[place]}
        chain |= new
        waiting += new
    return chain


def is_taken(grid: Grid, side: str) -> bool:
    return any(all("." not in around(each, grid) for each in chain_of(place, grid)) for place in those(grid, side))


def atari_go(text: str) -> Found:
    side, grid = read(text)
    other = other_of(side, "BW")
    if is_taken(grid, side):
        return {}
    found = {}
    for place in those(grid, "."):
        after = changed(grid, {place: side})
        if is_taken(after, other) or not is_taken(after, side):
            found[name(place)] = write(other, after)
    return found


# -- moving -----------------------------------------------------------------------------------------------------------


def fox_and_hounds(text: str) -> Found:
    """Only dark squares are in the text: those of each second row begin further to the right."""
    side, _, body = text.partition(":")
    rows = body.split("/")
    grid = {(2 * x + (y % 2 == 0), y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    numbers = {place: number for number, place in enumerate(grid, 1)}
    if "F" in rows[0]:
        return {}
    ways = ((-1, 1), (1, 1)) if side == "H" else ((-1, 1), (1, 1), (-1, -1), (1, -1))
    found = {}
    for place, way in product(those(grid, side), ways):
        target = towards(place, way)
        if grid.get(target) == ".":
            signs = iter({**grid, place: ".", target: side}.values())
            after = "/".join("".join(next(signs) for _ in row) for row in rows)
            found[f"{numbers[place]}-{numbers[target]}"] = f"{other_of(side, 'FH')}:{after}"
    return found


def shapes_of_l() -> dict[tuple[Place, Place], set[Place]]:
    """Every L on 4×4 cells, by the ends of its long arm and of its short one."""
    cells = set(product(range(4), repeat=2))
    found = {}
    for corner, long, short in product(cells, ORTHOGONAL, ORTHOGONAL):
        body = {corner, towards(corner, long), towards(corner, long, 2), towards(corner, short)}
        if long[0] * short[0] + long[1] * short[1] == 0 and body <= cells:
            found[towards(corner, long, 2), towards(corner, short)] = body
    return found


def l_game(text: str) -> Found:
    side, grid = read(text)
    other, own = other_of(side, "RB"), set(those(grid, side))
    lifted = changed(grid, dict.fromkeys(own, "."))
    found = {}
    for (far, tip), body in shapes_of_l().items():
        if body == own or any(lifted[cell] != "." for cell in body):
            continue
        put = changed(lifted, dict.fromkeys(body, side))
        label = f"{name(far)}-{name(tip)}"
        found[label] = write(other, put)
        for stone, place in product(those(put, "n"), those(put, ".")):
            found[f"{label}:{name(stone)}-{name(place)}"] = write(other, changed(put, {stone: ".", place: "n"}))
    return found


def isolation(text: str) -> Found:
    side, grid = read(text)
    (start,) = those(grid, side)
    found = {}
    for target in (towards(start, way) for way in AROUND):
        if grid.get(target) == ".":
            stepped = changed(grid, {start: ".", target: side})
            for hole in those(stepped, "."):
                after = write(other_of(side, "WB"), changed(stepped, {hole: "x"}))
                found[f"{name(start)}-{name(target)}/{name(hole)}"] = after
    return found
