"""`edgerag config`: show settings, or change one without losing the file's comments."""

from __future__ import annotations

from pathlib import Path

import click

from edgerag.cli.keys import misfits_of
from edgerag.cli.output import note, say, say_text

EPILOG = """\b
Examples:
  edgerag config show
  edgerag config set retrieval.passages 4
  edgerag config set models.generator qwen2.5-coder-0.5b-instruct
"""


@click.group(epilog=EPILOG)
def command() -> None:
    """Show or change settings."""


@command.command()
@click.pass_obj
def path(config_file: Path) -> None:
    """Print where the settings file is."""
    say(config_file)


@command.command()
@click.pass_context
def show(context: click.Context) -> None:
    """Print every setting with its value, as TOML, and where they are kept."""
    import msgspec
    import tomlkit

    from edgerag import config, paths
    from edgerag.governed import rules

    config_file: Path = context.obj
    if context.find_root().params["config_file"] is not None:
        config.demand(config_file)
    found = rules()
    say(f"# {config_file} ({paths.place()})")
    for key in found.settings():
        say(f"# {key}: {found.because}")
    settings = found.governs(config.load(config_file))
    say_text(tomlkit.dumps(msgspec.to_builtins(settings)))
    for told in misfits_of(settings):
        note(told)


@command.command(name="set")
@click.argument("key")
@click.argument("value")
@click.pass_obj
def set_(config_file: Path, key: str, value: str) -> None:
    """Set KEY, such as retrieval.passages, to VALUE."""
    from edgerag.governed import change_config

    change_config(config_file, key, value)
    say(f"{key} = {value}")
