"""Games of the shelf once more, from texts of positions: what each move leads to. Without boards, bits or tables.

A game is a function that takes a position's text and gives the texts of its moves with those of the positions behind
them, none when it is over; and one that says who has won then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

Place = tuple[int, int]
Grid = dict[Place, str]

ORTHOGONAL = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
AROUND = ORTHOGONAL + DIAGONAL


def read(text: str) -> tuple[str, Grid]:
    """The side to move, and what is where; the lowest row is 0."""
    side, _, body = text.partition(":")
    rows = list(reversed(body.split("/")))
    return side, {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}


def write(side: str, grid: Grid) -> str:
    height, width = (max(place[axis] for place in grid) + 1 for axis in (1, 0))
    rows = ("".join(grid[x, y] for x in range(width)) for y in reversed(range(height)))
    return f"{side}:{'/'.join(rows)}"


def name(place: Place) -> str:
    return f"{'ABCDEFGHIJKLMNO'[place[0]]}{place[1] + 1}"


def towards(place: Place, way: Place, steps: int = 1) -> Place:
    return place[0] + way[0] * steps, place[1] + way[1] * steps


def those(grid: Grid, sign: str) -> list[Place]:
    return [place for place, found in grid.items() if found == sign]


def changed(grid: Grid, changes: Mapping[Place, str]) -> Grid:
    return {**grid, **changes}


def other_of(side: str, sides: str) -> str:
    return sides[1 - sides.index(side)]


# -- taking and placing ---------------------------------------------------------------------------------------------


def clobber(text: str) -> dict[str, str]:
    side, grid = read(text)
    other = other_of(side, "WB")
    steps = ((a, towards(a, way)) for a in those(grid, side) for way in ORTHOGONAL)
    return {
        f"{name(a)}x{name(b)}": write(other, changed(grid, {a: ".", b: side})) for a, b in steps if grid.get(b) == other
    }


def domineering(text: str) -> dict[str, str]:
    side, grid = read(text)
    way = (0, 1) if side == "V" else (1, 0)
    pairs = ((a, towards(a, way)) for a in those(grid, "."))
    return {
        f"{name(a)}-{name(b)}": write(other_of(side, "VH"), changed(grid, {a: side, b: side}))
        for a, b in pairs
        if grid.get(b) == "."
    }


def konane(text: str) -> dict[str, str]:
    side, grid = read(text)
    other, gaps = other_of(side, "BW"), those(grid, ".")
    width, height = max(grid)[0] + 1, max(grid)[1] + 1
    if len(gaps) < 2:
        middle = {(x, y) for x in (width // 2 - 1, width // 2) for y in (height // 2 - 1, height // 2)}
        corners = {(x, y) for x in (0, width - 1) for y in (0, height - 1)}
        allowed = {towards(gap, way) for gap in gaps for way in ORTHOGONAL} if gaps else middle | corners
        firsts = allowed & set(those(grid, side))
        return {name(place): write(other, changed(grid, {place: "."})) for place in firsts}
    found = {}
    for start in those(grid, side):
        for way in ORTHOGONAL:
            place, after = start, changed(grid, {start: "."})
            while grid.get(towards(place, way)) == other and grid.get(towards(place, way, 2)) == ".":
                after = changed(after, {towards(place, way): "."})
                place = towards(place, way, 2)
                found[f"{name(start)}x{name(place)}"] = write(other, changed(after, {place: side}))
    return found


def ataxx(text: str) -> dict[str, str]:
    side, grid = read(text)
    other = other_of(side, "RB")
    if not those(grid, side) or not those(grid, other):
        return {}
    found = dict(ataxx_moves(grid, side, other))
    if not found and any(ataxx_moves(grid, other, side)):
        found["pass"] = write(other, grid)
    return found


def ataxx_moves(grid: Grid, side: str, other: str) -> Iterator[tuple[str, str]]:
    for a in those(grid, side):
        for b in those(grid, "."):
            distance = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
            if distance > 2:
                continue
            turned = {place: side for place in (towards(b, way) for way in AROUND) if grid.get(place) == other}
            left = {a: "."} if distance == 2 else {}
            label = name(b) if distance == 1 else f"{name(a)}-{name(b)}"
            yield label, write(other, changed(grid, {**left, b: side, **turned}))


def count_winner(text: str, sides: str) -> str:
    _, grid = read(text)
    first, second = (len(those(grid, side)) for side in sides)
    return "draw" if first == second else sides[0] if first > second else sides[1]


def quixo(text: str) -> dict[str, str]:
    side, grid = read(text)
    size = max(grid)[0] + 1
    if quixo_lines(grid):
        return {}
    found = {}
    for x, y in grid:
        if not {x, y} & {0, size - 1} or grid[x, y] not in (".", side):
            continue
        column, row = [(x, b) for b in range(size)], [(a, y) for a in range(size)]
        for line in (column, column[::-1], row, row[::-1]):
            target = line[-1]
            if target == (x, y):
                continue
            signs = [grid[place] for place in line]
            del signs[line.index((x, y))]
            pushed = changed(grid, dict(zip(line, [*signs, side], strict=True)))
            found[f"{name((x, y))}-{name(target)}"] = write(other_of(side, "XO"), pushed)
    return found


def quixo_lines(grid: Grid) -> set[str]:
    """Who has whole lines."""
    size = max(grid)[0] + 1
    each = range(size)
    lines = [[(a, b) for b in each] for a in each] + [[(a, b) for a in each] for b in each]
    lines += [[(a, a) for a in each], [(a, size - 1 - a) for a in each]]
    return {grid[line[0]] for line in lines if len({grid[place] for place in line}) == 1} - {"."}


def quixo_winner(text: str) -> str:
    """Who is to move, if he has a line: the other has made it for him."""
    side, grid = read(text)
    return side if side in quixo_lines(grid) else other_of(side, "XO")


# -- placed and moved until there is a line --------------------------------------------------------------------------


def placed_and_moved(
    text: str, sides: str, men: int, wins: list[set[Place]], neighbours: Callable[[Place, Place], bool]
) -> dict[str, str]:
    side, grid = read(text)
    other, gaps = other_of(side, sides), those(grid, ".")
    if any(line <= set(those(grid, other)) for line in wins):
        return {}
    if len(those(grid, side)) < men:
        return {name(gap): write(other, changed(grid, {gap: side})) for gap in gaps}
    return {
        f"{name(a)}-{name(b)}": write(other, changed(grid, {a: ".", b: side}))
        for a in those(grid, side)
        for b in gaps
        if neighbours(a, b)
    }


ROWS = [{(a, b) for b in range(3)} for a in range(3)] + [{(a, b) for a in range(3)} for b in range(3)]
BOTH_DIAGONALS = [{(0, 0), (1, 1), (2, 2)}, {(0, 2), (1, 1), (2, 0)}]


def are_beside(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1


def are_beside_or_middle(a: Place, b: Place) -> bool:
    """The diagonals of 3×3 points all go through the one in the middle."""
    return are_beside(a, b) or (1, 1) in (a, b)


def three_mens_morris(text: str) -> dict[str, str]:
    return placed_and_moved(text, "WB", 3, ROWS, are_beside)


def nine_holes(text: str) -> dict[str, str]:
    return placed_and_moved(text, "WB", 3, ROWS, lambda a, b: True)


def tapatan(text: str) -> dict[str, str]:
    return placed_and_moved(text, "WB", 3, ROWS + BOTH_DIAGONALS, are_beside_or_middle)


def achi(text: str) -> dict[str, str]:
    return placed_and_moved(text, "WB", 4, ROWS + BOTH_DIAGONALS, are_beside_or_middle)


def teeko(text: str, sizes: range = range(1, 2)) -> dict[str, str]:
    cells = [(x, y) for x in range(5) for y in range(5)]
    lines = [[towards(cell, way, step) for step in range(4)] for cell in cells for way in AROUND]
    squares = [[(x, y), (x + k, y), (x, y + k), (x + k, y + k)] for x, y in cells for k in sizes]
    wins = [set(line) for line in lines + squares if set(line) <= set(cells)]
    return placed_and_moved(text, "BR", 4, wins, lambda a, b: max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1)


def teeko_advanced(text: str) -> dict[str, str]:
    return teeko(text, range(1, 5))


# -- lines and loops --------------------------------------------------------------------------------------------------


def lines_of_action(text: str) -> dict[str, str]:
    side, grid = read(text)
    other = other_of(side, "BW")
    if hangs_together(grid, side) or hangs_together(grid, other):
        return {}
    found = {}
    for start in those(grid, side):
        for way in AROUND:
            line = [place for place in (towards(start, way, step) for step in range(-7, 8)) if place in grid]
            steps = sum(grid[place] != "." for place in line)
            target = towards(start, way, steps)
            between = [towards(start, way, step) for step in range(1, steps)]
            if grid.get(target, side) != side and all(grid[place] != other for place in between):
                sign = "x" if grid[target] == other else "-"
                found[f"{name(start)}{sign}{name(target)}"] = write(other, changed(grid, {start: ".", target: side}))
    return found


def hangs_together(grid: Grid, side: str) -> bool:
    left = set(those(grid, side))
    waiting = [left.pop()]
    while waiting:
        beside = {towards(waiting[-1], way) for way in AROUND} & left
        waiting.pop()
        left -= beside
        waiting += beside
    return not left


def lines_of_action_winner(text: str) -> str:
    side, grid = read(text)
    other = other_of(side, "BW")
    return other if hangs_together(grid, other) or not hangs_together(grid, side) else side


def surakarta(text: str) -> dict[str, str]:
    side, grid = read(text)
    other = other_of(side, "RB")
    if not those(grid, other):
        return {}
    found = {}
    for start in those(grid, side):
        for target in (towards(start, way) for way in AROUND):
            if grid.get(target) == ".":
                found[f"{name(start)}-{name(target)}"] = write(other, changed(grid, {start: ".", target: side}))
        for way in ORTHOGONAL:
            target = surakarta_goal(changed(grid, {start: "."}), start, way)
            if target and grid[target] == other:
                found[f"{name(start)}x{name(target)}"] = write(other, changed(grid, {start: ".", target: side}))
    return found


def surakarta_goal(grid: Grid, start: Place, way: Place) -> Place | None:
    """The first stone that is met on the way from a point, if that is behind a loop. A loop leads from the end of a
    line round the nearest corner: to the line as far from that corner on the other edge, into the board."""
    place, loops = start, 0
    for _ in range(48):
        following = towards(place, way)
        if following not in grid:
            x, y = place
            if {x, y} <= {0, 5}:
                return None  # the corners have no loops
            right, up = (x > 2, y > 2)
            if way[0]:  # from a side edge to the lower or upper one
                following = (5 - y if right != up else y, 5 * up)
                way = (0, -1 if up else 1)
            else:
                following = (5 * right, 5 - x if right != up else x)
                way = (-1 if right else 1, 0)
            loops += 1
        place = following
        if grid[place] != ".":
            return place if loops else None
    return None


# -- morris -----------------------------------------------------------------------------------------------------------


def morris(text: str, squares: int, men_flying: int) -> dict[str, str]:
    """Points are named by their square, from the outside, and their place on it, round from the lower left."""
    body, *hands = text.split(";")
    side, _, rows = body.partition(":")
    points = morris_points(squares)
    order = sorted(points, key=lambda point: (-points[point][1], points[point][0]))
    signs = dict(zip(order, rows.replace("/", ""), strict=True))
    numbers = {key: int(value) for key, value in (hand.split("=") for hand in hands)}
    hand, their_hand = numbers.get("hand", 0), numbers.get("their_hand", 0)
    other = other_of(side, "WB")
    own = {point for point, sign in signs.items() if sign == side}
    enemies = {point for point, sign in signs.items() if sign == other}
    gaps = set(signs) - own - enemies
    mills = [{(ring, (corner + step) % 8) for step in range(3)} for ring in range(squares) for corner in (0, 2, 4, 6)]
    mills += [{(ring, middle) for ring in range(squares)} for middle in (1, 3, 5, 7) if squares == 3]
    closed = {point for mill in mills if mill <= enemies for point in mill}

    def label(point: tuple[int, int]) -> str:
        return name(points[point])

    def after(men: set[tuple[int, int]], left: set[tuple[int, int]], in_hand: int) -> str:
        sign = {**dict.fromkeys(order, "."), **dict.fromkeys(men, side), **dict.fromkeys(left, other)}
        widths = [sum(points[point][1] == y for point in order) for y in range(2 * squares, -1, -1)]
        signs_in_order = iter(order)
        rows = ["".join(sign[next(signs_in_order)] for _ in range(width)) for width in widths if width]
        numbers = f"{f';hand={their_hand}' if their_hand else ''}{f';their_hand={in_hand}' if in_hand else ''}"
        return f"{other}:{'/'.join(rows)}{numbers}"

    if hand:
        ways = [(None, gap) for gap in gaps]
    elif len(own) < 3:
        ways = []
    else:
        ways = [(a, b) for a in own for b in gaps if len(own) <= men_flying or morris_linked(a, b)]
    found = {}
    for start, target in ways:
        men = own - {start} | {target}
        text_of_move = label(target) if start is None else f"{label(start)}-{label(target)}"
        is_mill = any(target in mill and mill <= men for mill in mills)
        victims = (enemies - closed or enemies) if is_mill else set()
        for victim in victims:
            found[f"{text_of_move}x{label(victim)}"] = after(men, enemies - {victim}, hand - (start is None))
        if not victims:
            found[text_of_move] = after(men, enemies, hand - (start is None))
    return found


def morris_points(squares: int) -> dict[tuple[int, int], Place]:
    middle = squares
    ways = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
    return {
        (ring, place): (middle + way[0] * (squares - ring), middle + way[1] * (squares - ring))
        for ring in range(squares)
        for place, way in enumerate(ways)
    }


def morris_linked(a: tuple[int, int], b: tuple[int, int]) -> bool:
    if a[0] == b[0]:
        return (a[1] - b[1]) % 8 in (1, 7)
    return a[1] == b[1] and a[1] % 2 == 1 and abs(a[0] - b[0]) == 1


def nine_mens_morris(text: str) -> dict[str, str]:
    return morris(text, 3, 3)


def six_mens_morris(text: str) -> dict[str, str]:
    return morris(text, 2, 0)


# -- three sides to join ----------------------------------------------------------------------------------------------


def y_game(text: str) -> dict[str, str]:
    """The lowest row is the longest; each cell has the two beside it, two above and two below."""
    side, grid = read(text)
    other = other_of(side, "RB")
    if y_is_joined(grid, other):
        return {}
    found = {name(gap): y_written(other, changed(grid, {gap: side})) for gap in those(grid, ".")}
    if side == "B" and len(those(grid, "R")) == 1 and not those(grid, "B"):
        found["swap"] = y_written("R", {place: "B" if sign == "R" else sign for place, sign in grid.items()})
    return found


def y_written(side: str, grid: Grid) -> str:
    size = max(grid)[0] + 1
    rows = ("".join(grid[x, y] for x in range(size - y)) for y in reversed(range(size)))
    return f"{side}:{'/'.join(rows)}"


def y_is_joined(grid: Grid, side: str) -> bool:
    size, left = max(grid)[0] + 1, set(those(grid, side))
    while left:
        chain, waiting = set[Place](), [left.pop()]
        while waiting:
            chain.add(place := waiting.pop())
            beside = {towards(place, way) for way in (*ORTHOGONAL, (-1, 1), (1, -1))} & left
            left -= beside
            waiting += beside
        if any(x == 0 for x, _ in chain) and any(y == 0 for _, y in chain) and any(x + y == size - 1 for x, y in chain):
            return True
    return False
