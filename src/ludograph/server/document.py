"""The OpenAPI document: what FastAPI knows of the routes, with an example of every request and answer.

The examples are what a real server has said: ``examples.json`` is written by a test, which also sees when it is stale.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from fastapi import FastAPI

from ludograph.server.problems import MEDIA_TYPE, STATUS, problem

JSON = "application/json"
EXAMPLES = "examples.json"
#: By status, which of the codes that have it is shown.
REFUSALS = {int(status): code for code, status in STATUS.items()} | {422: "illegal-move"}


@cache
def examples() -> dict[str, dict[str, Any]]:
    """What was asked and answered, by the names of operations."""
    file = resources.files("ludograph.server") / EXAMPLES
    found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def document(app: FastAPI) -> dict[str, Any]:
    """The whole document, made once."""
    if app.openapi_schema is None:
        made = FastAPI.openapi(app)
        for methods in made["paths"].values():
            for operation in methods.values():
                _refuse_bodies(operation)
                _show_refusals(operation)
                _show(operation, examples().get(operation["operationId"], {}))
    assert app.openapi_schema
    return app.openapi_schema


def _refuse_bodies(operation: dict[str, Any]) -> None:
    """Every body may be too large, and one that has to be JSON something else."""
    if body := operation.get("requestBody"):
        refused = operation["responses"]["422"]["content"]
        for status in ("413", "415") if JSON in body["content"] else ("413",):
            described = "Content Too Large" if status == "413" else "Unsupported Media Type"
            operation["responses"][status] = {"description": described, "content": {**refused}}


def _show_refusals(operation: dict[str, Any]) -> None:
    for status, response in operation["responses"].items():
        if int(status) >= 400:
            schema = next(content["schema"] for content in response["content"].values() if "schema" in content)
            shown = problem(REFUSALS[int(status)], "One sentence that says what is wrong.")
            response["content"] = {MEDIA_TYPE: {"schema": schema, "example": shown}}


def _show(operation: dict[str, Any], example: dict[str, Any]) -> None:
    for parameter in operation.get("parameters", []):
        if parameter["name"] in example.get("parameters", {}):
            parameter["example"] = example["parameters"][parameter["name"]]
    if "request" in example:
        for content in operation["requestBody"]["content"].values():
            content["example"] = example["request"]
    for status, response in operation["responses"].items():
        if int(status) < 300 and "answer" in example:
            for content in response["content"].values():
                content["example"] = example["answer"]
