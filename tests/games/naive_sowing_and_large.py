"""Games of sowing, and games on large boards, once more from texts of positions, as ``naive_shelf`` has others."""

from __future__ import annotations

from collections.abc import Callable

from naive_shelf import AROUND, ORTHOGONAL, Grid, Place, changed, other_of, those, towards, write
from naive_shelf import read as read_grid

LETTERS = "ABCDEFGHIJKLMNOPQRS"


def name(place: Place) -> str:
    return f"{LETTERS[place[0]]}{place[1] + 1}"


# -- sowing -----------------------------------------------------------------------------------------------------------

Board = dict[str, int]


def read_pits(text: str) -> tuple[str, int, Board]:
    """The side to move, how many houses it has, and the seeds by the names of pits."""
    side, _, body = text.partition(":")
    upper, stores, lower = ([int(number) for number in row.split(",")] for row in body.split("/"))
    pits = {f"{LETTERS[x]}2": seeds for x, seeds in enumerate(upper)} | dict(zip("NS", stores, strict=True))
    return side, len(lower), pits | {f"{LETTERS[x]}1": seeds for x, seeds in enumerate(lower)}


def write_pits(side: str, houses: int, pits: Board) -> str:
    rows = [[f"{LETTERS[x]}2" for x in range(houses)], ["N", "S"], [f"{LETTERS[x]}1" for x in range(houses)]]
    return f"{side}:" + "/".join(",".join(str(pits[pit]) for pit in row) for row in rows)


def row_of(side: str, houses: int) -> list[str]:
    """The houses of a side in the order in which it sows them."""
    return [f"{LETTERS[x]}1" for x in range(houses)] if side == "S" else [f"{LETTERS[x]}2" for x in range(houses)][::-1]


def sow(pits: Board, start: str, way: list[str], *, skips_start: bool) -> tuple[Board, str]:
    after, hand, at = dict(pits), pits[start], way.index(start)
    after[start] = 0
    while hand:
        at = (at + 1) % len(way)
        if skips_start and way[at] == start:
            continue
        after[way[at]] += 1
        hand -= 1
    return after, way[at]


def kalah(text: str) -> dict[str, str]:
    side, houses, pits = read_pits(text)
    other = other_of(side, "SN")
    own, theirs = row_of(side, houses), row_of(other, houses)
    found = {}
    for house in own:
        if not pits[house]:
            continue
        after, last = sow(pits, house, [*own, side, *theirs], skips_start=False)
        across = last[0] + ("2" if last[-1] == "1" else "1")
        if last in own and after[last] == 1 and after[across]:
            after[side] += 1 + after[across]
            after[last] = after[across] = 0
        if not any(after[pit] for pit in own) or not any(after[pit] for pit in theirs):
            for row, store in ((own, side), (theirs, other)):
                after[store] += sum(after[pit] for pit in row)
                after |= dict.fromkeys(row, 0)
        found[house] = write_pits(side if last == side else other, houses, after)
    return found


def oware(text: str) -> dict[str, str]:
    side, houses, pits = read_pits(text)
    other = other_of(side, "SN")
    own, theirs = row_of(side, houses), row_of(other, houses)
    found = {}
    if max(pits["S"], pits["N"]) > sum(pits.values()) / 2:
        return {}
    for house in own:
        if not pits[house]:
            continue
        after, last = sow(pits, house, [*own, *theirs], skips_start=True)
        if not any(after[pit] for pit in theirs):
            continue
        taken = []
        for pit in reversed(theirs[: theirs.index(last) + 1] if last in theirs else []):
            if after[pit] not in (2, 3):
                break
            taken.append(pit)
        if sum(after[pit] for pit in taken) < sum(after[pit] for pit in theirs):
            after[side] += sum(after[pit] for pit in taken)
            after |= dict.fromkeys(taken, 0)
        found[house] = write_pits(other, houses, after)
    return found


def richer(text: str) -> str:
    _, houses, pits = read_pits(text)
    south, north = (pits[side] + sum(pits[pit] for pit in row_of(side, houses)) for side in "SN")
    return "draw" if south == north else "S" if south > north else "N"


# -- five in a line ---------------------------------------------------------------------------------------------------


