"""Recursive functions with a declared result: numba takes it, instead of inferring it anew at every call in them."""

from __future__ import annotations

from typing import Any

from numba.core.typeinfer import TypeInferer


def take_declared_types() -> None:
    """From now on, a function whose result has a declared type is not inferred again where it calls itself.

    Numba does so for each such call, over the whole function: that was a quarter of the time of compiling a search.
    This reaches into numba. A numba that is made otherwise is left as it is: it compiles the same, only slower.
    """
    if not all(hasattr(TypeInferer, name) for name in ("return_types_from_partial", "_get_return_vars")):
        return
    infer = TypeInferer.return_types_from_partial

    def declared_or_inferred(inferer: Any) -> Any:
        for variable in inferer._get_return_vars():
            known = inferer.typevars.get(variable.name)
            if getattr(known, "locked", False):
                return known.getone()
        return infer(inferer)

    if infer.__module__ != __name__:
        TypeInferer.return_types_from_partial = declared_or_inferred
