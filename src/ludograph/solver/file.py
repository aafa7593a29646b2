"""Solutions as files: compressed blocks that are read one by one, and a manifest that says what they are.

    magic · blocks · manifest (JSON) · footer: where the manifest is, its checksum, magic

The footer comes last, so that a file that was cut off is never taken for a whole one; besides, a file is written under
another name, synced, and only then given its own. A block holds up to ``BLOCK`` numbers; where the ranks are keys, the
differences of the keys stand before the numbers.
"""

from __future__ import annotations

import bisect
import hashlib
import json
import mmap
import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO, cast

from ludograph.core.files import check_regular, reason_of, write_whole
from ludograph.core.game import MAX_POSITION_TEXT, Game, Road
from ludograph.core.registry import game as game_named
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import DamagedSolution, FileRefused, LudographError
from ludograph.solver.any_solution import AnySolution
from ludograph.solver.game_solution import GameSolution
from ludograph.solver.plain import ListedPositions
from ludograph.solver.remoteness import BLOCK, OUTSIDE, WIDTHS, Numbering, RemotenessTable
from ludograph.solver.retrograde import RanksUpToSymmetry
from ludograph.solver.solution import Solution

MAGIC = b"LUDOGRAPH SOLVED"
FORMAT = "ludograph-solution"
VERSION = 1
FOOTER = struct.Struct("<QQ32s16s")
COMPRESSION_LEVEL = 3
MANIFEST_TYPES: dict[str, type] = {
    "format": str,
    "version": int,
    "game": str,
    "rules_version": int,
    "constants": str,
    "bits": int,
    "numbers": int,
    "block": int,
    "keyed": bool,
    "complete": bool,
    "up_to_symmetry": bool,
    "positions": int,
    "by_remoteness": list,
    "first_keys": list,
    "blocks": list,
}
BLOCK_TYPES = [int, int, str]  # where it is, how long it is, its checksum
BLOCKS_IN_MEMORY = 64


def write_solution(solution: AnySolution, file: Path) -> None:
    """Write a solution to a file: whole or not at all."""
    write_whole(file, lambda stream: _write(solution, stream))


def read_solution(file: Path) -> AnySolution:
    """The solution in a file; the blocks are read where they are asked for."""
    table = FileTable(file)
    counts, positions = table.manifest["by_remoteness"], table.manifest["positions"]
    game = _game(file, table.manifest)
    if table.manifest.get("tier"):
        return _read_tier(file, table, game)
    texts = table.texts()
    if (texts is None) is (game.road is Road.PLAIN):
        raise DamagedSolution(f"The solution {file} is of {game.id}, which can't be solved so.")
    numbering = cast(Numbering, game) if texts is None else ListedPositions(game, texts)
    if game.road is Road.RETROGRADE:
        numbering = RanksUpToSymmetry(cast(KernelGame, game), up_to_symmetry=table.up_to_symmetry)
    _check_rules(file, table.manifest, game, numbering)
    kind = Solution if len(game.seats) == 1 else GameSolution
    return kind(game, table, counts, positions, numbering)


def _read_tier(file: Path, table: FileTable, game: Game) -> AnySolution:
    """The solution of one tier of a game for two."""
    from ludograph.solver.tiers.endings import TierNumbering, TierSolution

    try:
        numbering = TierNumbering.from_data(game, table.manifest["tier"])
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise DamagedSolution(f"The solution {file} is of a material that {game.id} doesn't have.") from None
    _check_rules(file, table.manifest, game, numbering)
    if len(table) != numbering.ranks:
        raise DamagedSolution(f"The solution {file} has {len(table):,} numbers, not {numbering.ranks:,}.")
    return TierSolution(game, table, table.manifest["by_remoteness"], table.manifest["positions"], numbering)


@dataclass(frozen=True)
class Header:
    """What a file says of its numbers, beside these."""

    game: Game
    numbering: Numbering
    bits: int
    numbers: int
    is_keyed: bool
    is_complete: bool
    up_to_symmetry: bool
    positions: int
    counts: Sequence[int]

    @classmethod
    def of(cls, solution: AnySolution) -> Header:
        table = solution.table
        flags = table.is_keyed, table.is_complete, table.up_to_symmetry
        own = solution.positions, solution.counts
        return cls(solution.game, solution.numbering, table.bits, len(table), *flags, *own)


