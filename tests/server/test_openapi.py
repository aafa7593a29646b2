"""Requests made up from the OpenAPI document: whatever is sent, the server makes no mistake and keeps its promises."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from processes import server_process

from ludograph.server.app import create_app
from ludograph.server.settings import Settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance

pytestmark = pytest.mark.filterwarnings("ignore")

DOCUMENT = create_app(Settings()).openapi()
OPERATIONS = [f"{method.upper()} {path}" for path, methods in DOCUMENT["paths"].items() for method in methods]
CHECKS = [not_a_server_error, response_schema_conformance]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    folder = Path(tempfile.mkdtemp())
    with server_process(folder, LUDOGRAPH_COSTLY_LIMITS="100000/second", LUDOGRAPH_THINK_SECONDS="0.1") as server:
        yield server.address
    shutil.rmtree(folder, ignore_errors=True)


def test_the_document_has_examples_and_refusals() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    assert len(OPERATIONS) >= 35
    assert "examples" in str(DOCUMENT)
    for methods in DOCUMENT["paths"].values():
        for operation in methods.values():
            assert operation.get("description"), operation["operationId"]


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_request_finds_a_mistake(address: str, name: str) -> None:
    method, path = name.split()
    operation = schemathesis.openapi.from_dict(DOCUMENT)[path][method]

    @given(operation.as_strategy())
    @settings(
        max_examples=6, deadline=None, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
    )
    def ask(case) -> None:
        case.call_and_validate(base_url=address, checks=CHECKS)

    ask()
