"""clustergen init: a commented starter spec that renders as it is, from flags or from a conversation."""

import os
import shlex
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource
from msgspec.structs import asdict, replace

from generator.catalog.load import Catalog
from generator.catalog.model import Host
from generator.cli.completion import models
from generator.cli.one_file import replace_file
from generator.cli.say import failed, say
from generator.cli.starter import types
from generator.cli.starter.advice import why_none
from generator.cli.starter.answers import CONVERGED, NONE, TIERS, Answers
from generator.cli.starter.conversation import as_flags, conversation
from generator.cli.starter.purpose import Purpose
from generator.cli.starter.questions import Question, ask_all
from generator.cli.starter.spec import SPEC_NAME, Starter, make_starter
from generator.cli.starter.types import MOST_GPUS
from generator.data import SWITCH_SYSTEMS
from generator.pipeline.editor_schema import SCHEMA_NAME, editor_schema
from generator.source.diagnostic import Severity
from generator.source.report import show_text
from generator.spec.load import DocumentError

_GPUS = 16
"""The default of the conversation; as a flag, --gpus has none."""
_STANDARD_OUTPUT = Path("-")


@click.command("init")
@click.option(
    "--interactive", "-i", is_flag=True, help="Ask for everything that no other option states; needs a terminal."
)
@click.option("--gpus", type=click.IntRange(1, MOST_GPUS), help="GPUs to install now.  [required]")
@click.option(
    "--max-gpus",
    type=click.IntRange(1, MOST_GPUS),
    help="GPUs of the envelope, the largest size that names and numbers are assigned for; by default four times --gpus, up to 16,384.",
)
@click.option(
    "--host", default="dgx-h100", show_default=True, metavar="MODEL", shell_complete=models("hosts"), help="Host model."
)
@click.option(
    "--generations",
    type=types.generations,
    default=NONE,
    metavar="LIST",
    help="Further generations of GPU hosts on the same fabrics, with commas: MODEL=GPUS or MODEL=GPUS:MAX.",
)
@click.option(
    "--fabric",
    type=click.Choice(["roce", "infiniband"]),
    default="roce",
    show_default=True,
    help="Technology of the compute fabric.",
)
@click.option(
    "--topology",
    type=click.Choice(["rail-optimized", "fat-tree", "rail-only", "single-switch"]),
    default="rail-optimized",
    show_default=True,
    help="Topology of the compute fabric.",
)
@click.option(
    "--switch",
    metavar="MODEL",
    shell_complete=models("switches"),
    help="Leaf and spine of the compute fabric; by default chosen for the host (`auto`).",
)
@click.option(
    "--os",
    type=click.Choice(SWITCH_SYSTEMS),
    default="sonic",
    show_default=True,
    help="Operating system of all Ethernet switches, whose models follow from it.",
)
@click.option(
    "--storage",
    type=types.tiers,
    metavar="LIST",
    help=f"Storage tiers, with commas: {', '.join(TIERS)}, or none; by default local-nvme,parallel,nfs, and local-nvme alone for hosts without a storage port.",
)
@click.option(
    "--storage-fabric",
    type=click.Choice(["roce", "infiniband"]),
    default="roce",
    show_default=True,
    help="Technology of the storage fabric.",
)
@click.option(
    "--layout",
    type=click.Choice(["separate", CONVERGED]),
    default="separate",
    show_default=True,
    help="Plan separate leaves for storage and frontend, or one pair of compute leaves that carries them too.",
)
@click.option(
    "--scheduler",
    type=click.Choice(["slurm", "kubernetes", "both", NONE]),
    default="slurm",
    show_default=True,
    help="Scheduler.",
)
@click.option(
    "--tenants",
    type=types.tenants,
    default=NONE,
    metavar="LIST",
    help="Tenants that share the cluster, with commas: NAME=HOSTS, HOSTS being the number of GPU hosts that each has to itself.",
)
@click.option(
    "--name", type=types.name, default="cluster1", show_default=True, metavar="NAME", help="Name of the cluster."
)
@click.option(
    "--domain", type=types.domain, metavar="DOMAIN", help="DNS domain of its devices; by default NAME.example.net."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="File to write; standard output (`-`) by default.",
)
@click.pass_context
def command(
    ctx: click.Context, /, interactive: bool, output: Path | None, purpose: Purpose | None = None, **options: Any
) -> None:
    """Write a commented starter spec for a number of GPUs.

    With --interactive, ask for what no option states: each question has a default, and the flags that give the same spec are printed at the end.

    The first line of the spec is for editors: it names clustergen.schema.json beside it, which -o writes too if there is none.
    """
    stated = {
        name: value for name, value in options.items() if ctx.get_parameter_source(name) != ParameterSource.DEFAULT
    }
    ask = conversation(ctx) if interactive else None
    if ask is None and "gpus" not in stated:
        raise click.UsageError(
            "Missing option '--gpus': the GPUs to install now; or use --interactive, which asks for everything.", ctx
        )
    catalog = Catalog()
    defaults = {**options, "gpus": _GPUS}
    if output is not None and output != _STANDARD_OUTPUT:
        _refuse_existing(output)
    assumed = ask is None and "max_gpus" not in stated
    answers = replace(ask_all(stated, defaults, catalog, ask), purpose=purpose, assumed=assumed)
    while (starter := _made(answers, catalog)) is None:
        if ask is None:
            raise SystemExit(1)
        say("These answers make no spec, for the reasons above. Change some of them; Enter keeps an answer.", err=True)
        answers = replace(ask_all({}, defaults, catalog, ask, asdict(answers)), purpose=purpose)
    if ask is not None:
        output = output or ask(Question("output", "File to write"), SPEC_NAME, _free)
        say(f"The same as flags: {as_flags(ctx, answers, output)}", err=True)
    _write(ctx, answers, starter, catalog, output)


