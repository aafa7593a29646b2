"""The source of functions, and their syntax trees with the line numbers of their files."""

from __future__ import annotations

import ast
import linecache
import threading
from types import FunctionType

from ludograph.errors import InvalidGame

#: Python 3.11 fails now and then when two threads parse at once.
PARSING = threading.Lock()

_definitions: dict[str, tuple[str, dict[int, ast.FunctionDef]]] = {}


def lines_of(function: FunctionType) -> list[str]:
    """The lines of the file, or of the notebook's cell, that a function stands in."""
    return linecache.getlines(function.__code__.co_filename, function.__globals__)


def text_of(function: FunctionType) -> str:
    """The whole file that a function stands in."""
    text = "".join(lines_of(function))
    if not text:
        raise InvalidGame(f"The source of {function.__qualname__} can't be found, so that it can't be compiled.")
    return text


def definition_of(function: FunctionType) -> ast.FunctionDef:
    """The syntax tree of a function. Each file is parsed once."""
    name, text = function.__code__.co_filename, text_of(function)
    with PARSING:
        if name not in _definitions or _definitions[name][0] != text:
            _definitions[name] = text, _by_line(_parsed(text, name))
        found = _definitions[name][1].get(function.__code__.co_firstlineno)
    if found is None or found.name != function.__code__.co_name:
        where = f"{name}, line {function.__code__.co_firstlineno}"
        raise InvalidGame(
            f"{function.__qualname__} isn't found where it was loaded from ({where}): a kernel's functions are made by "
            f"def, and a file that was changed needs a new start."
        )
    return found


def _parsed(text: str, name: str) -> ast.Module:
    try:
        return ast.parse(text, name)
    except SyntaxError:  # changed since it was loaded
        return ast.Module([], [])


def _by_line(module: ast.Module) -> dict[int, ast.FunctionDef]:
    """All functions, by the line with which they begin for Python: that of the first decorator."""
    found = (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(each.lineno for each in node.decorator_list)]): node for node in found}


def head_of(definition: ast.FunctionDef) -> ast.Name:
    """The name of a function in its first line, to be pointed at."""
    line, first = definition.lineno, definition.col_offset + len("def ")
    last = first + len(definition.name.encode())
    return ast.Name(definition.name, lineno=line, col_offset=first, end_lineno=line, end_col_offset=last)
