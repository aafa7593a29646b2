"""Statements that mean nothing."""

from __future__ import annotations

import ast

from ludograph.engine.compiler.types import Type


class Refused(Exception):
    """A statement means nothing."""

    def __init__(self, node: ast.AST, why: str) -> None:
        super().__init__(why)
        self.node = node
        self.why = why


class Consequence(Refused):
    """A statement means nothing because of something else, which is told."""


def a(kind: Type) -> str:
    """A type with its article."""
    return f"{'an' if str(kind)[0] in 'ai' else 'a'} {kind}"
