"""Arguments and options that several commands have."""

from pathlib import Path

import click

spec_argument = click.argument("spec", type=click.Path(path_type=Path))
catalog_option = click.option(
    "--catalog",
    multiple=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder of hardware models of your own (hosts/, switches/ ...), looked into first. Repeatable.",
)
strict_option = click.option("--strict", is_flag=True, help="Warnings are errors.")
