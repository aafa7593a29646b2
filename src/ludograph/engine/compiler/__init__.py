"""The compiler of kernels: plain Python functions to machine code, for this machine or for WebAssembly.

Read in this order: ``sources`` (Python's syntax trees), ``types``, ``tree`` (what functions mean), ``checker`` (from
the one to the other), ``emitter`` (LLVM's language), ``module`` (all functions of a program), ``native`` (LLVM),
``calls`` (from Python) with ``stacks``, ``kept`` (the cache). docs/kernel-language.md defines the language,
docs/engine.md tells why it is so.
"""
