"""A second statement of the rules of Trimok, a dictionary of cells and the rules read aloud: shares nothing with the
package."""

from __future__ import annotations


def naive_moves(position: str, exchange: str) -> set[str]:
    """All moves of a position by trying every cell with every cell."""
    side, _, records = position.partition(":")
    board = {record[1:3]: (int(record[0]), record[3]) for record in records.split(",")}
    cells = [file + rank for file in "ABCDEF" for rank in "123456"]
    if not any(owner != side for _, owner in board.values()):
        return set()
    home, far = ("1", "6") if side == "R" else ("6", "1")
    moves = set()
    for source in cells:
        size, owner = board.get(source, (0, ""))
        if owner != side:
            continue
        for target in cells:
            across, up = abs(ord(source[0]) - ord(target[0])), abs(int(source[1]) - int(target[1]))
            if max(across, up) == 1:
                if target not in board:
                    moves.add(f"{source}-{target}")
                elif board[target][1] != side and (size, board[target][0]) in {(3, 2), (2, 1), (1, 3)}:
                    moves.add(f"{source}x{target}")
            if source[1] == far and target[1] == home and across <= 1 and target not in board:
                moves.add(f"{source}-{target}")
                for other in {1, 2, 3} - {size}:
                    in_play = sum(found == (other, side) for found in board.values())
                    if exchange == "free" or (exchange == "reserve" and in_play < 4):
                        moves.add(f"{source}-{target}={other}")
    return moves


def naive_play(position: str, move: str) -> str:
    side, _, records = position.partition(":")
    board = {record[1:3]: (record[0], record[3]) for record in records.split(",")}
    source, target, becomes = move[:2], move[3:5], move[6:]
    size, owner = board.pop(source)
    board[target] = (becomes or size, owner)
    order = sorted(board, key=lambda cell: (cell[1], cell[0]))
    return f"{'B' if side == 'R' else 'R'}:" + ",".join(board[cell][0] + cell + board[cell][1] for cell in order)
