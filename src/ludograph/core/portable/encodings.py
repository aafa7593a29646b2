"""Lines that are not in UTF-8: in which of the older encodings they are, by the words that each would show."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

#: Words as Russians write them. Read in the encoding of another alphabet, accented letters stand alone among others,
#: and small and capital letters are mixed.
WORD: Final = re.compile("[А-ЯЁ]?[а-яё]{2,}|[А-ЯЁ]{2,}")
#: The most frequent one first: it is taken when words in capitals fit several.
CYRILLIC: Final = ("cp1251", "cp866", "koi8-r")
WESTERN: Final = "cp1252"
NAMES: Final[Mapping[str, str]] = {
    "cp1251": "Windows-1251, which is Cyrillic",
    "cp866": "CP866, the Cyrillic of DOS",
    "koi8-r": "KOI8-R, which is Cyrillic",
    WESTERN: "Windows-1252",
}
#: So many bytes beyond ASCII are enough to know.
ENOUGH: Final = 10_000


class Decoding:
    """The lines of one file: each tells something about those behind it."""

    def __init__(self) -> None:
        self.encoding = WESTERN
        self._shown: Counter[str] = Counter()
        self._beyond = 0

    def decoded(self, data: bytes) -> str:
        """A line that is not in UTF-8."""
        if self._beyond < ENOUGH:
            self._look_at(data)
        try:
            return data.decode(self.encoding)
        except UnicodeDecodeError:  # some bytes stand for nothing
            return data.decode("latin-1" if self.encoding == WESTERN else self.encoding, "replace")

    def _look_at(self, data: bytes) -> None:
        self._beyond += sum(byte >= 0x80 for byte in data)
        for encoding in CYRILLIC:
            self._shown[encoding] += sum(map(len, WORD.findall(data.decode(encoding, "replace"))))
        best = max(CYRILLIC, key=lambda encoding: self._shown[encoding])
        self.encoding = best if 2 * self._shown[best] > self._beyond else WESTERN
