"""Chinese checkers once more, from texts of positions, as ``naive_shelf`` has others: by rows and half steps."""

from __future__ import annotations

from naive_shelf import Grid, Place, changed, those, towards

COLOURS = "RBGYVW"
WAYS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
#: Where the seats begin, by how often a point at the bottom is turned with the clock.
TURNS = {2: (0, 3), 3: (0, 2, 4), 4: (1, 2, 4, 5), 6: (0, 1, 2, 3, 4, 5)}


def read(text: str) -> tuple[str, str, Grid]:
    """Who is to move, who plays, and what is where: from the middle, in half steps to the right and in rows up."""
    side, _, body = text.partition(":")
    rows = body.split("/")
    middle = len(rows) // 2
    grid = {(2 * x + 1 - len(row), middle - down): sign for down, row in enumerate(rows) for x, sign in enumerate(row)}
    return side, COLOURS[: len({*body} - {".", "/"})], grid


def write(side: str, grid: Grid) -> str:
    rows: dict[int, str] = {}
    for place, sign in grid.items():  # as they were read: from the top, from the left
        rows[place[1]] = rows.get(place[1], "") + sign
    return f"{side}:" + "/".join(rows.values())


def name(place: Place, top: int) -> str:
    x, y = place
    return f"{'ABCDEFGHIJKLMNOPQ'[y + top]}{(x + y) // 2 + top + 1}"


def turned(place: Place, times: int) -> Place:
    """A place after sixths of a turn with the clock."""
    x, y = place
    return turned(((x + 3 * y) // 2, (y - x) // 2), times - 1) if times else place


def point(grid: Grid, times: int) -> set[Place]:
    top = max(y for _, y in grid)
    return {turned(place, times) for place in grid if place[1] < -top // 2}


def goal(grid: Grid, sides: str, side: str) -> set[Place]:
    return point(grid, (TURNS[len(sides)][sides.index(side)] + 3) % 6)


def before(side: str, sides: str) -> str:
    return sides[sides.index(side) - 1]


def last_mover(text: str) -> str:
    side, sides, _ = read(text)
    return before(side, sides)


def chinese_checkers(text: str) -> dict[str, str]:
    side, sides, grid = read(text)
    top, last = max(y for _, y in grid), before(side, sides)
    there = [grid[place] for place in goal(grid, sides, last)]
    if last in there and "." not in there:
        return {}
    following = next(each for each in sides if before(each, sides) == side)
    found, own_goal = {}, goal(grid, sides, side)
    for start in those(grid, side):
        left = changed(grid, {start: "."})
        ends = {towards(start, way) for way in WAYS if grid.get(towards(start, way)) == "."}
        hops, seen = [start], {start}
        while hops:
            place = hops.pop()
            for way in WAYS:
                over, to = towards(place, way), towards(place, way, 2)
                if left.get(over, ".") != "." and left.get(to) == "." and to not in seen:
                    seen.add(to)
                    hops.append(to)
        for end in (ends | seen) - {start}:
            if start not in own_goal or end in own_goal:
                found[f"{name(start, top)}-{name(end, top)}"] = write(following, changed(left, {end: side}))
    return found or {"pass": write(following, grid)}
