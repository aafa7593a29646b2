"""Several games of one page once more, from texts of positions, without boards, bits or tables."""

from __future__ import annotations

Rows = list[list[str]]


def rows_of(text: str) -> tuple[str, Rows]:
    """The side to move and the rows, the lowest first."""
    side, _, body = text.partition(":")
    return side, [list(row) for row in reversed(body.split("/"))]


def cell(x: int, y: int) -> str:
    return f"{'ABCDEFGHIJK'[x]}{y + 1}"


def breakthrough_moves(text: str) -> set[str]:
    side, rows = rows_of(text)
    ahead, other = (1, "B") if side == "W" else (-1, "W")
    if other in (rows[0] if other == "B" else rows[-1]):
        return set()
    found = set()
    for y, row in enumerate(rows):
        for x, piece in enumerate(row):
            for aside in (-1, 0, 1):
                to_x, to_y = x + aside, y + ahead
                if piece != side or to_x not in range(len(row)) or to_y not in range(len(rows)):
                    continue
                target = rows[to_y][to_x]
                if target == "." or (target == other and aside):
                    found.add(f"{cell(x, y)}{'-' if target == '.' else 'x'}{cell(to_x, to_y)}")
    return found


def hexapawn_moves(text: str) -> set[str]:
    """Of Breakthrough's moves those straight ahead that take nothing, and those aslant that take something."""
    return {move for move in breakthrough_moves(text) if (move[0] == move[3]) == ("-" in move)}


def dao_moves(text: str) -> set[str]:
    side, rows = rows_of(text)
    other = "B" if side == "W" else "W"
    stones = {"B": set[tuple[int, int]](), "W": set[tuple[int, int]]()}
    for y, row in enumerate(rows):
        for x, piece in enumerate(row):
            if piece != ".":
                stones[piece].add((x, y))
    if dao_is_won(stones[other]) or any(around <= stones[other] for around in dao_cells_around_corners(stones[side])):
        return set()
    taken = stones["B"] | stones["W"]
    found = set()
    for x, y in stones[side]:
        for right, up in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
            steps = 0
            while dao_is_free(x + (steps + 1) * right, y + (steps + 1) * up, taken):
                steps += 1
            if steps:
                found.add(f"{cell(x, y)}-{cell(x + steps * right, y + steps * up)}")
    return found


def dao_is_free(x: int, y: int, taken: set[tuple[int, int]]) -> bool:
    return x in range(4) and y in range(4) and (x, y) not in taken


def dao_is_won(stones: set[tuple[int, int]]) -> bool:
    """Four in one row, four in one column, all within two columns and two rows, or all corners."""
    columns, rows = {x for x, _ in stones}, {y for _, y in stones}
    is_square = max(columns) - min(columns) == max(rows) - min(rows) == 1
    return len(columns) == 1 or len(rows) == 1 or is_square or stones == {(0, 0), (0, 3), (3, 0), (3, 3)}


def dao_cells_around_corners(stones: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """The three cells around each stone that is in a corner."""
    corners = [(x, y) for x, y in stones if x in (0, 3) and y in (0, 3)]
    near = {0: (0, 1), 3: (2, 3)}
    return [{(a, b) for a in near[x] for b in near[y]} - {(x, y)} for x, y in corners]


def hex_moves(text: str) -> set[str]:
    side, rows = rows_of(text)
    if hex_is_joined(rows, "B" if side == "R" else "R"):
        return set()
    return {cell(x, y) for y, row in enumerate(rows) for x, piece in enumerate(row) if piece == "."}


def hex_is_joined(rows: Rows, side: str) -> bool:
    """Red joins the lowest row and the highest, Blue the first column and the last."""
    size = len(rows)
    waiting = [(x, 0) if side == "R" else (0, x) for x in range(size)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        x, y = waiting.pop()
        if (x, y) in seen or x not in range(size) or y not in range(size) or rows[y][x] != side:
            continue
        seen.add((x, y))
        waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)]
    return any((y if side == "R" else x) == size - 1 for x, y in seen)


def othello_moves(text: str) -> set[str]:
    side, rows = rows_of(text)
    rows.reverse()  # the first row is the highest
    other = "W" if side == "B" else "B"
    own, others = othello_places(rows, side, other), othello_places(rows, other, side)
    return own or ({"pass"} if others else set())


def othello_places(rows: Rows, side: str, other: str) -> set[str]:
    size = len(rows)

    def at(x: int, y: int) -> str:
        return rows[y][x] if x in range(size) and y in range(size) else ""

    found = set()
    for y in range(size):
        for x in range(size):
            for right, down in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
                steps = 1
                while at(x + steps * right, y + steps * down) == other:
                    steps += 1
                if at(x, y) == "." and steps > 1 and at(x + steps * right, y + steps * down) == side:
                    found.add(cell(x, y))
    return found


def connect_four_moves(text: str) -> set[str]:
    side, rows = rows_of(text)
    other = "Y" if side == "R" else "R"
    columns = [[row[x] for row in rows] for x in range(len(rows[0]))]
    for y in range(len(rows)):
        for x in range(len(columns)):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(x + right * step, y + up * step) for step in range(4)]
                if all(a in range(len(columns)) and b in range(len(rows)) and rows[b][a] == other for a, b in line):
                    return set()
    return {cell(x, column.index(".")) for x, column in enumerate(columns) if "." in column}
