"""clustergen schema: what editors and reviewers read about the spec."""

from pathlib import Path

import click

from generator.catalog.load import Catalog
from generator.cli.options import catalog_option, format_option
from generator.pipeline.editor_schema import editor_schema
from generator.pipeline.reference import reference_page


@click.command("schema")
@format_option("json", "markdown", help="JSON Schema, or the reference page of keys and rules.")
@click.option(
    "--check",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Compare with a file and write nothing; exit 1 if it differs.",
)
@catalog_option
def command(form: str, check: Path | None, catalog: tuple[Path, ...]) -> None:
    """Print the JSON Schema of specs (for editors), or the reference page.

    \b
      clustergen schema > clustergen.schema.json
      # yaml-language-server: $schema=clustergen.schema.json   (first line of a spec)

    Editors with yaml-language-server (Visual Studio Code, Neovim, Emacs) then complete keys, values and the names of catalog models, with --catalog those of yours too, and show what each key means.
    `clustergen init -o FILE` writes both the line and the schema.
    """
    text = editor_schema(Catalog(catalog)) if form == "json" else reference_page()
    if check is None:
        click.echo(text, nl=False)
    elif not check.is_file() or check.read_text(encoding="utf-8") != text:
        click.echo(f"{check} is not fresh: run `clustergen schema --format {form} > {check}`", err=True)
        raise SystemExit(1)