def packed_block(keys: Any, numbers: Any, *, is_keyed: bool) -> tuple[int, bytes]:
    """The first key of a block, and what a file has of it."""
    import numpy as np
    import zstandard

    content = np.ascontiguousarray(numbers).tobytes()
    if is_keyed:
        content = np.diff(keys, prepend=np.uint64(0)).tobytes() + content
    return int(keys[0]), zstandard.ZstdCompressor(level=COMPRESSION_LEVEL, threads=0).compress(content)


def _write(solution: AnySolution, stream: BinaryIO) -> None:
    table = solution.table
    packed = (packed_block(keys, numbers, is_keyed=table.is_keyed) for keys, numbers in table.blocks())
    write_packed(Header.of(solution), packed, stream)


def write_packed(header: Header, packed: Iterable[tuple[int, bytes]], stream: BinaryIO) -> None:
    """Write a whole solution whose blocks are packed already."""
    import zstandard

    blocks, first_keys = [], []
    stream.write(MAGIC)
    for first_key, content in packed:
        blocks.append(_put(stream, content))
        first_keys += [first_key] if header.is_keyed else []
    numbering = header.numbering
    listed = "\n".join(numbering.texts).encode() if isinstance(numbering, ListedPositions) else b""
    compressor = zstandard.ZstdCompressor(level=COMPRESSION_LEVEL, threads=0)
    texts = _put(stream, compressor.compress(listed)) if listed else []
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "game": header.game.id,
        "rules_version": header.game.rules_version,
        "constants": numbering.rules_digest,
        "bits": header.bits,
        "numbers": header.numbers,
        "block": BLOCK,
        "keyed": header.is_keyed,
        "complete": header.is_complete,
        "up_to_symmetry": header.up_to_symmetry,
        "positions": header.positions,
        "by_remoteness": list(header.counts),
        "first_keys": first_keys,
        "blocks": blocks,
        "texts": texts,
        "tier": numbering.as_data() if hasattr(numbering, "as_data") else None,
    }
    text = json.dumps(manifest).encode()
    begin = stream.tell()
    stream.write(text)
    stream.write(FOOTER.pack(begin, len(text), hashlib.sha256(text).digest(), MAGIC))


def _put(stream: BinaryIO, packed: bytes) -> list[Any]:
    """Write a block; returns where it is, how long, and its checksum."""
    place = [stream.tell(), len(packed), hashlib.sha256(packed).hexdigest()]
    stream.write(packed)
    return place