def has_five(grid: Grid, side: str) -> bool:
    return any(
        all(grid.get(towards(place, way, steps)) == side for steps in range(5))
        for place in those(grid, side)
        for way in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def gomoku(text: str, *, has_swap: bool = False) -> dict[str, str]:
    side, grid = read_grid(text)
    other, stones = other_of(side, "BW"), len(grid) - len(those(grid, "."))
    if has_five(grid, other):
        return {}
    found = {}
    for gap in those(grid, "."):
        if has_swap and stones < 2:
            found[name(gap)] = write("B", changed(grid, {gap: "BW"[stones]}))
        else:
            found[name(gap)] = write(other, changed(grid, {gap: side}))
    if has_swap and side == "W" and stones == 3:
        found["swap"] = write("B", {place: {"B": "W", "W": "B"}.get(sign, sign) for place, sign in grid.items()})
    return found


def gomoku_swap(text: str) -> dict[str, str]:
    return gomoku(text, has_swap=True)


def five_winner(text: str) -> str:
    side, grid = read_grid(text.partition(";")[0])
    other = next(sign for sign in "BW" if sign != side)
    return other if has_five(grid, other) or pente_lost(text)[0] >= 10 else "draw"


def pente_lost(text: str) -> tuple[int, int]:
    """How many stones the side to move and the other one have lost."""
    said = dict(part.split("=") for part in text.split(";")[1:])
    return int(said.get("mine_lost", 0)), int(said.get("theirs_lost", 0))


def pente(text: str) -> dict[str, str]:
    side, grid = read_grid(text.partition(";")[0])
    other, (mine_lost, theirs_lost) = other_of(side, "WB"), pente_lost(text)
    if has_five(grid, other) or mine_lost >= 10:
        return {}
    gaps = those(grid, ".")
    middle = max(grid)[0] // 2
    found = {}
    for gap in [(middle, middle)] if len(gaps) == len(grid) else gaps:
        after, lost = changed(grid, {gap: side}), theirs_lost
        for way in AROUND:
            pair = [towards(gap, way, 1), towards(gap, way, 2)]
            if [grid.get(place) for place in pair] == [other, other] and grid.get(towards(gap, way, 3)) == side:
                after, lost = changed(after, dict.fromkeys(pair, ".")), lost + 2
        numbers = (f";mine_lost={lost}" if lost else "") + (f";theirs_lost={mine_lost}" if mine_lost else "")
        found[name(gap)] = write(other, after) + numbers
    return found


# -- Tablut -----------------------------------------------------------------------------------------------------------


def tablut(text: str) -> dict[str, str]:
    return tafl(text, is_brandubh=False)


def brandubh(text: str) -> dict[str, str]:
    return tafl(text, is_brandubh=True)


def tafl(text: str, *, is_brandubh: bool) -> dict[str, str]:
    side, grid = read_grid(text)
    last = max(grid)[0]
    throne, corners = (last // 2, last // 2), {(0, 0), (0, last), (last, 0), (last, last)}
    exits = corners if is_brandubh else {place for place in grid if {*place} & {0, last}}
    kings = those(grid, "k")
    if not kings or kings[0] in exits:
        return {}
    found = {}
    for start, sign in grid.items():
        if sign not in ("A" if side == "A" else "Dk"):
            continue
        for way in ORTHOGONAL:
            end = towards(start, way)
            while grid.get(end) == ".":
                if end != throne and not (is_brandubh and end in corners and sign != "k"):
                    after = changed(grid, {start: ".", end: sign})
                    taken = tafl_taken(after, end, side, kings[0], throne, corners if is_brandubh else set())
                    text_of_move = f"{name(start)}{'x' if taken else '-'}{name(end)}"
                    found[text_of_move] = write(other_of(side, "AD"), changed(after, dict.fromkeys(taken, ".")))
                end = towards(end, way)
    return found


def tafl_taken(grid: Grid, end: Place, side: str, king: Place, throne: Place, corners: set[Place]) -> list[Place]:
    """What a piece takes that has come to its end."""
    men, friends = ("D", "A") if side == "A" else ("A", "Dk")

    def helps(place: Place) -> bool:
        return place in corners or (place in grid and grid[place] in friends)

    beside = [(towards(end, way), towards(end, way, 2)) for way in ORTHOGONAL]
    taken = [near for near, far in beside if grid.get(near) == men and helps(far)]
    if side == "A" and end in (around := [towards(king, way) for way in ORTHOGONAL]):
        if all(grid.get(place) == "A" or place == throne for place in around):
            taken.append(king)
        elif corners and king != throne and throne not in around:
            behind = (2 * king[0] - end[0], 2 * king[1] - end[1])
            taken += [king] if helps(behind) else []
    return taken


def tafl_winner(text: str) -> str:
    side, grid = read_grid(text)
    return "A" if not those(grid, "k") else other_of(side, "AD")


# -- Halma ------------------------------------------------------------------------------------------------------------

CAMPS = {4: (2, 1), 8: (4, 3, 2, 1), 16: (5, 5, 4, 3, 2)}


def halma(text: str) -> dict[str, str]:
    side, grid = read_grid(text)
    other, last = other_of(side, "WB"), max(grid)[0]
    low = {(x, y) for y, men in enumerate(CAMPS[last + 1]) for x in range(men)}
    high = {(last - x, last - y) for x, y in low}
    own, goal = (low, high) if side == "W" else (high, low)
    if all(grid[place] != "." for place in own) and any(grid[place] == other for place in own):
        return {}
    found = {}
    for start in those(grid, side):
        left = changed(grid, {start: "."})
        ends = {towards(start, way) for way in AROUND if grid.get(towards(start, way)) == "."}
        hops, seen = [start], {start}
        while hops:
            place = hops.pop()
            for way in AROUND:
                over, to = towards(place, way), towards(place, way, 2)
                if left.get(over, ".") != "." and left.get(to) == "." and to not in seen:
                    seen.add(to)
                    hops.append(to)
        for end in (ends | seen) - {start}:
            if start not in goal or end in goal:
                found[f"{name(start)}-{name(end)}"] = write(other, changed(left, {end: side}))
    return found


# -- hunts along lines -------------------------------------------------------------------------------------------------

HARE_LINKS = {
    "A2": "B1 B2 B3", "B1": "A2 B2 C1 C2", "B2": "A2 B1 B3 C2", "B3": "A2 B2 C2 C3", "C1": "B1 C2 D1",
    "C2": "B1 B2 B3 C1 C3 D1 D2 D3", "C3": "B3 C2 D3", "D1": "C1 C2 D2 E2", "D2": "C2 D1 D3 E2", "D3": "C2 C3 D2 E2",
    "E2": "D1 D2 D3",
}  # fmt: skip
HARE_ROWS = (("B3", "C3", "D3"), ("A2", "B2", "C2", "D2", "E2"), ("B1", "C1", "D1"))
HARE_POINTS = [point for row in HARE_ROWS for point in row]


def hare_and_hounds(text: str) -> dict[str, str]:
    body, _, number = text.partition(";stalled=")
    side, signs = body[0], dict(zip(HARE_POINTS, body[2:].replace("/", ""), strict=True))
    stalled = int(number or 0)
    (hare,) = (point for point, sign in signs.items() if sign == "H")
    if all(point[0] > hare[0] for point, sign in signs.items() if sign == "D") or stalled == 10:
        return {}
    found = {}
    for start, sign in signs.items():
        for end in HARE_LINKS[start].split() if sign == side else ():
            if signs[end] != "." or (side == "D" and end[0] < start[0]):
                continue
            after = {**signs, start: ".", end: sign}
            count = stalled if side == "H" else stalled + 1 if end[0] == start[0] else 0
            rows = "/".join("".join(after[point] for point in row) for row in HARE_ROWS)
            found[f"{start}-{end}"] = f"{other_of(side, 'DH')}:{rows}" + (f";stalled={count}" if count else "")
    return found


def hare_winner(text: str) -> str:
    body, _, number = text.partition(";stalled=")
    signs = dict(zip(HARE_POINTS, body[2:].replace("/", ""), strict=True))
    (hare,) = (point for point, sign in signs.items() if sign == "H")
    escaped = all(point[0] > hare[0] for point, sign in signs.items() if sign == "D") or number == "10"
    return "H" if escaped else other_of(body[0], "DH")


ADUGO_ROWS = [[f"{x}{y}" for x in "ABCDE"] for y in range(7, 2, -1)] + [["B2", "C2", "D2"], ["A1", "C1", "E1"]]
TRIANGLE = ("C3 C2 C1", "D4 C3 B2", "B4 C3 D2", "C3 B2 A1", "C3 D2 E1", "B2 C2 D2", "A1 C1 E1", "C4 C3 C2")


def adugo_lines() -> set[tuple[str, str, str]]:
    """Three points in a row, both ways round; in the square, aslant only from points whose numbers have an even sum."""
    lines = [tuple(line.split()) for line in TRIANGLE]
    square = {(x, y) for x in range(5) for y in range(2, 7)}
    for x, y in square:
        for way in AROUND if (x + y) % 2 == 0 else ORTHOGONAL:
            three = [(x, y), towards((x, y), way), towards((x, y), way, 2)]
            lines += [tuple(map(name, three))] if set(three) <= square else []
    return {each for line in lines for each in (line, line[::-1])}  # type: ignore[misc]


ADUGO_LINES = adugo_lines()
ADUGO_STEPS = {pair for line in ADUGO_LINES for pair in (line[:2], line[1:])}


def adugo(text: str) -> dict[str, str]:
    side, points = text[0], [point for row in ADUGO_ROWS for point in row]
    signs = dict(zip(points, text[2:].replace("/", ""), strict=True))
    if list(signs.values()).count("D") <= 9:
        return {}
    found = {}
    for start, end in ADUGO_STEPS:
        if signs[start] == side and signs[end] == ".":
            found[f"{start}-{end}"] = {start: ".", end: side}
    for start, over, end in ADUGO_LINES if side == "J" else ():
        if (signs[start], signs[over], signs[end]) == ("J", "D", "."):
            found[f"{start}x{end}"] = {start: ".", over: ".", end: side}
    written = {}
    for move, changes in found.items():
        after = {**signs, **changes}
        rows = "/".join("".join(after[point] for point in row) for row in ADUGO_ROWS)
        written[move] = f"{other_of(side, 'JD')}:{rows}"
    return written


# -- Havannah ---------------------------------------------------------------------------------------------------------

HEXAGONAL = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def read_hexagon(text: str) -> tuple[str, int, Grid]:
    """The side to move, the size, and what is on the cells, by the number and the letter of each."""
    side, _, body = text.partition(":")
    rows = body.split("/")[::-1]
    size = (len(rows) + 1) // 2
    return side, size, {(x + max(0, y - size + 1), y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}


def write_hexagon(side: str, grid: Grid) -> str:
    rows = [[grid[place] for place in sorted(grid) if place[1] == y] for y in range(max(y for _, y in grid), -1, -1)]
    return f"{side}:" + "/".join("".join(row) for row in rows)


def hexagonal(place: Place) -> set[Place]:
    return {(place[0] + x, place[1] + y) for x, y in HEXAGONAL}


def group(start: Place, within: set[Place]) -> set[Place]:
    found, waiting = {start}, [start]
    while waiting:
        new = (hexagonal(waiting.pop()) & within) - found
        found |= new
        waiting += new
    return found


def has_structure(size: int, grid: Grid, side: str) -> bool:
    """A ring around what can't leave the board without crossing stones, or around a stone; a bridge; a fork."""
    stones, last = set(those(grid, side)), 2 * size - 2
    edges: list[Callable[[Place], bool]] = [
        lambda at: at[0] == 0, lambda at: at[0] == last, lambda at: at[1] == 0, lambda at: at[1] == last,
        lambda at: at[0] - at[1] == size - 1, lambda at: at[1] - at[0] == size - 1,
    ]  # fmt: skip
    touched = {place: [number for number, is_on in enumerate(edges) if is_on(place)] for place in grid}
    if any(hexagonal(stone) <= stones for stone in stones):
        return True
    others = set(grid) - stones
    if any(not any(touched[cell] for cell in group(place, others)) for place in others):
        return True
    for stone in stones:
        chain = group(stone, stones)
        if sum(len(touched[cell]) == 2 for cell in chain) > 1:
            return True
        if len({touched[cell][0] for cell in chain if len(touched[cell]) == 1}) > 2:
            return True
    return False


def havannah(text: str) -> dict[str, str]:
    side, size, grid = read_hexagon(text)
    other = other_of(side, "WB")
    if has_structure(size, grid, other):
        return {}
    gaps = those(grid, ".")
    found = {f"{LETTERS[y].lower()}{x + 1}": write_hexagon(other, changed(grid, {(x, y): side})) for x, y in gaps}
    if side == "B" and len(gaps) == len(grid) - 1:
        found["swap"] = write_hexagon("W", {place: {"W": "B"}.get(sign, sign) for place, sign in grid.items()})
    return found


def havannah_winner(text: str) -> str:
    side, size, grid = read_hexagon(text)
    other = other_of(side, "WB")
    return other if has_structure(size, grid, other) else "draw"


# -- Five Field Kono --------------------------------------------------------------------------------------------------

HOMES = {side: {(x, y) for x in range(5)} | {(0, inner), (4, inner)} for side, y, inner in (("W", 0, 1), ("B", 4, 3))}


def five_field_kono(text: str) -> dict[str, str]:
    side, grid = read_grid(text)
    other = other_of(side, "WB")
    if set(those(grid, other)) == HOMES[side]:
        return {}
    steps = [(place, (place[0] + x, place[1] + y)) for place in those(grid, side) for x in (-1, 1) for y in (-1, 1)]
    return {
        f"{name(start)}-{name(end)}": write(other, changed(grid, {start: ".", end: side}))
        for start, end in steps
        if grid.get(end) == "."
    }
