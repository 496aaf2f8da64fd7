"""clustergen import: spec, pins and assets of an existing cluster."""

from pathlib import Path
from typing import Any

import click

from generator.adopt.adopt import import_site
from generator.adopt.formats import formats
from generator.adopt.formats.cabling import COLUMNS
from generator.adopt.ground import SPEC
from generator.adopt.report import as_data, as_text, complete
from generator.adopt.site_map import read_map
from generator.adopt.source_file import Options
from generator.adopt.write import files
from generator.cli.options import catalog_option, format_option, strict_option
from generator.cli.output import TreeError, write_tree
from generator.cli.say import failed, say, say_json
from generator.cli.session import make_session
from generator.render.artifact import Artifact
from generator.source.diagnostic import SpecError
from generator.source.document import Document
from generator.spec.load import DocumentError

_COLUMNS = ", ".join(COLUMNS)


class _Source(click.Path):
    """A file or folder that exists, or the name of a format, which may stand before them."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a path, or the name as it is."""
        if Path(value).exists():
            return super().convert(value, param, ctx)
        names = [each.name for each in formats()]
        if value not in names:
            self.fail(
                f"there is no file or folder {value!r}, and no format of this name; formats: {', '.join(names)}",
                param,
                ctx,
            )
        return value


@click.command("import")
@click.argument(
    "sources", nargs=-1, required=True, type=_Source(path_type=Path, exists=True), metavar="[KIND] SOURCE..."
)
@click.option(
    "--output",
    "-o",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A new folder for cluster.yaml, pins.yaml and assets.yaml.",
)
@click.option(
    "--map",
    "map_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Facts that no source has: kinds of devices, port names, models, the envelope.",
)
@click.option(
    "--kind",
    multiple=True,
    metavar="PATTERN=KIND",
    help="Devices of a host group or tier: 'node*=gpu', 'sw-*=compute-leaf'. Repeatable.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="KEY=VALUE",
    help="A key of the spec: hosts.gpu.model=dgx-h100. Repeatable.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="WHAT=NAME",
    help=f"A column of a cabling list: {_COLUMNS}. Repeatable.",
)
@format_option("text", "json", help="The report for a terminal, or for programs.")
@click.option("--all", "every", is_flag=True, help="Print every row of the report: nothing folded.")
@strict_option
@catalog_option
@click.pass_context
def command(
    ctx: click.Context,
    sources: tuple[Path | str, ...],
    output: Path,
    map_file: Path | None,
    kind: tuple[str, ...],
    settings: tuple[str, ...],
    columns: tuple[str, ...],
    form: str,
    every: bool,
    strict: bool,
    catalog: tuple[Path, ...],
) -> None:
    """Write spec, pins and assets of an existing cluster, from exports of the site's tools.

    SOURCEs are files or folders: NetBox (JSON or CSV), Ansible inventories, cabling lists (CSV), neighbours by LLDP, ibnetdiscover, config_db.json,
    slurm.conf. Formats are recognised by content. With KIND (netbox, ansible, cabling, lldp, ibnetdiscover, config_db, slurm, slurm-topology), only files of
    that format are read. Where two sources contradict each other, the first one is used and both are reported.

    Exit 0 if the files are written, 1 if they are not. With --strict, they are written only if every source is explained.
    """
    only, paths = _split(sources)
    session = make_session(ctx, map_file or Path("cluster.yaml"), catalog)
    names = dict(each.partition("=")[::2] for each in columns)
    if unknown := set(names) - set(COLUMNS):
        raise click.UsageError(f"--column can name {_COLUMNS}, not {', '.join(sorted(unknown))}")
    try:
        site = read_map(map_file, kind, settings)
        done = import_site(paths, site, Options(names, only), session.catalog())
        made = files(done, site)
    except DocumentError as error:
        if error.document.name == SPEC:
            say(
                f"{SPEC} is the spec that would be written: add the missing keys under `spec:` of --map, or with --set",
                err=True,
            )
        session.fail(error.document, error.problems)
    except SpecError as error:
        session.fail(Document("the sources", ""), error.problems)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    report = as_data(done, site, [each.path for each in made])
    refused = strict and not complete(done)
    if not refused:
        _write(made, output)
    if form == "json":
        say_json(report)
    elif not session.quiet or refused:
        say(as_text(report, every=every), err=refused)
    if refused:
        raise failed("--strict, and not everything is explained; nothing was written")
    if form == "text" and not session.quiet:
        say(f"{', '.join(each.path for each in made)} in {output}")


def _write(made: list[Artifact], output: Path) -> None:
    if output.exists() and (not output.is_dir() or any(output.iterdir())):
        raise failed(f"{output} exists, and an import replaces nothing: name a new folder with -o")
    try:
        write_tree(made, output)
    except (TreeError, OSError) as error:
        raise failed(str(error)) from None


def _split(sources: tuple[Path | str, ...]) -> tuple[str, list[Path]]:
    """Return the format that was stated, empty where none was, and the files and folders."""
    paths = [each for each in sources if isinstance(each, Path)]
    words = [each for each in sources if isinstance(each, str)]
    if words and (sources[0] != words[0] or len(words) > 1):
        raise click.UsageError(f"one kind can be stated, before the sources; {words[-1]!r} is not a file or folder")
    if not paths:
        raise click.UsageError(f"state the files or folders after {words[0]!r}")
    return "".join(words), paths
