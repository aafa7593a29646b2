"""The slices of all parts become one file: workers compress its blocks, and here they are put one behind the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from ludograph.core.files import write_whole
from ludograph.solver.file import Header, packed_block, write_packed
from ludograph.solver.parts.crew import Crew
from ludograph.solver.parts.files import mapped
from ludograph.solver.remoteness import BLOCK

#: So many blocks are compressed at a time.
BLOCKS_AT_ONCE = 8


def write_joined(crew: Crew, folder: str, number: int, header: Header, file: Path) -> None:
    """Write a file of what the parts have written as the numbers of a file, of which a work may make several."""
    packed = _joined(crew, folder, f"numbers-{number}", header.bits, is_keyed=header.is_keyed)
    write_whole(file, lambda stream: write_packed(header, packed, stream))


def _joined(crew: Crew, folder: str, name: str, bits: int, *, is_keyed: bool) -> Iterator[tuple[int, bytes]]:
    """The packed blocks of what the parts have written, in their order."""
    slices = [_slices(folder, "keys" if is_keyed else name, part, bits) for part in range(crew.workers)]
    bounds = _bounds_by_key(slices) if is_keyed else _bounds_by_rank(slices)
    work = (
        (folder, name, bits, is_keyed, number * BLOCKS_AT_ONCE * BLOCK, list(zip(*ends, strict=True)))
        for number, ends in enumerate(pairwise(bounds))
    )
    for file, places in crew.tasks(pack, work):
        with Path(file).open("rb") as stream:
            for first_key, length in places:
                yield first_key, stream.read(length)
        Path(file).unlink()


def pack(
    folder: str, name: str, bits: int, is_keyed: bool, first: int, ends: Sequence[tuple[int, int]]
) -> tuple[str, list[tuple[int, int]]]:
    """Compress some blocks, for which each part has what stands between two places of its own; returns the file, and
    of each block the first key and the length."""
    import numpy as np

    numbers = np.concatenate([_slices(folder, name, part, bits)[a:b] for part, (a, b) in enumerate(ends)])
    keys = np.arange(first, first + len(numbers), dtype=np.uint64)
    if is_keyed:
        keys = np.concatenate([_slices(folder, "keys", part, bits)[a:b] for part, (a, b) in enumerate(ends)])
        order = np.argsort(keys)
        keys, numbers = keys[order], numbers[order]
    file, places = Path(folder) / f"packed-{first}", list[tuple[int, int]]()
    with file.open("wb") as stream:
        for begin in range(0, len(numbers), BLOCK):
            block = slice(begin, begin + BLOCK)
            first_key, content = packed_block(keys[block], numbers[block], is_keyed=is_keyed)
            places.append((first_key, stream.write(content)))
    return str(file), places


def _slices(folder: str, name: str, part: int, bits: int) -> Any:
    return mapped(Path(folder) / f"{name}.{part}", "uint64" if name == "keys" else f"uint{bits}")


def _bounds_by_rank(slices: Sequence[Any]) -> list[list[int]]:
    """Where each part is cut, for all numbers of blocks that are compressed at a time: slices follow each other."""
    sizes = list(map(len, slices))
    begins = [sum(sizes[:part]) for part in range(len(sizes))]
    return [
        [min(max(place - begin, 0), size) for begin, size in zip(begins, sizes, strict=True)]
        for place in _cuts(sum(sizes))
    ]


def _bounds_by_key(keys: Sequence[Any]) -> list[list[int]]:
    """The same where every part has keys from everywhere."""
    import numpy as np

    total = sum(map(len, keys))

    def below(key: int) -> list[int]:
        return [int(np.searchsorted(each, np.uint64(key))) for each in keys]

    bounds = []
    for place in _cuts(total):
        low, high = 0, (1 << 64) - 1  # the least key below which there are so many
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if sum(below(middle)) >= place else (middle + 1, high)
        bounds.append(below(low) if place < total else [len(each) for each in keys])
    return bounds


def _cuts(total: int) -> list[int]:
    return [*range(0, total, BLOCKS_AT_ONCE * BLOCK), total]
