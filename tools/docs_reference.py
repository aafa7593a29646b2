"""The reference pages of the documentation, made from the code: what is said there is said nowhere a second time.

The library from its public names and their docstrings, the command from its help, HTTP from the OpenAPI document, the
WebSocket from the messages that the server accepts.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import ludograph

MOST_EXAMPLE = 700  # characters


def reference_pages() -> dict[str, str]:
    """Each page by its name, as Markdown."""
    return {
        "library": "\n\n".join(_library()),
        "command": "\n\n".join(_command()),
        "http": "\n\n".join(_http()),
        "websocket": "\n\n".join(_websocket()),
    }


# -- the library -------------------------------------------------------------------------------------------------------


def _library() -> Iterator[str]:
    yield "# Reference: the library"
    yield "All public names; [what stays](../stability.md) says what can be built upon."
    for name in ludograph.__all__:
        public = getattr(ludograph, name)
        yield f"## ludograph.{name}"
        yield from _told(public, f"ludograph.{name}")
        if inspect.isclass(public):
            for member, value in _members(public):
                yield f"### {name}.{member}"
                yield from _told(value, f"{name}.{member}")


def _members(public: type) -> Iterator[tuple[str, Any]]:
    """What a class and those of ours that it is made from have for others, and say something about."""
    ours = [each for each in public.__mro__ if each.__module__.startswith("ludograph")]
    names = dict.fromkeys(name for each in ours for name in vars(each) if not name.startswith("_"))
    for name in names:
        value = inspect.getattr_static(public, name)
        if inspect.getdoc(value) and (callable(value) or hasattr(value, "__get__")):
            yield name, value


def _told(public: Any, name: str) -> Iterator[str]:
    function = public.__func__ if isinstance(public, classmethod | staticmethod) else public
    if inspect.isfunction(function):
        signature = str(inspect.signature(function)).replace("'", "")  # of annotations, which are texts
        yield f"```\n{name}{signature}\n```"
    yield _prose(inspect.getdoc(public) or "")


def _prose(docstring: str) -> str:
    """A docstring as Markdown: its roles are names only."""
    return re.sub(r":\w+:`~?([^`]*)`", r"`\1`", docstring)


# -- the command -------------------------------------------------------------------------------------------------------


def _command() -> Iterator[str]:
    import typer

    from ludograph.cli.main import command_line

    whole = typer.main.get_command(command_line([]))
    yield "# Reference: the command"
    yield "What `--help` says. The exit code is 0 when all is good, 1 when something was refused, 2 for wrong usage."
    for name, command in sorted(whole.commands.items()):  # type: ignore[attr-defined]
        yield f"## ludograph {name}"
        with command.make_context(f"ludograph {name}", [], resilient_parsing=True) as context:
            yield f"```\n{command.get_help(context)}\n```"


# -- the server --------------------------------------------------------------------------------------------------------


def _http() -> Iterator[str]:
    from ludograph.server.app import create_app
    from ludograph.server.settings import Settings

    yield "# Reference: HTTP"
    yield (
        "Every route, with an example that a real server has answered; `GET /api/v1/openapi.json` has the schemas. "
        "[The server](../server.md) tells what belongs together, and what refusals look like."
    )
    for path, methods in sorted(create_app(Settings()).openapi()["paths"].items()):
        for method, operation in methods.items():
            yield f"## {method.upper()} {path}"
            yield _prose(operation.get("description") or operation.get("summary", ""))
            if parameters := operation.get("parameters"):
                yield _table(("parameter", "in", "type", ""), map(_parameter, parameters))
            yield from _example("The body", operation.get("requestBody", {}))
            for status, answer in sorted(operation["responses"].items()):
                if int(status) < 300:
                    yield from _example(f"The answer, {status}", answer)
            refused = [f"`{status}`" for status in sorted(operation["responses"]) if int(status) >= 400]
            yield f"Refused with {', '.join(refused)}." if refused else ""


def _parameter(parameter: Mapping[str, Any]) -> tuple[str, ...]:
    needed = "needed" if parameter.get("required") else ""
    return f"`{parameter['name']}`", parameter["in"], _type(parameter["schema"]), needed


def _example(title: str, told: Mapping[str, Any]) -> Iterator[str]:
    for content in told.get("content", {}).values():
        if "example" in content:
            example = content["example"]
            text = example if isinstance(example, str) else json.dumps(example, ensure_ascii=False)
            yield f"{title}:\n\n```\n{text[:MOST_EXAMPLE]}{' …' if len(text) > MOST_EXAMPLE else ''}\n```"


def _websocket() -> Iterator[str]:
    from ludograph.server.routes.live import MESSAGES

    yield "# Reference: the WebSocket"
    yield (
        "`GET /api/v1/matches/{id}/live`: what a client may say, made from what the server accepts; anything else "
        "closes the socket. What the server says, and when, is told in "
        "[The server](../server.md#live-get-matchesidlive-websocket)."
    )
    for message in MESSAGES.json_schema()["$defs"].values():
        fields = message["properties"]
        yield f"## {fields['type']['const']}"
        needed = message.get("required", ())
        rows = ((f"`{name}`", _type(field), "needed" if name in needed else "") for name, field in fields.items())
        yield _table(("field", "type", ""), rows)


def _type(schema: Mapping[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if "const" in schema or "enum" in schema:
        return " or ".join(f"`{json.dumps(each)}`" for each in schema.get("enum", [schema.get("const")]))
    kind = str(schema.get("type", "object"))
    if kind == "array":
        return f"array of {_type(schema.get('items', {}))}"
    bounds = {"minimum": "from", "maximum": "to", "maxLength": "of at most", "maxItems": "at most"}
    said = [f"{words} {schema[key]:,}" for key, words in bounds.items() if key in schema]
    return " ".join([kind, *said])


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
