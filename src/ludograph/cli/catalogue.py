"""``ludograph games``: what there is to play."""

from __future__ import annotations

import typer

from ludograph.cli.options import AsJson, print_json


def register(app: typer.Typer) -> None:
    app.command()(games)


def games(as_json: AsJson = False) -> None:
    """List all games with their variants and parameters."""
    from ludograph.core.registry import OTHER_NAMES, game_class_named, game_names, plug_in_problems

    classes = [game_class_named(name) for name in game_names()]
    for problem in plug_in_problems():
        typer.echo(problem, err=True)
    if as_json:
        print_json(
            [
                {
                    "name": found.name,
                    "title": found.title,
                    "summary": found.summary,
                    "variants": dict(found.variants),
                    "parameters": [parameter.as_dict() for parameter in found.parameters],
                    "short_parameters": {short: list(names) for short, names in found.short_parameters.items()},
                }
                for found in classes
            ]
        )
        return
    for found in classes:
        typer.echo(f"{found.name}: {found.summary}")
        for variant, line in found.variants.items():
            typer.echo(f"    /{variant}: {line}")
        for other, meant in OTHER_NAMES.items():
            if game_class_named(other) is found:
                typer.echo(f"    {other}: another name of {meant}")
        for parameter in found.parameters:
            default = "" if parameter.default is None else f"={parameter.write(parameter.default)}"
            typer.echo(f"    {parameter.name}{default}: {parameter.description} ({parameter.domain})")
        for short, names in found.short_parameters.items():
            typer.echo(f"    {short}: the same value for {' and '.join(names)}")
