"""clustergen size: requirements of a training run: GPUs, time, memory, links and storage."""

import json
from pathlib import Path
from typing import Any, NoReturn

import click
from msgspec import Struct
from msgspec.structs import replace

from generator.catalog.host import Precision
from generator.catalog.load import Catalog
from generator.catalog.model import Gpu, Host, ModelShape
from generator.cli.completion import models
from generator.cli.options import catalog_option, format_option
from generator.cli.say import failed, say
from generator.cli.session import Session, make_session
from generator.cli.size_types import AMOUNT, SplitType
from generator.cli.starter.purpose import Purpose, amount
from generator.spec.guesses import suggestion
from generator.spec.load import shown_name
from generator.workload.described import described
from generator.workload.machine import machine_of
from generator.workload.model import of_size, published
from generator.workload.records import Machine, Model, Run, Split
from generator.workload.services import described_service, service_text, services_in
from generator.workload.size import Size, SizeError, size_for_days, size_for_gpus
from generator.workload.size_text import size_text
from generator.workload.workloads import SEQUENCE, Workload, machine_in, precision_of, workloads_in


class Asked(Struct, frozen=True, kw_only=True):
    """The options of the command."""

    model: str | None
    params: float | None
    active: float | None
    layers: int | None
    hidden: int | None
    tokens: float | None
    seq: int | None
    batch: float | None
    gpu: str | None
    host: str | None
    gpus: int | None
    days: float | None
    precision: Precision | None
    mfu: float | None
    split: dict[str, int] | None
    oversubscription: float | None


@click.command("size")
@click.argument("spec", type=click.Path(path_type=Path, readable=False), required=False)
@click.option(
    "--model",
    metavar="NAME",
    shell_complete=models("models"),
    help="A published model: `clustergen catalog list models`.",
)
@click.option("--params", type=AMOUNT, help="Parameters, for a model of your own: 70e9 or 70B.")
@click.option("--active", type=AMOUNT, help="Active parameters per token, for a mixture of experts.")
@click.option("--layers", type=click.IntRange(1, 10_000), help="Layers; by default in proportion to published models.")
@click.option(
    "--hidden", type=click.IntRange(64, 1_000_000), help="Hidden size; by default in proportion to published models."
)
@click.option("--tokens", type=AMOUNT, help="Tokens to train on: 15e12 or 15T.")
@click.option(
    "--seq", type=click.IntRange(1, 10_000_000), help="Tokens of a sequence; by default the model's, or 8192."
)
@click.option("--batch", type=AMOUNT, help="Tokens of a step; by default 1,024 for each GPU, and 4 million at least.")
@click.option(
    "--gpu",
    metavar="MODEL",
    shell_complete=models("gpus"),
    help="GPU model: `clustergen catalog list gpus`; by default that of SPEC.",
)
@click.option(
    "--host",
    metavar="MODEL",
    shell_complete=models("hosts"),
    help="Host model that has it; by default the first of the catalog.",
)
@click.option("--gpus", type=click.IntRange(1, 1_000_000), help="GPUs: how long does it take?")
@click.option(
    "--days", type=click.FloatRange(0, 10_000, min_open=True), help="Days by the calendar: how many GPUs does it take?"
)
@click.option(
    "--precision", type=click.Choice(["bf16", "fp8", "fp4"]), help="By default bf16, or what runs are published in."
)
@click.option(
    "--mfu",
    type=click.FloatRange(0, 4, min_open=True),
    help="Measured model FLOPs utilization (MFU), against the dense BF16 peak.",
)
@click.option("--split", type=SplitType(), help="Parallel ranks, such as tp=8,pp=16; by default the fastest that fit.")
@click.option(
    "--oversubscription",
    type=click.FloatRange(1, 64),
    help="Oversubscription of the compute fabric; by default that of SPEC, or 1.",
)
@format_option("table", "json")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write the spec of such a cluster."
)
@catalog_option
@click.pass_context
def command(
    ctx: click.Context, /, spec: Path | None, form: str, output: Path | None, catalog: tuple[Path, ...], **options: Any
) -> None:
    """Work out what training a model takes: GPUs for days, or days for GPUs, with the parallel split, memory, links, storage and failures.

    \b
      clustergen size --params 70e9 --tokens 15e12 --gpu h100 --days 30
      clustergen size --model llama-3.1-405b --tokens 15.6T --gpu h100 --gpus 16384
      clustergen size cluster.yaml

    With SPEC alone: each of its `workloads`, on the hosts that are installed. With SPEC and a model: that model on its GPUs, by default on all of them.
    """
    asked = Asked(**options)
    session = make_session(ctx, spec, catalog) if spec else None
    if session and asked.model is None and asked.params is None:
        _refuse_unused(asked, output)
        _print_workloads(session, form)
        return
    try:
        size = _size(asked, session, Catalog(catalog))
    except SizeError as error:
        _end(error)
    if form == "json":
        click.echo(json.dumps(described(size), indent=2))
    else:
        say(size_text(size, asked.days))
    if output is not None:
        ctx.obj["quiet"] = ctx.obj["quiet"] or form == "json"
        _write_spec(ctx, size, asked, output)
    if not size.fits:
        raise SystemExit(1)


