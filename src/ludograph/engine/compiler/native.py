"""LLVM's own part: text to machine code, and machine code into memory."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from llvmlite import binding as llvm

#: 0 for code that runs ten times as long and is made in a tenth of the time: for who runs a program only for a moment.
OPTIMISATION, USUAL = "LUDOGRAPH_OPTIMISATION", 3
#: On Windows it also takes a frame up to which functions would be told of the jump: none has to be.
SETJMP_OF_WINDOWS = {"@_setjmp(ptr)": "@_setjmp(ptr, ptr)", "@_setjmp(ptr %buffer)": "@_setjmp(ptr %buffer, ptr null)"}

#: What nobody uses any more. To give it back waits for LLVM, which may be compiling for another thread: whoever loads
#: the next program does it, never the event loop in which Python happens to find out.
_unused: list[Any] = []
_initialised: set[str] = set()
_initialising = threading.Lock()


@dataclass(frozen=True)
class Target:
    """What machine code is made for."""

    triple: str
    cpu: str = ""
    features: str = ""

    @property
    def is_web(self) -> bool:
        return self.triple.startswith("wasm32")

    def machine(self, level: int) -> Any:
        """LLVM's description of the machine."""
        with _initialising:
            if not _initialised:
                llvm.initialize_native_target()
                llvm.initialize_native_asmprinter()
                _initialised.add("native")
            if "all" not in _initialised and self.triple != llvm.get_default_triple():
                llvm.initialize_all_targets()
                llvm.initialize_all_asmprinters()
                _initialised.add("all")
        return llvm.Target.from_triple(self.triple).create_target_machine(
            cpu=self.cpu,
            features=self.features,
            opt=level,
            reloc="static" if self.is_web else "pic",
            codemodel="small",
        )


def this_machine() -> Target:
    return Target(llvm.get_default_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())


def chosen_level() -> int:
    """How much LLVM is to optimise."""
    return 0 if os.environ.get(OPTIMISATION) == "0" else USUAL


def object_file(text: str, target: Target, level: int = USUAL) -> bytes:
    """A module in LLVM's language, optimised and emitted. Other threads run meanwhile."""
    machine = target.machine(level)
    if "windows" in target.triple:
        for usual, here in SETJMP_OF_WINDOWS.items():
            text = text.replace(usual, here)
    layout = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(layout + text)  # known from the beginning, or words would be aligned by 4 bytes only
    if level:
        tuning = llvm.create_pipeline_tuning_options(speed_level=level)
        tuning.slp_vectorization = True  # words that are worked on side by side, as in a learned network
        builder = llvm.create_pass_builder(machine, tuning)
        builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class Library:
    """An object file in memory. Its functions live as long as it does.

    JITLink lays all of it into one block. LLVM's older linker places code and tables one by one: in a process that has
    mapped very much, they come to lie too far apart, and LLVM ends the process.
    """

    def __init__(self, data: bytes, names: Iterable[str]) -> None:
        _unused.clear()
        linker = llvm.create_lljit_compiler(this_machine().machine(0), use_jit_link=sys.platform != "win32")
        builder = llvm.JITLibraryBuilder().add_object_img(data).add_current_process()
        for name in names:
            builder.export_symbol(name)
        self._functions = builder.link(linker, "library")
        self._functions.linker = linker  # goes after it

    def __del__(self) -> None:
        if _unused is not None and hasattr(self, "_functions"):  # not so when Python ends
            _unused.append(self._functions)

    def address(self, name: str) -> int:
        return int(self._functions[name])
