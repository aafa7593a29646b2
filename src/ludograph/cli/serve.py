"""``ludograph serve``: the server, with nothing to configure."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ludograph.cli.options import AsJson, print_json


def register(app: typer.Typer) -> None:
    app.command()(serve)


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen at; 127.0.0.1 when left out.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="The port; 8000 when left out, 0 for any.")] = None,
    print_settings: Annotated[
        bool, typer.Option("--print-settings", help="Print all settings, secrets masked, and stop.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Serve games over HTTP: the page, the API, live matches. Settings come from LUDOGRAPH_… in the environment."""
    settings = settings_of({"host": host, "port": port})
    if print_settings:
        if as_json:
            print_json(settings.model_dump(mode="json"))
            return
        for line in settings.lines():
            typer.echo(line)
        return
    from ludograph.server.run import serve as run_server

    run_server(settings, lambda line: print_json({"listening": line}) if as_json else typer.echo(line))


def settings_of(given: dict[str, Any]) -> Any:
    from pydantic import ValidationError

    from ludograph.errors import InvalidParameter
    from ludograph.server.settings import Settings

    try:
        return Settings(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors())
        raise InvalidParameter(f"The settings are wrong: {faults}.") from None
