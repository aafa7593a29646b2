"""Requests made up from the OpenAPI document: whatever is sent, the server makes no mistake and keeps its promises."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from clients import bearer
from example_session import session
from hypothesis import HealthCheck, Phase, given, settings
from processes import server_process
from servers import Serve

import ludograph.server
from ludograph.server.app import create_app
from ludograph.server.document import EXAMPLES, examples
from ludograph.server.settings import Settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance

pytestmark = pytest.mark.filterwarnings("ignore")

DOCUMENT = create_app(Settings()).openapi()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
OPERATIONS = [f"{method.upper()} {path}" for path, methods in DOCUMENT["paths"].items() for method in methods]
OWNER = "the-owner-of-this-server"
CHECKS = [not_a_server_error, response_schema_conformance]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp())
    settings = {"COSTLY_LIMITS": "100000/second", "THINK_SECONDS": "0.1", "OWNER_TOKEN": OWNER}
    with server_process(folder, **{f"LUDOGRAPH_{name}": value for name, value in settings.items()}) as server:
        yield server.address
    shutil.rmtree(folder, ignore_errors=True)


def test_every_operation_has_examples_and_refusals() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    assert len(OPERATIONS) >= 40
    operations = [operation for methods in DOCUMENT["paths"].values() for operation in methods.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        name = operation["operationId"]
        assert operation.get("description"), name
        assert {"403", "422", "429"} <= set(operation["responses"]), name
        for parameter in operation.get("parameters", []):
            assert "example" in parameter or not parameter["required"], (name, parameter["name"])
        for content in [*operation["responses"].values(), operation.get("requestBody", {"content": {}})]:
            assert all("example" in shown for shown in content["content"].values()), name
        if "requestBody" in operation:
            assert "413" in operation["responses"], name


def shape(value: Any) -> Any:
    """What is there, without what it is."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value[:1]]
    return "number" if isinstance(value, int | float) else type(value).__name__


async def test_the_examples_are_what_a_server_says(serve: Serve) -> None:
    """With LUDOGRAPH_WRITE_EXAMPLES in the environment they are written anew."""
    async with serve(owner_token=OWNER) as client:
        said = await session(client, DOCUMENT, OWNER)
    if os.environ.get("LUDOGRAPH_WRITE_EXAMPLES"):
        file = Path(ludograph.server.__file__).parent / EXAMPLES
        file.write_text(json.dumps(said, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        return
    assert set(said) == set(examples())
    for name, example in examples().items():
        assert shape(example) == shape(said[name]), name


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_finds_a_mistake(address: str, name: str) -> None:
    method, path = name.split()
    operation = SCHEMA[path][method]
    headers = bearer(OWNER) if "owner" in DOCUMENT["paths"][path][method.lower()]["tags"] else {}

    @given(operation.as_strategy())
    @settings(
        max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
    )
    def ask(case) -> None:
        case.call_and_validate(base_url=address, checks=CHECKS, timeout=60, headers=headers)

    ask()
