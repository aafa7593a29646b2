"""The types of the kernel language: numbers, truths, tuples of them (states), and arrays."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Scalar:
    name: str
    llvm: str

    def __str__(self) -> str:
        return self.name


WORD = Scalar("Word", "i64")  # unsigned, of 64 bits
INT = Scalar("int", "i64")  # signed, of 64 bits
BOOL = Scalar("bool", "i1")
FLOAT = Scalar("float", "double")
NONE = Scalar("None", "void")
LITERAL = Scalar("number", "")  # a number in the source, which takes the type of what it meets
INTEGERS = (WORD, INT)
NUMBERS = (WORD, INT, FLOAT)


@dataclass(frozen=True)
class Tuple:
    """States, which have named fields, and other tuples. What one is called doesn't tell it apart."""

    elements: tuple[Scalar, ...]
    fields: tuple[str, ...] = ()
    name: str = field(default="tuple", compare=False)

    @property
    def is_uniform(self) -> bool:
        """Whether all elements are integers, so that one can be chosen while the program runs."""
        return all(element in INTEGERS for element in self.elements)

    @property
    def llvm(self) -> str:
        if self.is_uniform:
            return f"[{len(self.elements)} x i64]"
        return "{" + ", ".join(element.llvm for element in self.elements) + "}"

    def __str__(self) -> str:
        return self.name if self.fields else f"tuple of {', '.join(map(str, self.elements))}"


@dataclass(frozen=True)
class Array:
    """Passed as an address and a length. An element of ``bits`` bits is read as a number of type ``element``."""

    bits: int
    element: Scalar
    llvm = "ptr"

    def __str__(self) -> str:
        return f"array of {self.bits}-bit numbers"


Type = Scalar | Tuple | Array


def state_type(state: type) -> Tuple:
    """The type of a class of named tuples: all their fields are words."""
    fields: tuple[str, ...] = state._fields  # type: ignore[attr-defined]
    return Tuple((WORD,) * len(fields), fields, state.__name__)


def a(kind: Type) -> str:
    """A type with its article."""
    return f"{'an' if str(kind)[0] in 'ai' else 'a'} {kind}"
