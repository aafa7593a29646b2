"""Compiled programs, kept in files that are named by the hash of all that can matter.

So a file can be neither stale nor missed. One that is damaged, by a full disk or a lost machine, is made anew.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import FunctionType, GenericAlias, SimpleNamespace
from typing import Any
from weakref import WeakValueDictionary

from ludograph.engine.cache import kernel_folder
from ludograph.engine.compiler.calls import Interface, caller
from ludograph.engine.compiler.failing import ENTRY, Site
from ludograph.engine.compiler.faults import Place
from ludograph.engine.compiler.sources import text_of
from ludograph.engine.kernel import Bindings, Kernel, collect
from ludograph.engine.rules import is_apart

MAGIC = b"ludograph kernel 1\n"
SUFFIX = ".kernel"
#: Files that nobody has used for so long are removed, and the oldest when there are too many.
UNUSED_SECONDS = 60 * 24 * 3600
#: Those of another version, when nobody has used any of them for so long: two that are in use leave each other alone.
OTHERS_UNUSED_SECONDS = 24 * 3600
LEFT_OVER_SECONDS = 3600
MOST_BYTES = 256 << 20


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
            path = kernel_folder() / _version() / (name + SUFFIX)
            data = _read(path) or _make(path, lambda: _compile(kernel, algorithms, bindings, has_bounds_checks))
            compiled = _loaded[name, kernel.state] = _functions(kernel, data)
        return compiled


def _compile(
    kernel: Kernel, algorithms: Mapping[str, Callable[..., Any]], bindings: Bindings, has_bounds_checks: bool
) -> bytes:
    """A program's file: how its functions are called, where they can fail, and their machine code."""
    from ludograph.engine.compiler.module import write_module  # not needed for what is kept, and slow to import
    from ludograph.engine.compiler.native import object_file, this_machine

    module = write_module(kernel, algorithms, bindings, has_bounds_checks=has_bounds_checks)
    interfaces = {name: Interface.of(*signature) for name, signature in module.entries.items()}
    head = {
        "entries": {name: [each.parameters, each.result] for name, each in interfaces.items()},
        "sites": [[*vars(site.place).values(), site.sentence] for site in module.sites],
    }
    text = json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text + object_file(module.text, this_machine())


def _functions(kernel: Kernel, data: bytes) -> Compiled:
    from ludograph.engine.compiler.native import Library

    length = int.from_bytes(data[:8], "little")
    head = json.loads(data[8 : 8 + length])
    library = Library(data[8 + length :])
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
    total = hashlib.sha256()
    for piece in _pieces(kernel, algorithms, bindings):
        total.update(len(piece).to_bytes(8, "little") + piece)
    total.update(f"{has_bounds_checks} {_surroundings()}".encode())
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
    folder = Path(__file__).parent
    for file in (*sorted(folder.glob("*.py")), folder.parent / "kernel.py", folder.parents[1] / "__init__.py"):
        own.update(file.read_bytes())
    return f"{own.hexdigest()} {llvmlite.__version__} {sys.version_info[:2]} {this_machine()}"


def _version() -> str:
    """The name of the folder for the files of this version."""
    return hashlib.sha256(_surroundings().encode()).hexdigest()[:16]


# -- the files ---------------------------------------------------------------------------------------------


def _read(path: Path) -> bytes | None:
    """What a file holds; None when it isn't there or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    start = len(MAGIC) + hashlib.sha256().digest_size
    if data[:start] != MAGIC + hashlib.sha256(data[start:]).digest():
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # says that it is in use
    return data[start:]


def _make(path: Path, compile_now: Callable[[], bytes]) -> bytes:
    """Compile and keep it. Another process that wants the same waits, and finds what this one made. Where nothing can
    be kept, the program works all the same."""
    from filelock import FileLock

    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            path.parent.mkdir(mode=0o700, exist_ok=True)
            stack.enter_context(FileLock(path.with_suffix(".lock")))
        data = _read(path) or compile_now()
        with contextlib.suppress(OSError):
            _write(path, MAGIC + hashlib.sha256(data).digest() + data)
            _tidy(path.parent)
    return data


def _write(path: Path, data: bytes) -> None:
    """The file appears whole or not at all, also for other processes."""
    temporary = path.with_suffix(f".{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _tidy(own: Path) -> None:
    """Remove what nobody has used for long, what other versions left, and the oldest when there is too much. Whoever
    misses a file makes it anew, so it does no harm that others may be at work here."""
    found = sorted((*_use_and_size(file), file) for file in own.parent.rglob("*") if file.is_file())
    last_use = {file.parent: used for used, _, file in found if file.suffix == SUFFIX}
    total = sum(size for _, size, _ in found)
    now = time.time()
    for used, size, file in found:
        if file.suffix != SUFFIX:
            is_forsaken = now - used > LEFT_OVER_SECONDS  # a lock, or what was being written
        else:
            is_forsaken = file.parent != own and now - last_use[file.parent] > OTHERS_UNUSED_SECONDS
        if is_forsaken or now - used > UNUSED_SECONDS or total > MOST_BYTES:
            file.unlink(missing_ok=True)
            total -= size
    for folder in own.parent.iterdir():
        with contextlib.suppress(OSError):  # it is a file, or not empty
            folder.rmdir()


def _use_and_size(file: Path) -> tuple[float, int]:
    status = file.stat()
    return status.st_mtime, status.st_size
