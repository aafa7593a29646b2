"""The words of the page: a catalogue for each language, none of them elsewhere, and a game in German on a phone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from tables import Table

STATIC = Path(str(resources.files("ludograph").joinpath("web/static")))
LANGUAGES = ("en", "de", "es", "fr", "ru")
#: Which forms a number can ask for.
FORMS = {"en": {"one", "other"}, "de": {"one", "other"}, "es": {"one", "other"}, "fr": {"one", "other"}}
FORMS["ru"] = {"one", "few", "many", "other"}
ENTRY = re.compile(r'^  (?:"([^"]+)"|(\w+)): (.+),$', re.MULTILINE)
PLACE = re.compile(r"\{(\w+)\}")
CALL = re.compile(r'\bphrase\(\s*(?:"([^"]+)"|`([^`]+)`)')
QUOTED_KEY = re.compile(r'"(\w[\w-]*(?:\.[\w?-]+)+)"')
#: What a server, or a page in its place, answers is English; so is what a server's owner sees.
TELL_BY_THEMSELVES = re.compile(r"^(site|here|engine|words)/|^(owner|language)|workshop/(files|server)\.js$")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'`])//[^\n]*", re.DOTALL)
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\\n]|\\.)*)`')
#: What people read: a capital and more than that, or several words.
SENTENCE = re.compile(r"^[A-Z][a-z]+[ .:!?…]|^[A-Z][a-z]{2,}$|[a-z]{2,} [a-z]{2,} [a-z]{2,}|[a-z]{3,}[.!?:…]$")
KEYS = "Arrow(Left|Right|Up|Down)?|Page(Up|Down)|Escape|Enter|Home|End|Tab|Delete|Backspace"
NO_WORDS = re.compile(rf"^({KEYS}|Files|Bearer …|Authorization|ludograph\.|\w+:)$|^[a-z]+\(|^(\w+-)+\w+$")

#: What reaches over the edge of the screen, if the page can be scrolled sideways.
TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 80))"""


def catalogue(language: str) -> dict[str, dict[str, str]]:
    """Its phrases, each by its forms; one without forms is its own only one."""
    text = (STATIC / "words" / f"{language}.js").read_text(encoding="utf-8")
    phrases = {}
    for quoted, plain, value in ENTRY.findall(text):
        told = json.loads(re.sub(r"([{,] )(one|few|many|other): ", r'\1"\2": ', value))
        phrases[quoted or plain] = {"": told} if isinstance(told, str) else told
    return phrases


def scripts() -> Iterator[tuple[str, str]]:
    for path in sorted(STATIC.rglob("*.js")):
        yield path.relative_to(STATIC).as_posix(), path.read_text(encoding="utf-8")


