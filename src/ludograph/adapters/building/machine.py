"""A game as an object file for programs in C, with a header: ``NAME.o`` and ``NAME.h``."""

from __future__ import annotations

import platform

from ludograph.adapters.building.entries import Files, entries_of, fields_of, file_name, module_of, start_of
from ludograph.core.texts import quoted
from ludograph.engine.compiler.calls import Interface
from ludograph.engine.compiler.failing import CONTEXT_WORDS, FIRST, JUMP, SECOND, SITE, STACK
from ludograph.engine.compiler.native import Target, object_file
from ludograph.engine.kernel_game import KernelGame
from ludograph.errors import CannotBuild

#: What code is made for, by the name that people give it: what has been sold for ten years.
TARGETS = {
    "x86_64-linux-gnu": Target("x86_64-unknown-linux-gnu", "x86-64-v2"),
    "aarch64-linux-gnu": Target("aarch64-unknown-linux-gnu", "generic"),
    "arm64-apple-macosx": Target("arm64-apple-macosx11.0.0", "apple-m1"),
    "x86_64-pc-windows-msvc": Target("x86_64-pc-windows-msvc", "x86-64-v2"),
}
SCALARS = {"Word": "uint64_t", "int": "int64_t", "bool": "bool", "float": "double", "None": "void"}


def this_triple() -> str:
    """The triple of this machine, if it is one of ours."""
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    systems = {"Linux": "linux-gnu", "Darwin": "apple-macosx", "Windows": "pc-windows-msvc"}
    triple = f"{machine}-{systems.get(platform.system(), 'unknown')}".replace("aarch64-apple", "arm64-apple")
    if triple not in TARGETS:
        raise CannotBuild(f"Nothing can be built for this machine, {triple}: choose one of {', '.join(TARGETS)}.")
    return triple


def build_for_machine(game: KernelGame, triple: str) -> Files:
    """The files by their names."""
    if triple not in TARGETS:
        raise CannotBuild(f"Nothing can be built for {quoted(triple)}: choose one of {', '.join(TARGETS)}.")
    name = file_name(game)
    prefix = name.replace("-", "_")
    # Two games in one program must not have the same names.
    module = module_of(game, entries_of(game), can_jump=True, prefix=f"{prefix}_")
    sites = [f"{site.place.expression} {site.sentence} ({site.place})" for site in module.sites]
    return {
        f"{name}.o": object_file(module.text, TARGETS[triple]),
        f"{name}.h": header(game, prefix, module.entries, sites).encode(),
    }


def header(game: KernelGame, prefix: str, entries: dict[str, Interface], sites: list[str]) -> str:
    """A header in C that declares the functions and says how they are called."""
    upper = prefix.upper()
    fields = fields_of(game)
    start = ", ".join(f"UINT64_C({word})" for word in start_of(game))
    declarations = "\n".join(declaration(prefix, name, entry) for name, entry in entries.items())
    sentences = "\n".join(f" *   {number}: {_in_comment(text)}" for number, text in enumerate(sites, 1)) or " *   none"
    return f"""\
/* {_in_comment(game.id)}: made by `ludograph build`.
 *
 * A state is an array of {len(fields)} words, which is only read: {", ".join(fields)}.
 * Other arrays are followed by their lengths; moves need {upper}_MAX_MOVES places for every ply.
 * A state that is returned is written to `result`.
 *
 * Every call needs a context of its own, as {upper}_CONTEXT makes it: {upper}_STACK says how many bytes of
 * the stack may be used. Afterwards word {SITE} of the context is 0, or tells what failed; then the result has no
 * meaning, and the words {FIRST} and {SECOND} are the numbers {{0}} and {{1}} of these sentences:
{sentences}
 */
#ifndef {upper}_H
#define {upper}_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {{
#endif

#define {upper}_STATE_WORDS {len(fields)}
#define {upper}_MAX_MOVES {game.max_moves}
#define {upper}_SEATS {len(game.seats)}
#define {upper}_START {{ {start} }}
#define {upper}_STACK {1 << 19}
#define {upper}_CONTEXT {{ {{ {", ".join(["0"] * STACK + [f"{upper}_STACK"])} }} }}

/* What setjmp keeps begins at word {JUMP} and wants to be aligned. */
typedef struct {{
#if defined(_MSC_VER)
  __declspec(align(16)) uint64_t words[{CONTEXT_WORDS}];
#else
  uint64_t words[{CONTEXT_WORDS}] __attribute__((aligned(16)));
#endif
}} {prefix}_context;

{declarations}

#ifdef __cplusplus
}}
#endif

#endif
"""


def declaration(prefix: str, name: str, entry: Interface) -> str:
    """A function's declaration in C."""
    parameters: list[str] = []
    for parameter, kind in entry.parameters:
        if kind in SCALARS:
            parameters.append(f"{SCALARS[kind]} {parameter}")
        elif kind.startswith("array:"):
            bits = kind.removeprefix("array:")
            parameters += [f"uint{bits}_t *{parameter}", f"int64_t {parameter}_length"]
        else:
            parameters.append(f"const uint64_t *{parameter}")
    if entry.result not in SCALARS:
        parameters.append("uint64_t *result")
    parameters.append(f"{prefix}_context *context")
    return f"{SCALARS.get(entry.result, 'void')} {prefix}_{name}({', '.join(parameters)});"


def _in_comment(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *")