def _refuse_unused(asked: Asked, output: Path | None) -> None:
    """Refuse options that would have no effect: workloads of a spec have all of their figures there."""
    options = [name for name in asked.__struct_fields__ if getattr(asked, name) is not None]
    options += ["output"] if output else []
    if options:
        named = ", ".join(f"--{name}" for name in options)
        raise click.UsageError(
            f"{named} would have no effect on the workloads of SPEC: change them there, or add --model or --params"
        )


def _end(error: SizeError) -> NoReturn:
    for problem in error.problems:
        say(f"error: {problem}", err=True)
    say(f"help: {error.help}", err=True)
    raise SystemExit(1) from None


def _print_workloads(session: Session, form: str) -> None:
    """Print every workload of a spec, or end with the unknown figures."""
    spec = session.load().spec
    if not spec.workloads:
        raise failed(
            f"{shown_name(session.path)} has no workloads\nhelp: state some under `workloads`, or a model by --model or --params"
        )
    sizes, services = {}, {}
    for name, found in services_in(spec, session.catalog()):
        if isinstance(found, SizeError):
            _end(SizeError([f"{name}: {problem}" for problem in found.problems], found.help))
        assert not isinstance(found, SizeError)
        services[name] = found
    for name, each in workloads_in(spec, session.catalog()):
        if isinstance(each, SizeError):
            _end(SizeError([f"{name}: {problem}" for problem in each.problems], each.help))
        assert isinstance(each, Workload)
        try:
            sizes[name] = each.on(each.gpus)
        except SizeError as error:
            _end(SizeError([f"{name}: {problem}" for problem in error.problems], error.help))
    if form == "json":
        described_all = {name: described(size) for name, size in sizes.items()}
        described_all |= {name: described_service(each) for name, each in services.items()}
        click.echo(json.dumps({"workloads": described_all}, indent=2))
    else:
        texts = {name: size_text(size, None) for name, size in sizes.items()}
        texts |= {name: service_text(each) for name, each in services.items()}
        say("\n\n".join(f"{name}\n{text}" for name, text in texts.items()))
    if not all(each.fits for each in (*sizes.values(), *services.values())):
        raise SystemExit(1)


def _size(asked: Asked, session: Session | None, known: Catalog) -> Size:
    """Return the requested size. Raises SizeError: a figure is not known, or the split does not divide what it must."""
    if asked.tokens is None:
        raise click.UsageError("state --tokens, or a SPEC with workloads and no model")
    gpus = asked.gpus
    if session and asked.gpu is None:
        spec = session.load().spec
        group, machine = machine_in(spec, session.catalog())
        machine = replace(machine, oversubscription=asked.oversubscription or machine.oversubscription)
        gpus = gpus or (None if asked.days else spec.hosts[group].count * machine.host_gpus)
    elif asked.gpu is None:
        raise click.UsageError("state --gpu, or a SPEC whose hosts have GPUs")
    else:
        machine = _machine(known, asked.gpu, asked.host, asked.oversubscription or 1.0)
    if (gpus is None) == (asked.days is None):
        raise click.UsageError("state one of --gpus and --days")
    if asked.split and gpus is None:
        raise click.UsageError("--split needs --gpus")
    model = _model(known, asked)
    sequence = asked.seq or model.sequence or SEQUENCE
    if asked.batch and asked.batch < sequence:
        raise click.BadParameter(
            f"a batch of {asked.batch:,.0f} tokens is less than one sequence of {sequence:,}", param_hint="--batch"
        )
    run = Run(asked.tokens, sequence, asked.batch or 0, precision_of(machine, asked.precision, asked.mfu))
    if gpus is not None:
        return size_for_gpus(machine, model, run, gpus, asked.mfu, _whole(asked.split, gpus))
    assert asked.days is not None
    return size_for_days(machine, model, run, asked.days, asked.mfu)


