"""LLVM's own part: text to machine code, and machine code into memory."""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from typing import Any

from llvmlite import binding as llvm

#: Set in processes that map so much into their memory, with so many threads, that the parts of a program may come to
#: lie too far apart for the usual machine code: LLVM would end the process.
FAR = "LUDOGRAPH_FAR_CODE"
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
    #: Whether code and tables may lie anywhere in memory, not within 2 GB of each other.
    is_far: bool = False

    @property
    def is_web(self) -> bool:
        return self.triple.startswith("wasm32")

    def machine(self, level: int = 3) -> Any:
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
            reloc="static" if self.is_web or self.is_far else "pic",
            codemodel="large" if self.is_far else "small",
        )


def this_machine() -> Target:
    triple = llvm.get_default_triple()
    is_far = FAR in os.environ and triple.startswith("x86_64")
    return Target(triple, llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten(), is_far)


def object_file(text: str, target: Target) -> bytes:
    """A module in LLVM's language, optimised and emitted. Other threads run meanwhile."""
    machine = target.machine()
    if "windows" in target.triple:
        for usual, here in SETJMP_OF_WINDOWS.items():
            text = text.replace(usual, here)
    layout = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
    module = llvm.parse_assembly(layout + text)  # known from the beginning, or words would be aligned by 4 bytes only
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.slp_vectorization = True  # words that are worked on side by side, as in a learned network
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


class Library:
    """An object file in memory. Its functions live as long as it does."""

    def __init__(self, data: bytes) -> None:
        _unused.clear()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), this_machine().machine(0))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def __del__(self) -> None:
        if _unused is not None:  # as it is when Python ends
            _unused.append(self._engine)

    def address(self, name: str) -> int:
        return int(self._engine.get_function_address(name))