def _are_blocks(manifest: dict[str, Any]) -> bool:
    """Whether the list of blocks is one, and as long as the numbers need it."""
    blocks, wanted = manifest["blocks"], -(-manifest["numbers"] // BLOCK)
    listed = [manifest["texts"]] if manifest.get("texts") else []
    return (
        len(blocks) == wanted
        and (not manifest["keyed"] or len(manifest["first_keys"]) == wanted)
        and all(type(key) is int for key in manifest["first_keys"])
        and all(type(count) is int for count in manifest["by_remoteness"])
        and all(type(block) is list and [type(part) for part in block] == BLOCK_TYPES for block in [*blocks, *listed])
    )


def _game(file: Path, manifest: dict[str, Any]) -> Game:
    try:
        return game_named(manifest["game"])
    except LudographError as error:
        raise DamagedSolution(f"The solution {file} is of no game that is here: {error.message}") from None


def _check_rules(file: Path, manifest: dict[str, Any], game: Game, numbering: Numbering) -> None:
    """Refuse a solution by other rules than those that there are now."""
    if not numbering.ranks:
        raise DamagedSolution(f"The solution {file} is of {game.id}, which can't be solved so.")
    if manifest["rules_version"] != game.rules_version:
        raise DamagedSolution(
            f"The solution {file} is of version {manifest['rules_version']} of the rules of {game.id}, "
            f"which are now at version {game.rules_version}: solve it anew."
        )
    if manifest["constants"] != numbering.rules_digest:
        raise DamagedSolution(f"The solution {file} is of another {game.id} than there is now: solve it anew.")
    if manifest["up_to_symmetry"] and not getattr(numbering, "has_symmetries", False):
        raise DamagedSolution(f"The solution {file} is up to symmetry, but {game.id} has no symmetries.")


class FileTable(RemotenessTable):
    """The numbers in a file, a block at a time."""

    def __init__(self, file: Path) -> None:
        self.file = file
        check_regular(file)
        try:
            with file.open("rb") as stream:
                self._data = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        except OSError as error:
            raise FileRefused(f"The file {file} can't be read: {reason_of(error)}.") from None
        except ValueError:
            raise self._damaged("it is empty") from None
        self.manifest = self._read_manifest()
        self.bits = self.manifest["bits"]
        self.is_keyed = self.manifest["keyed"]
        self.is_complete = self.manifest["complete"]
        self.up_to_symmetry = self.manifest["up_to_symmetry"]
        self._block = lru_cache(maxsize=BLOCKS_IN_MEMORY)(self._read_block)

    def _damaged(self, what: str) -> DamagedSolution:
        return DamagedSolution(f"The file {self.file} is no whole solution: {what}.")

    def _read_manifest(self) -> dict[str, Any]:
        size = len(self._data)
        if size < len(MAGIC) + FOOTER.size or self._data[: len(MAGIC)] != MAGIC:
            raise self._damaged("it does not begin like one")
        begin, length, checksum, magic = FOOTER.unpack(self._data[size - FOOTER.size :])
        if magic != MAGIC or begin + length + FOOTER.size != size:
            raise self._damaged("it was cut off or is damaged at its end")
        text = self._data[begin : begin + length]
        if hashlib.sha256(text).digest() != checksum:
            raise self._damaged("its manifest is damaged")
        try:
            manifest = json.loads(text)
        except (ValueError, RecursionError):
            raise self._damaged("its manifest is no JSON") from None
        if not isinstance(manifest, dict) or not all(
            type(manifest.get(key)) is kind for key, kind in MANIFEST_TYPES.items()
        ):
            raise self._damaged("its manifest has not what it needs")
        if manifest["format"] != FORMAT or manifest["version"] != VERSION:
            raise self._damaged(f"its version is {manifest['version']}, and this program reads version {VERSION}")
        if manifest["bits"] not in WIDTHS or manifest["block"] != BLOCK or not _are_blocks(manifest):
            raise self._damaged("its blocks are not such as this program writes")
        return manifest

    def _read_block(self, number: int) -> tuple[Any, Any]:
        """The keys and the numbers of a block."""
        import numpy as np
        import zstandard

        packed = self._packed(self.manifest["blocks"][number], f"block {number + 1} of {len(self.manifest['blocks'])}")
        first = number * BLOCK
        count = min(BLOCK, len(self) - first)
        size = count * (self.bits // 8 + (8 if self.is_keyed else 0))
        try:
            content = zstandard.ZstdDecompressor().decompress(packed, max_output_size=size)
        except zstandard.ZstdError:
            raise self._damaged(f"its block {number + 1} can't be unpacked") from None
        if len(content) != size:
            raise self._damaged(f"its block {number + 1} has {len(content)} bytes, not {size}")
        numbers = np.frombuffer(content, f"uint{self.bits}", count, len(content) - count * self.bits // 8)
        if not self.is_keyed:
            return np.arange(first, first + count, dtype=np.uint64), numbers
        return np.cumsum(np.frombuffer(content, np.uint64, count), dtype=np.uint64), numbers

    def _packed(self, place: Sequence[Any], what: str) -> bytes:
        offset, length, checksum = place
        packed = self._data[offset : offset + length]
        if hashlib.sha256(packed).hexdigest() != checksum:
            raise self._damaged(f"its {what} is damaged")
        return packed

    def texts(self) -> list[str] | None:
        """The texts of the positions in the order of their numbers, where a kernel doesn't number them."""
        import zstandard

        if not self.manifest.get("texts"):
            return None
        packed = self._packed(self.manifest["texts"], "list of positions")
        try:
            with zstandard.ZstdDecompressor().stream_reader(packed) as stream:
                texts = stream.read(len(self) * (MAX_POSITION_TEXT + 1)).decode().split("\n")
        except (zstandard.ZstdError, UnicodeDecodeError):
            raise self._damaged("its list of positions can't be unpacked") from None
        if len(texts) != len(self) or self.is_keyed:
            raise self._damaged(f"it has {len(texts)} texts for {len(self)} positions")
        return texts

    def __len__(self) -> int:
        return int(self.manifest["numbers"])

    def get(self, rank: int) -> int:
        import numpy as np

        number = rank // BLOCK
        if self.is_keyed:
            number = bisect.bisect_right(self.manifest["first_keys"], rank) - 1
        if not 0 <= number < len(self.manifest["blocks"]):
            return OUTSIDE
        keys, numbers = self._block(number)
        place = int(np.searchsorted(keys, np.uint64(rank)))
        if place == len(keys) or int(keys[place]) != rank:
            return OUTSIDE
        return self.readable(int(numbers[place]))

    def blocks(self) -> Iterator[tuple[Any, Any]]:
        for number in range(len(self.manifest["blocks"])):
            yield self._read_block(number)