def _made(answers: Answers, catalog: Catalog) -> Starter | None:
    """Return the starter, or show why these answers make none."""
    try:
        return make_starter(answers, catalog)
    except DocumentError as error:
        errors = [problem for problem in error.problems if problem.severity is Severity.ERROR]
        click.echo(show_text(error.document, errors), err=True)
        say(f"error: {why_none(answers, catalog)}", err=True)
        return None


def _write(ctx: click.Context, answers: Answers, starter: Starter, catalog: Catalog, output: Path | None) -> None:
    """Write the spec, with the schema beside it."""
    if starter.warnings and not ctx.obj["quiet"]:
        codes = ", ".join(sorted({warning.code for warning in starter.warnings}))
        say(
            f"note: with the models that the catalog has for these answers, the spec has warnings: {codes}; `clustergen validate` prints them",
            err=True,
        )
    if output is None or output == _STANDARD_OUTPUT:
        click.echo(starter.text, nl=False)
        return
    schema = output.parent / SCHEMA_NAME
    fresh = not os.path.lexists(schema)
    try:
        if fresh:
            replace_file(schema, editor_schema(catalog))
        replace_file(output, starter.text)
    except OSError as error:
        _fail(
            f"{output} cannot be written: {(error.strerror or 'unknown reason').lower()}; choose another place with -o"
        )
    if not ctx.obj["quiet"]:
        hosts = -(-answers.gpus // catalog.get(Host, answers.host).gpu_count)
        beside = f"; {schema}, for editors" if fresh else ""
        spec = shlex.quote(str(output))
        say(f"wrote {output}: {hosts} x {answers.host}{beside}; next: clustergen render {spec} -o build")


def _free(path: str | Path) -> Path:
    if os.path.lexists(path):
        raise click.BadParameter(f"{path} exists; choose another name, or remove it first")
    return Path(path)


def _refuse_existing(output: Path) -> None:
    try:
        _free(output)
    except click.BadParameter as error:
        _fail(error.message)


def _fail(message: str) -> NoReturn:
    raise failed(message)
