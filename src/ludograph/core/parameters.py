"""A game's parameters: typed, bounded, refused in words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludograph.errors import InvalidParameter


@dataclass(frozen=True)
class Parameter(ABC):
    """One parameter: its name, its default, and a sentence that says what it does."""

    name: str
    default: Any
    description: str

    @abstractmethod
    def read(self, text: str) -> Any:
        """The value that a text stands for; ValueError when it stands for none."""

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Whether a value has the right type and is within the bounds."""

    @property
    @abstractmethod
    def domain(self) -> str:
        """The allowed values, to be put behind 'must be'."""

    def write(self, value: Any) -> str:
        return str(value)

    def as_dict(self) -> dict[str, object]:
        """The parameter as plain data, for JSON."""
        return {
            "name": self.name,
            "default": self.default,
            "values": self.domain,
            "description": self.description,
        }


@dataclass(frozen=True)
class IntParameter(Parameter):
    """A whole number from ``low`` to ``high``, in steps. Of levels ``rated`` has the fewest moves that each needs,
    from the one with the number 1 on, where all other parameters are the usual ones."""

    low: int
    high: int
    step: int = 1
    rated: tuple[int, ...] = ()

    def read(self, text: str) -> int:
        if not text.removeprefix("-").isdecimal() or not text.isascii() or len(text) > 18:
            raise ValueError
        return int(text)

    def accepts(self, value: object) -> bool:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        return is_number and value in range(self.low, self.high + 1, self.step)

    @property
    def domain(self) -> str:
        return f"a whole number from {self.low} to {self.high}" + f" in steps of {self.step}" * (self.step > 1)

    def as_dict(self) -> dict[str, object]:
        rated = {"rated": list(self.rated)} if self.rated else {}
        return {**super().as_dict(), "type": "integer", "minimum": self.low, "maximum": self.high, **rated}


@dataclass(frozen=True)
class ChoiceParameter(Parameter):
    """One of a few words."""

    choices: tuple[str, ...]

    def read(self, text: str) -> str:
        return text

    def accepts(self, value: object) -> bool:
        return value in self.choices

    @property
    def domain(self) -> str:
        return " or ".join(filter(None, (", ".join(self.choices[:-1]), self.choices[-1])))

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "type": "choice", "choices": list(self.choices)}


@dataclass(frozen=True)
class FileParameter(Parameter):
    """The name of a file; the game reads it and says what is wrong with it."""

    def read(self, text: str) -> str:
        return text

    def accepts(self, value: object) -> bool:
        return isinstance(value, str) and bool(value) and value.isprintable()

    @property
    def domain(self) -> str:
        return "the name of a file"

    def as_dict(self) -> dict[str, object]:
        return {**super().as_dict(), "type": "file"}


def read_parameters(game: str, declared: Iterable[Parameter], texts: Mapping[str, str]) -> dict[str, Any]:
    """The values of the named parameters from their texts; each wrong one is refused in words."""
    known = {parameter.name: parameter for parameter in declared}
    values: dict[str, Any] = {}
    for name, text in texts.items():
        parameter = _known(game, known, name)
        try:
            values[name] = parameter.read(text)
        except ValueError:
            raise _refusal(game, parameter, text) from None
    return values


def spell_out(game: str, short: Mapping[str, tuple[str, ...]], texts: Mapping[str, str]) -> dict[str, str]:
    """The texts by the whole names of parameters; each short name gives its text to all that it stands for."""
    whole: dict[str, str] = {}
    for name, text in texts.items():
        for meant in short.get(name, (name,)):
            if meant in whole:
                both = " and ".join(f"{key} stands for {' and '.join(names)}" for key, names in short.items())
                raise InvalidParameter(f"The parameter {meant} of {game} is given twice: {both}.")
            whole[meant] = text
    return whole


def complete_parameters(game: str, declared: Iterable[Parameter], values: Mapping[str, object]) -> dict[str, Any]:
    """A value for every declared parameter: the given one, checked, or the default."""
    known = {parameter.name: parameter for parameter in declared}
    for name, value in values.items():
        parameter = _known(game, known, name)
        if not parameter.accepts(value):
            raise _refusal(game, parameter, value)
    return {name: values.get(name, parameter.default) for name, parameter in known.items()}


def _known(game: str, known: Mapping[str, Parameter], name: str) -> Parameter:
    if name in known:
        return known[name]
    offer = f"it has {', '.join(known)}" if known else "it has none"
    raise InvalidParameter(f"{game} has no parameter {_short(name)}; {offer}.")


def _refusal(game: str, parameter: Parameter, value: object) -> InvalidParameter:
    return InvalidParameter(
        f"The parameter {parameter.name} of {game} is {_short(value)}, but must be {parameter.domain}."
    )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
