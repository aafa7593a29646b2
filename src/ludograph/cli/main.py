"""The command's entry: errors become one sentence on stderr and an exit code.

0: good; 1: refused or false; 2: wrong usage. Nothing heavy is imported before a command needs it.
"""

from __future__ import annotations

import _thread
import os
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer

from ludograph.core.files import reason_of
from ludograph.errors import LudographError

REFUSED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
SOON = 0.02  # seconds
DEBUG = "LUDOGRAPH_DEBUG"

# Some releases of typer carry their own copy of click: the class is taken from the one in use.
UsageError: Any = typer.BadParameter.__base__

#: The modules beside this one, with their commands.
MODULES = {
    "catalogue": ("games",),
    "rulebook": ("rules",),
    "positions": ("show", "moves", "perft", "apply"),
    "solving": ("solve", "query", "verify"),
    "analysing": ("analyse", "review"),
    "play": ("play",),
    "game_files": ("read", "convert"),
    "mapping": ("map",),
    "match": ("match",),
    "learning": ("learn",),
    "engine": ("engine",),
    "serve": ("serve",),
    "backup": ("backup", "restore"),
    "building": ("build",),
    "site": ("site",),
    "bench": ("bench",),
    "doctor": ("doctor",),
}


def command_line(arguments: Sequence[str]) -> typer.Typer:
    """The command with what these arguments may need of it: a known command alone, else all of them. Each takes time
    to be put together, and somebody waits."""
    app = typer.Typer(
        name="ludograph",
        help="Abstract board games and puzzles on graphs: play, count, search, solve.",
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(invoke_without_command=True)(root)
    asked = [module for module, commands in MODULES.items() if arguments and arguments[0] in commands]
    for module in asked or MODULES:
        import_module(f"ludograph.cli.{module}").register(app)
    return app


def root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False,
) -> None:
    """Abstract board games and puzzles on graphs: play, count, search, solve."""
    if version:
        from ludograph import __version__

        typer.echo(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(WRONG_USAGE)


def main() -> None:
    """Run the command and leave with its exit code."""
    sys.unraisablehook = _interrupt_again
    try:
        code = run()
        if code == INTERRUPTED:
            os._exit(code)  # nothing that still computes is waited for, nor interrupted in its turn
        sys.exit(code)
    except BrokenPipeError:
        # The reader has gone (`ludograph games | head`); nothing more can be said to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(REFUSED)


def run(arguments: list[str] | None = None) -> int:
    """Run the command with these arguments; returns the exit code."""
    try:
        if sys.stdout is None:
            return REFUSED  # closed by the caller: there is nowhere to say anything
        code = command_line(sys.argv[1:] if arguments is None else arguments)(arguments, standalone_mode=False)
        if code == INTERRUPTED:  # as some releases of typer tell of Ctrl-C
            raise KeyboardInterrupt
        sys.stdout.flush()
    except LudographError as error:
        code = _refuse(error.message, REFUSED)
        if error.details:
            print(error.details, file=sys.stderr)  # noqa: T201
        return code
    except UsageError as error:
        return _refuse(error.format_message(), WRONG_USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return _refuse("Stopped.", INTERRUPTED)
    except BrokenPipeError:
        raise
    except OSError as error:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - what is left in it can't be written either
        return _refuse(f"The output can't be written: {reason_of(error)}.", REFUSED)
    except (Exception, SystemExit) as error:
        if os.environ.get(DEBUG):
            raise
        from ludograph.core.authors import failure_of  # somebody waits for every module, and few games are wrong

        if failure := failure_of(error):
            return _refuse(failure.message, REFUSED)
        if isinstance(error, SystemExit):
            raise
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        return _refuse(f"This is a mistake in ludograph, please report it ({what}); {DEBUG}=1 shows more.", REFUSED)
    return code if isinstance(code, int) else 0


def _interrupt_again(unraisable: Any) -> None:
    """Ctrl-C in the middle of a callback or a finaliser is lost there, so it is raised once more a little later."""
    if unraisable.exc_type is KeyboardInterrupt:
        threading.Timer(SOON, _thread.interrupt_main).start()
    else:
        sys.__unraisablehook__(unraisable)


def _refuse(sentence: str, code: int) -> int:
    print(" ".join(sentence.split()), file=sys.stderr)  # noqa: T201
    return code