def _model(known: Catalog, asked: Asked) -> Model:
    """Return the model that was named or described."""
    if (asked.model is None) == (asked.params is None):
        raise click.UsageError("state one of --model and --params")
    if asked.model is not None:
        if asked.active or asked.layers or asked.hidden:
            raise click.UsageError(
                "--active, --layers and --hidden describe a model of your own: state --params with them"
            )
        shape = known.find(ModelShape, asked.model)
        if shape is None:
            advice = suggestion(asked.model, known.names("models"))
            raise click.BadParameter(f"the catalog has no model {asked.model}; {advice}", param_hint="--model")
        return published(shape)
    assert asked.params is not None
    try:
        return of_size(known.every(ModelShape), asked.params, asked.active, asked.layers, asked.hidden)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--active") from None


def _machine(known: Catalog, name: str, host: str | None, oversubscription: float) -> Machine:
    """Return the GPU of a name, or of the one name that begins so, in a host that has it."""
    names = known.names("gpus")
    begin = [each for each in names if each.startswith(f"{name}-")]
    found = name if name in names else next((each for each in begin if each == f"{name}-sxm" or len(begin) == 1), None)
    if found is None:
        raise click.BadParameter(f"the catalog has no GPU {name}; {suggestion(name, names)}", param_hint="--gpu")
    hosts = [each for each in known.every(Host) if each.gpus and each.gpus.model == found]
    fitting = [each for each in hosts if host in {None, each.model}]
    if not fitting:
        has = ", ".join(each.model for each in hosts) or "none"
        raise click.BadParameter(f"no such host has {found}; hosts with it: {has}", param_hint="--host")
    try:
        return machine_of(known.get(Gpu, found), fitting[0], oversubscription)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--gpu") from None


def _whole(split: dict[str, int] | None, gpus: int) -> Split | None:
    """Return a stated split with what was left out."""
    if split is None:
        return None
    rest = gpus // (split.get("tp", 1) * split.get("cp", 1) * split.get("pp", 1))
    return Split(**{"dp": max(1, rest), **split})


def _purpose(asked: Asked, oversubscription: float) -> Purpose:
    """Return the requested run, in the form of a spec."""
    keys: dict[str, Any] = {
        "model": asked.model,
        "params": asked.params and amount(asked.params),
        "active_params": asked.active and amount(asked.active),
        "layers": asked.layers,
        "hidden": asked.hidden,
        "tokens": asked.tokens and amount(asked.tokens),
        "sequence": asked.seq,
        "batch_tokens": asked.batch and amount(asked.batch),
        "precision": asked.precision,
        "mfu": asked.mfu,
        "days": asked.days,
        "split": asked.split and {kind: ranks for kind, ranks in asked.split.items() if kind != "dp"},
    }
    return Purpose({key: value for key, value in keys.items() if value}, oversubscription)


def _write_spec(ctx: click.Context, size: Size, asked: Asked, output: Path) -> None:
    """Write the starter spec of a cluster for a run, with the run as its workload: whole NVLink domains, of which a job may use a part."""
    from generator.cli.init import command as init  # noqa: PLC0415  (it plans a cluster, which most calls do not need)

    machine = size.machine
    gpus = -(-size.gpus // machine.job_domain) * machine.domain if machine.has_racks else size.gpus
    ctx.invoke(
        init, gpus=gpus, max_gpus=None, host=machine.host, technology="roce", topology="rail-optimized", switch=None, system="sonic", output=output, purpose=_purpose(asked, machine.oversubscription)
    )  # fmt: skip
