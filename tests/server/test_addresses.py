"""Addresses under which there is nothing: words for people, problem details for programs."""

from __future__ import annotations

import pytest
from clients import SHARED_LOOP, Client

pytestmark = SHARED_LOOP

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nothing", "/match.htm", "/a/b/c.html"])
async def test_a_browser_gets_a_page_and_a_program_a_problem(client: Client, path: str) -> None:
    page = await client.http.get(path, headers=BROWSER)
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert 'data-say="not-found"' in page.text
    assert "content-security-policy" in page.headers
    problem = await client.http.get(path)
    assert problem.headers["content-type"] == "application/problem+json"
    assert problem.json()["code"] == "not-found"


@pytest.mark.parametrize("path", ["/nothing", "/matches/xyz/moves/1"])
async def test_the_api_answers_with_problems_even_to_browsers(client: Client, path: str) -> None:
    answer = await client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/matches/abc", "There is no match with this id."),
        ("/matches/abc/export?format=pgn", "There is no match with this id."),
        ("/solves/abc", "There is no such id."),
    ],
)
async def test_a_bad_id_is_refused_without_a_regular_expression(client: Client, path: str, sentence: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.json()["detail"]) == (404, sentence)