def pages() -> Iterator[tuple[str, str]]:
    for path in sorted(STATIC.glob("*.html")):
        yield path.name, path.read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_language_has_every_phrase_with_the_same_places(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert other.keys() == english.keys()
    assert len(english) > 400
    for key, phrases in other.items():
        assert phrases.keys() == ({""} if "" in english[key] else FORMS[language]), key
        wanted = {place for text in english[key].values() for place in PLACE.findall(text)}
        for text in phrases.values():
            assert text.strip(), key
            assert set(PLACE.findall(text)) - {"n"} == wanted - {"n"}, key
            assert (text[0] == " ", text[-1] == " ") == edges(english[key]), key


def edges(phrases: dict[str, str]) -> tuple[bool, bool]:
    text = next(iter(phrases.values()))
    return text[0] == " ", text[-1] == " "


def test_what_is_said_is_in_the_catalogue_and_the_other_way_round() -> None:
    known = catalogue("en")
    said: set[str] = set()
    for name, text in scripts():
        if name.startswith("words/"):
            continue
        for key, pattern in CALL.findall(text):
            found = {key} if key else {one for one in known if re.fullmatch(made_of(pattern), one)}
            assert found, f"{name}: nothing is called {pattern}"
            assert found <= known.keys(), f"{name}: {key}"
            said |= found
        said |= known.keys() & set(QUOTED_KEY.findall(text))
    for name, text in pages():
        found = set(re.findall(r'data-say(?:-[a-z-]+)?="([^"]+)"', text))
        assert found <= known.keys(), name
        said |= found
    assert not {key for key in known.keys() - said if not key.startswith("side.")}


def made_of(template: str) -> str:
    return ".+".join(re.escape(part) for part in re.split(r"\$\{.*?\}", template))


class Told(HTMLParser):
    """The words that stand in a page itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input"):
            self._within.append(tag)
        self.found += [str(value) for name, value in attributes if name in ("title", "aria-label", "label")]

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1] == tag:
            self._within.pop()

    def handle_data(self, data: str) -> None:
        if re.search(r"\w", data) and self._within[-1] not in ("kbd", "textarea", "output"):
            self.found.append(data.strip())


def words_in(script: str) -> list[str]:
    """The strings of a script that people would read, without those that a browser or a server reads."""
    strings = (plain or re.sub(r"\$\{[^}]*\}", "…", made) for plain, made in STRING.findall(COMMENT.sub("", script)))
    return [text for text in strings if SENTENCE.search(text) and not NO_WORDS.search(text)]


def test_no_words_stand_outside_of_the_catalogues() -> None:
    for name, text in pages():
        if TELL_BY_THEMSELVES.search(name):
            continue
        told = Told()
        told.feed(text)
        assert set(told.found) <= {"Ludograph", ":"}, name
    found = {name: words_in(text) for name, text in scripts() if not TELL_BY_THEMSELVES.search(name)}
    assert not {name: words for name, words in found.items() if words}
    # The scan itself sees what it is for.
    assert words_in('button("Offer draw", x); html("p", {}, `${side} to move.`); say("Copied.")') == [
        "Offer draw",
        "… to move.",
        "Copied.",
    ]


def test_a_game_in_german_on_a_phone_and_then_in_french(sit_down: Callable[..., Table]) -> None:
    table = sit_down(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="de-AT")
    page = table.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/words/" in request.url else None)
    table.open("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", name="Rätsel des Tages")).to_be_visible()
    check(table)
    page.locator("#search").fill("vier gewinnt")
    expect(page.locator("#found")).to_have_text("Ein Spiel gefunden.")
    page.get_by_role("button", name="Connect Four", exact=True).tap()
    expect(page.get_by_text("Mensch gegen KI")).to_be_visible()
    check(table)
    page.get_by_role("button", name="Spielen", exact=True).tap()
    expect(table.status).to_have_text("Sie sind am Zug (Rot).")
    page.locator("#typed-move").fill("D1")
    page.locator("#typed").get_by_role("button", name="Spielen").tap()
    expect(page.locator("#moves .move")).to_have_count(2)
    expect(table.status).to_contain_text("Gelb spielt")
    page.get_by_text("Werte und Analyse").tap()
    expect(page.locator(".values")).to_be_visible()
    check(table)
    page.get_by_role("link", name="Analysebrett").tap()
    expect(page.get_by_role("heading", name="Beste Züge")).to_be_visible()
    expect(page.locator("#findings .values")).to_be_visible()
    check(table)
    assert {url.rpartition("/")[2] for url in asked} == {"de.js"}, "only the language that is spoken is loaded"

    # The choice stays, whatever the browser asks for.
    page.get_by_role("button", name="Einstellungen").tap()
    page.get_by_label("Sprache").select_option("fr")
    expect(page.get_by_role("heading", name="Meilleurs coups")).to_be_visible()
    page.goto(f"{table.address}/workshop.html")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", name="Atelier de cartes")).to_be_visible()
    check(table)


def check(table: Table) -> None:
    found = Axe().run(table.page)
    assert found.violations_count == 0, found.generate_report()
    assert table.page.evaluate(TOO_WIDE) == []
