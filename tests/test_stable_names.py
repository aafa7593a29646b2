"""docs/stability.md lists the public names, all of them and no others."""

from __future__ import annotations

import re

import ludograph
from pages import DOCS


def test_public_names_are_listed() -> None:
    listed = re.findall(r"^\| `ludograph\.(\w+)`", (DOCS / "stability.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(ludograph.__all__)
    assert all(getattr(ludograph, name) for name in listed)
