"""The types that functions declare for their arguments and results."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from functools import lru_cache
from types import FunctionType, GenericAlias
from typing import Any

from ludograph.engine.compiler.faults import Refused
from ludograph.engine.compiler.sources import definition_of
from ludograph.engine.compiler.types import BOOL, FLOAT, INT, NONE, WORD, Array, Scalar, Tuple, Type, state_type
from ludograph.engine.kernel import Kernel, is_rule
from ludograph.engine.rules import RULE_NAMES, Rules

Signature = tuple[list[tuple[str, Type]], Scalar | Tuple]


class Signatures:
    """Those of one program's functions, as far as they were asked for."""

    def __init__(self, kernel: Kernel, entries: Collection[Callable[..., Any]]) -> None:
        self.kernel = kernel
        self.entries = entries  # the functions that Python calls
        self._known: dict[FunctionType, Signature] = {}

    def of(self, function: FunctionType) -> Signature:
        if function in self._known:
            return self._known[function]
        definition = definition_of(function)
        given = definition.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs or given.defaults:
            raise Refused(definition, "a function of a kernel has plain arguments only")
        usual = self.usual_types(function, len(given.args))
        said = [(each, None if _says_nothing(each.annotation) else each.annotation) for each in given.args]
        parameters = [
            (each.arg, self.annotated(function, annotation or by_rule, each))
            for (each, annotation), by_rule in zip(said, usual[:-1], strict=True)
        ]
        returned = usual[-1] if _says_nothing(definition.returns) else definition.returns
        result = self.annotated(function, returned, definition)
        if isinstance(result, Array):
            raise Refused(definition, "an array can't be a result")
        if function in self.entries and isinstance(result, Tuple) and result != state_type(self.kernel.state):
            raise Refused(definition, "a result for Python is a number, a truth or the kernel's state")
        self._known[function] = parameters, result
        return parameters, result

    def usual_types(self, function: FunctionType, number: int) -> list[ast.expr | None]:
        """The types of arguments and result that a function has by its part in the kernel, where it says none."""
        for name, rule in self.kernel.complete_functions().items():
            if rule is function and name in RULE_NAMES:
                arguments, result = usual_signature(name)
                if len(arguments) == number:
                    return [*arguments, result]
        return [None] * (number + 1)

    def annotated(self, function: FunctionType, annotation: ast.expr | None, node: ast.AST) -> Any:
        """The type that an annotation says."""
        number = WORD if is_rule(function) else INT
        if annotation is None:
            what = f"the result of {node.name}" if isinstance(node, ast.FunctionDef) else getattr(node, "arg", "this")
            raise Refused(node, f"{what} needs a type")
        is_text = isinstance(annotation, ast.Constant) and isinstance(annotation.value, str)
        name = annotation.value if is_text else ast.unparse(annotation)  # type: ignore[attr-defined]
        known: dict[str, Type] = {
            "None": NONE,
            "int": number,
            "Word": WORD,
            "bool": BOOL,
            **({} if is_rule(function) else {"float": FLOAT}),
            "State": state_type(self.kernel.state),
            "Moves": Array(64, WORD),
            "Words": Array(64, WORD),
            "Indices": Array(32, number),
            "Distances": Array(self.kernel.distance_bits, number),
        }
        if name in known:
            return known[name]
        alias: Any = function.__globals__.get(name)
        parts = {int: number, bool: BOOL}
        if isinstance(alias, GenericAlias) and alias.__origin__ is tuple and {*alias.__args__} <= {*parts}:
            return Tuple(tuple(parts[each] for each in alias.__args__))
        if hasattr(alias, "_fields"):
            return state_type(alias)
        types = f"{', '.join(known)}, states, and names of tuples of int and bool"
        raise Refused(annotation, f"{name} is no type of kernels, which are {types}")


def _says_nothing(annotation: ast.expr | None) -> bool:
    return annotation is None or (isinstance(annotation, ast.Name) and annotation.id == "Any")


@lru_cache
def usual_signature(rule: str) -> tuple[list[ast.expr], ast.expr]:
    """How ``Rules`` declares a function of kernels."""
    declared: Any = ast.parse(Rules.__annotations__[rule], mode="eval").body  # Callable[[…], …]
    arguments, result = declared.slice.elts
    return arguments.elts, result
