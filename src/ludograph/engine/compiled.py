"""Compiled programs, shared by all who want the same, and kept in the cache by the hash of all that can matter: what
is kept there can be neither stale nor missed."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType, GenericAlias, SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

from ludograph.engine.cache import kept_or_made
from ludograph.engine.compiler.calls import Interface, caller
from ludograph.engine.compiler.failing import ENTRY, Site
from ludograph.engine.compiler.faults import Place
from ludograph.engine.compiler.sources import text_of
from ludograph.engine.kernel import Bindings, Kernel, collect
from ludograph.engine.rules import is_apart


class Compiled(SimpleNamespace):
    """Functions of machine code by their names."""


COMPILING = threading.RLock()
#: What is in use. A server meets many maps, so nothing stays that nobody wants any more.
_loaded: WeakValueDictionary[tuple[str, type], Compiled] = WeakValueDictionary()


def compiled_functions(
    kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]], *, has_bounds_checks: bool
) -> Compiled:
    """The algorithms as functions of machine code, made now or before; all who want the same share it."""
    bindings = collect(kernel, algorithms)
    name = f"{kernel.name}-{_digest(kernel, algorithms, bindings, has_bounds_checks)}"
    if loaded := _loaded.get((name, kernel.state)):
        return loaded  # without waiting for those who compile something else
    with COMPILING:
        compiled = _loaded.get((name, kernel.state))
        if compiled is None:
            data = kept_or_made(version(), name, lambda: _compile(kernel, algorithms, bindings, has_bounds_checks))
            compiled = _loaded[name, kernel.state] = _functions(kernel, data)
        return compiled


def _compile(
    kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]], bindings: Bindings, has_bounds_checks: bool
) -> bytes:
    """A program's file: how its functions are called, where they can fail, and their machine code."""
    from ludograph.engine.compiler.module import write_module  # not needed for what is kept, and slow to import
    from ludograph.engine.compiler.native import chosen_level, object_file, this_machine

    module = write_module(kernel, algorithms, bindings, has_bounds_checks=has_bounds_checks)
    head = {
        "entries": {name: [each.parameters, each.result] for name, each in module.entries.items()},
        "sites": [[*vars(site.place).values(), site.sentence] for site in module.sites],
    }
    text = json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + object_file(module.text, this_machine(), chosen_level())


def _functions(kernel: Kernel, data: bytes) -> Compiled:
    from ludograph.engine.compiler.native import Library

    length = int.from_bytes(data[:8], "little")
    head = json.loads(data[8 : 8 + length])
    library = Library(data[8 + length :], (ENTRY + name for name in head["entries"]))
    sites = [Site(Place(*place), sentence) for *place, sentence in head["sites"]]
    found: dict[str, Callable[..., Any]] = {}
    for name, (parameters, result) in head["entries"].items():
        interface = Interface(tuple((each[0], each[1]) for each in parameters), result)
        found[name] = caller(kernel, library.address(ENTRY + name), interface, sites)
        vars(found[name])["library"] = library  # lives as long as its functions
    return Compiled(**found)


# -- the name ----------------------------------------------------------------------------------------------


def _digest(
    kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]], bindings: Bindings, has_bounds_checks: bool
) -> str:
    """A hash of everything that can change the machine code."""
    from ludograph.engine.compiler.native import chosen_level

    total = hashlib.sha256()
    for piece in _pieces(kernel, algorithms, bindings):
        total.update(len(piece).to_bytes(8, "little") + piece)
    total.update(f"{has_bounds_checks} {chosen_level()} {_surroundings()}".encode())
    return total.hexdigest()[:20]


def _pieces(kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]], bindings: Bindings) -> Iterator[bytes]:
    fields = kernel.state._fields  # type: ignore[attr-defined]
    yield f"{kernel.name} {fields} {kernel.distance_bits}".encode()
    files: dict[str, str] = {}
    for function in bindings:
        files.setdefault(function.__code__.co_filename, text_of(function))
    for file, text in files.items():
        yield f"{file}\n{text}".encode()
    entries = [*kernel.complete_functions().items(), *algorithms.items()]
    for name, entry in entries:
        yield f"{name} {_named(entry)}".encode()
    for function, names in bindings.items():
        yield f"{_named(function)} {is_apart(function)} {_types_of(function)}".encode() + function.__code__.co_code
        for name, value in names.items():
            if callable(value):
                yield f"{name} {_named(value)} {getattr(value, '_fields', '')}".encode()
            elif hasattr(value, "dtype"):
                yield f"{name} {value.dtype.str} {value.shape}".encode() + value.tobytes()
            else:
                yield f"{name} {value!r}".encode()


def _types_of(function: FunctionType) -> list[str]:
    """The types that annotations may name: they can come from files that no function of the program stands in."""
    known = function.__globals__.items()
    aliases = [f"{name} {value}" for name, value in known if isinstance(value, GenericAlias)]
    return aliases + [f"{name} {value._fields}" for name, value in known if hasattr(value, "_fields")]


def _named(function: Any) -> str:
    line = function.__code__.co_firstlineno if hasattr(function, "__code__") else ""
    return f"{function.__module__}.{function.__qualname__}:{line}"


@lru_cache(maxsize=1)
def _surroundings() -> str:
    """The compiler's own text, that of what collects functions for it and of this package's version, LLVM and the
    machine."""
    import llvmlite

    from ludograph.engine.compiler.native import this_machine

    own = hashlib.sha256()
    engine = Path(__file__).parent
    others = Path(__file__), engine / "kernel.py", engine.parent / "__init__.py"
    for file in (*sorted(engine.glob("compiler/*.py")), *others):
        own.update(file.read_bytes())
    return f"{own.hexdigest()} {llvmlite.__version__} {sys.version_info[:2]} {this_machine()}"


def version() -> str:
    """The name of the folder for the files of this version."""
    return hashlib.sha256(_surroundings().encode()).hexdigest()[:16]
