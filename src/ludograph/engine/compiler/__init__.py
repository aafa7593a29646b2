"""The compiler of kernels: plain Python functions to machine code, for this machine or for WebAssembly.

Read in this order: ``sources`` (Python's syntax trees), ``types``, ``tree`` (what functions mean); from the one to the
other ``signatures``, ``conversions``, ``expressions``, ``calling``, ``checker``; ``emitter`` and ``emission`` (LLVM's
language), ``module`` (all functions of a program), ``native`` (LLVM), ``calls`` (from Python), ``kept`` (the cache).
docs/kernel-language.md defines the language, docs/engine.md tells why it is so.
"""
