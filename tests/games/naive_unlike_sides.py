"""Games of the shelf whose sides or boards are unlike each other once more, from texts, as in ``naive_shelf``."""

from __future__ import annotations

from naive_shelf import ORTHOGONAL, Grid, Place, changed, name, other_of, read, those, towards, write

PONG_POINTS = {"A3": "A1 B2", "C3": "C1 B2", "B2": "A1 A3 C1 C3", "A1": "A3 B2 C1", "C1": "C3 B2 A1"}


def pong_hau_ki(text: str) -> dict[str, str]:
    side, _, body = text.partition(":")
    order = ["A3", "C3", "B2", "A1", "C1"]
    signs = dict(zip(order, body.replace("/", ""), strict=True))
    (gap,) = (point for point in order if signs[point] == ".")
    found = {}
    for point in PONG_POINTS[gap].split():
        if signs[point] == side:
            after = {**signs, point: ".", gap: side}
            rows = "".join(after[each] for each in order)
            found[f"{point}-{gap}"] = f"{other_of(side, 'RB')}:{rows[:2]}/{rows[2]}/{rows[3:]}"
    return found


def chomp(text: str) -> dict[str, str]:
    side, grid = read(text)
    return {
        name((x, y)): write(
            other_of(side, "FS"), {(a, b): "." if a >= x and b >= y else sign for (a, b), sign in grid.items()}
        )
        for x, y in those(grid, "#")
        if (x, y) != (0, 0)
    }


def dodgem(text: str) -> dict[str, str]:
    side, grid = read(text)
    other, size = other_of(side, "RU"), max(grid)[0] + 1
    if not those(grid, other):
        return {}
    found = {}
    for start in those(grid, side):
        if start[0 if side == "R" else 1] == size - 1:
            found[name(start)] = write(other, changed(grid, {start: "."}))
        for way in ORTHOGONAL:
            target = towards(start, way)
            if way != ((-1, 0) if side == "R" else (0, -1)) and grid.get(target) == ".":
                found[f"{name(start)}-{name(target)}"] = write(other, changed(grid, {start: ".", target: side}))
    return found


def dodgem_winner(text: str) -> str:
    side, grid = read(text)
    other = other_of(side, "RU")
    return side if those(grid, other) else other


def bagh_chal(text: str) -> dict[str, str]:
    body, _, number = text.partition(";hand=")
    side, grid = read(body)
    hand = int(number or 0)
    goats, gaps = those(grid, "G"), those(grid, ".")
    if side == "T":
        return {
            move: with_goats(write("G", after), hand)
            for start in those(grid, "T")
            for move, after in tiger_moves(grid, start).items()
        }
    if 20 - hand - len(goats) >= 5:
        return {}
    if hand:
        return {name(gap): with_goats(write("T", changed(grid, {gap: "G"})), hand - 1) for gap in gaps}
    return {
        f"{name(a)}-{name(b)}": write("T", changed(grid, {a: ".", b: "G"}))
        for a in goats
        for b in gaps
        if are_linked(a, b)
    }


def with_goats(text: str, hand: int) -> str:
    return f"{text};hand={hand}" if hand else text


def tiger_moves(grid: Grid, start: Place) -> dict[str, Grid]:
    found = {}
    for way in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        near, far = towards(start, way), towards(start, way, 2)
        if not are_linked(start, near):
            continue
        if grid.get(near) == ".":
            found[f"{name(start)}-{name(near)}"] = changed(grid, {start: ".", near: "T"})
        elif grid.get(near) == "G" and grid.get(far) == ".":
            found[f"{name(start)}x{name(far)}"] = changed(grid, {start: ".", near: ".", far: "T"})
    return found


def are_linked(a: Place, b: Place) -> bool:
    """Neighbours in a row or a column; aslant those points whose column and row are both odd or both even."""
    right, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    return (right, up) in ((0, 1), (1, 0)) or ((right, up) == (1, 1) and sum(a) % 2 == 0)
