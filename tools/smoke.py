"""Before a release: the package as others get it, in an empty environment of each Python that is named.

    python tools/smoke.py [--keep FOLDER] [PYTHON …]

Builds the sdist, from it the wheel, installs that and tries it. Nothing of the repository is used by what is tried: it
runs in another folder, with a home, a cache and data of its own. Ends with 0 when all held for all; without a PYTHON
it is the one that runs this.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).resolve().parents[1]
#: What is no Python and yet has to be in a wheel: some of each kind, the rest is counted.
NEEDED = (
    "ludograph/py.typed",
    "ludograph/results.json",
    "ludograph/benchmarks/peers.py",
    "ludograph/cli/screen/play_screen.tcss",
    "ludograph/web/static/index.html",
    "ludograph/web/static/board/board-view.js",
)
COUNTED = ("*.weights", "*.rules.md", "*.perft.json", "*.js", "*.css", "*.html", "*.json", "*.txt")
PATIENCE = 600  # seconds for a single command: machines are shared


class Failed(Exception):
    """What did not hold."""


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise Failed(what)


def build(folder: Path) -> Path:
    """The wheel, made from the sdist as those do who install from source."""
    tool = environment(Path(sys.executable), folder / "builder")
    call(tool, "-m", "pip", "install", "--quiet", "build")
    call(tool, "-m", "build", "--outdir", str(folder / "dist"), str(REPOSITORY))
    (wheel,) = (folder / "dist").glob("*.whl")
    expect(any((folder / "dist").glob("*.tar.gz")), "there is no sdist")
    return wheel


def environment(python: Path, folder: Path) -> Path:
    """A new environment with nothing but pip; returns its Python."""
    if python == Path(sys.executable):
        venv.create(folder, with_pip=True)
    else:
        call(python, "-m", "venv", str(folder))
    return folder / "bin" / "python"


def call(*words: str | Path, **options: Any) -> str:
    """What a command prints; one that fails ends all."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=PATIENCE, **options)
    expect(done.returncode == 0, f"{' '.join(map(str, words))} ended with {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def check_wheel(wheel: Path) -> str:
    """All files that are no Python of the package are in the wheel; returns the version."""
    names = set(zipfile.ZipFile(wheel).namelist())
    missing = [name for name in NEEDED if name not in names]
    source = REPOSITORY / "src"
    for pattern in COUNTED:
        files = {str(file.relative_to(source)) for file in (source / "ludograph").rglob(pattern)}
        expect(bool(files), f"no file is called {pattern}: the smoke test is older than the package")
        missing += sorted(files - names)
    expect(not missing, f"the wheel lacks {', '.join(missing)}")
    return wheel.name.split("-")[1]


class Installed:
    """The package as somebody has it who has just installed it."""

    def __init__(self, python: Path, home: Path) -> None:
        self.python, self.home = python, home
        home.mkdir()
        kept = ("PATH", "LANG", "LC_ALL", "TMPDIR")
        self.surroundings = {name: os.environ[name] for name in kept if name in os.environ}
        self.surroundings |= {"HOME": str(home), "LUDOGRAPH_DATA": str(home / "data"), "NO_COLOR": "1"}
        self.surroundings["LUDOGRAPH_CACHE"] = str(home / "cache")

    @property
    def command(self) -> Path:
        return self.python.with_name("ludograph")

    def run(self, *words: str) -> str:
        return call(self.command, *words, cwd=self.home, env=self.surroundings)

    def data(self, *words: str) -> Any:
        return json.loads(self.run(*words, "--json"))

    def python_says(self, program: str) -> str:
        return call(self.python, "-c", program, cwd=self.home, env=self.surroundings).strip()

    @contextmanager
    def server(self) -> Iterator[str]:
        """The address of a server, which has to end well when it is told to."""
        words = [str(self.command), "serve", "--port", "0"]
        with (
            (self.home / "server.log").open("w+") as log,
            subprocess.Popen(
                words, cwd=self.home, env=self.surroundings, stdout=subprocess.PIPE, stderr=log, text=True
            ) as server,
        ):
            try:
                yield self._address(server)
                server.send_signal(signal.SIGINT)
                code = server.wait(PATIENCE)
            finally:
                server.kill()
            log.seek(0)
            said = log.read()
        expect(code in (0, 130) and "Traceback" not in said, f"the server ended with {code}: {said[-2000:]}")

    @staticmethod
    def _address(server: subprocess.Popen[str]) -> str:
        assert server.stdout is not None
        for line in server.stdout:
            if found := re.search(r"http://[\d.]+:\d+", line):
                return found[0]
        raise Failed("the server ended before it said its address")


def try_library(installed: Installed, version: str) -> None:
    where = installed.python_says("import ludograph; print(ludograph.__version__, ludograph.__file__)")
    expect(where.startswith(f"{version} {installed.python.parents[1]}"), f"another Ludograph is found: {where}")
    names = "import ludograph; print(len([getattr(ludograph, name) for name in ludograph.__all__]))"
    expect(int(installed.python_says(names)) > 10, "public names are missing")
    board = "import ludograph; print(ludograph.game('trimok').start().play('A2-A3')._repr_svg_())"
    expect(installed.python_says(board).startswith("<svg"), "a position does not draw itself")


def try_command(installed: Installed, version: str) -> None:
    expect(installed.run("--version").strip() == version, "--version says something else")
    expect(len(installed.data("games")) > 80, "games are missing")
    expect("A" in installed.run("show", "trimok"), "show shows nothing")
    expect(len(installed.data("moves", "chess")) == 20, "chess does not begin with 20 moves")
    expect(installed.data("perft", "chess", "4")["nodes"] == 197_281, "perft of chess is wrong")
    solved = installed.data("solve", "sliding?rows=2&columns=3")
    expect((solved["positions"], solved["max_remoteness"]) == (360, 21), f"the 2×3 puzzle is solved wrongly: {solved}")
    expect(installed.data("query", "tic-tac-toe")["value"] == "draw", "tic-tac-toe is no draw")
    expect("draughts" in installed.run("rules", "checkers").lower(), "the rules of checkers are missing")
    report = installed.data("doctor")
    expect(all(each["good"] for each in report), f"doctor found: {report}")
    expect(
        {"ludograph", "compiler", "cache", "data"} <= {each["what"] for each in report}, "doctor is silent on something"
    )


def try_server(installed: Installed) -> None:
    with installed.server() as address:
        page = answer_of(address, "/match.html", "<html")
        script = re.search(r'<script[^>]* src="([^"]+)"', page)
        expect(script is not None, "the page of a match has no script")
        assert script is not None
        answer_of(address, "/" + script[1].removeprefix("/"), "customElements")
        answer_of(address, "/", "<html")
        answer_of(address, "/api/v1/games", "trimok")


def answer_of(address: str, path: str, part: str) -> str:
    """What the server answers, when that has a part in it."""
    with urllib.request.urlopen(address + path, timeout=PATIENCE) as answer:
        text = answer.read().decode()
    expect(part in text, f"the server's answer to {path} is another one")
    return text


def try_with(python: Path, wheel: Path, version: str, folder: Path) -> None:
    """One Python: an empty environment, the wheel, and all that is tried."""
    inside = environment(python, folder / "environment")
    call(inside, "-m", "pip", "install", "--quiet", wheel, cwd=folder)
    installed = Installed(inside, folder / "home")
    try_library(installed, version)
    try_command(installed, version)
    try_server(installed)


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--keep", type=Path, help="a folder for sdist, wheel and environments, else a temporary one")
    options.add_argument("pythons", nargs="*", type=Path, default=[Path(sys.executable)])
    chosen = options.parse_args()
    failures = 0
    with tempfile.TemporaryDirectory(prefix="ludograph-smoke-") as temporary:
        folder = (chosen.keep or Path(temporary)).resolve()
        try:
            wheel = build(folder)
            version = check_wheel(wheel)
        except Failed as error:
            print(f"BAD   {error}")
            return 1
        for number, python in enumerate(chosen.pythons):
            said = call(python, "--version").strip()
            try:
                place = folder / f"python-{number}"
                place.mkdir()
                try_with(python, wheel, version, place)
                print(f"good  {wheel.name} with {said}", flush=True)
            except (Failed, OSError, subprocess.TimeoutExpired) as error:
                failures += 1
                print(f"BAD   {wheel.name} with {said}: {error}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
