"""The compiler of kernels: plain Python functions to machine code, for this machine or another one.

A function is checked and written in LLVM's language at once, from Python's syntax tree; what an expression gave is a
value with a type. Read in this order: ``sources`` (Python's syntax trees), ``types``, ``values``, ``instructions``;
what is built upon them, each upon the one before: ``conversions``, ``arithmetic``, ``expressions``, ``calling``,
``statements``; ``signatures`` (what functions declare), ``faults`` (what is wrong with them), ``emission`` and
``module`` (all functions of a program); ``native`` (LLVM), ``calls`` (from Python), ``failing``, ``stacks``.
docs/kernel-language.md defines the language, docs/engine.md tells why it is so.
"""
