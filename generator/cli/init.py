"""clustergen init: a commented starter spec that renders as it is."""

import tempfile
from pathlib import Path

import click

from generator.catalog.load import Catalog
from generator.catalog.model import Host, Switch
from generator.cli.say import say
from generator.data import SWITCH_SYSTEMS, data_dir
from generator.model.carrying import decide_carrying
from generator.model.faceplate import speeds
from generator.pipeline.read import read_plan
from generator.render.templates import Templates
from generator.source.report import show_text
from generator.spec.load import DocumentError, load_spec
from generator.workload.tier_counts import needed_hosts


@click.command("init")
@click.option("--gpus", type=click.IntRange(1, 1_000_000), required=True, help="GPUs to install now.")
@click.option(
    "--max-gpus",
    type=click.IntRange(1, 1_000_000),
    help="GPUs of the envelope, for which everything is numbered; by default four times as many, up to 16,384.",
)
@click.option("--host", "host", default="dgx-h100", show_default=True, metavar="MODEL", help="Host model.")
@click.option(
    "--fabric",
    "technology",
    type=click.Choice(["roce", "infiniband"]),
    default="roce",
    show_default=True,
    help="Compute fabric.",
)
@click.option(
    "--topology",
    type=click.Choice(["rail-optimized", "fat-tree", "rail-only", "single-switch"]),
    default="rail-optimized",
    show_default=True,
)
@click.option(
    "--switch", "switch", metavar="MODEL", help="Leaf and spine of the compute fabric; by default sn5600 or qm9700."
)
@click.option(
    "--os",
    "system",
    type=click.Choice(SWITCH_SYSTEMS),
    default="sonic",
    show_default=True,
    help="Switch operating system.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="File to write; standard output by default."
)
@click.pass_context
def command(
    ctx: click.Context,
    gpus: int,
    max_gpus: int | None,
    host: str,
    technology: str,
    topology: str,
    switch: str | None,
    system: str,
    output: Path | None,
) -> None:
    """Write a commented starter spec for a number of GPUs."""
    catalog = Catalog()
    model = catalog.find(Host, host)
    if model is None or not model.gpu_count:
        known = ", ".join(h.model for h in catalog.every(Host) if h.gpu_count)
        raise click.BadParameter(f"{host} is no GPU host of the catalog; known: {known}", param_hint="--host")
    choices = [switch] if switch else _choices(catalog, technology, system, model)
    for choice in choices:
        found = catalog.find(Switch, choice)
        if found is None or found.technology != ("infiniband" if technology == "infiniband" else "ethernet"):
            raise click.BadParameter(f"{choice} is no {technology} switch of the catalog", param_hint="--switch")
    envelope = max_gpus or max(gpus, min(4 * gpus, _ENVELOPE))
    if envelope < gpus:
        raise click.BadParameter(f"{envelope} is less than --gpus {gpus}", param_hint="--max-gpus")
    if output is not None and output.exists():
        say(f"error: {output} exists; choose another name, or remove it first", err=True)
        raise SystemExit(1)
    hosts, most = -(-gpus // model.gpu_count), -(-envelope // model.gpu_count)
    values = {
        "gpus": gpus, "host": model.model, "title": model.title, "count": hosts, "max": most, "per_host": model.gpu_count,
        "technology": technology, "topology": topology, "os": None if technology == "infiniband" else system,
        "storage": any(port.fabric == "storage" for port in model.ports), "storage_count": 2, "storage_max": max(4, most // 8 * 2),
        "frontend_spine": most > _FRONTEND_PAIR, "oob_spine": most > _OOB_PAIR,
        "oob_spines": _OOB_PAIR < most < _OOB_FLAT,
        "other_os": system if _runs_everywhere(catalog, system) else "sonic",
    }  # fmt: skip
    text = _first_that_plans(values, choices, catalog)
    if output is None:
        click.echo(text, nl=False)
        return
    output.write_text(text, encoding="utf-8")
    if not ctx.obj["quiet"]:
        say(f"wrote {output}: {hosts} x {model.model}; next: clustergen render {output} -o build")


def _choices(catalog: Catalog, technology: str, system: str, host: Host) -> list[str]:
    """Return the switches to try for a technology and, on Ethernet, an operating system: those first that have the rails' full speed."""
    known = [catalog.get(Switch, name) for name in _SWITCHES[technology]]
    rails = max((port.speed_gbps for port in host.ports if port.fabric == "compute"), default=0)
    able = [each for each in known if technology == "infiniband" or getattr(each.os, system)]
    return [each.model for each in sorted(able, key=lambda each: rails not in speeds(each, None))]


def _first_that_plans(values: dict[str, object], choices: list[str], catalog: Catalog) -> str:
    """Return the starter with the first switch whose cages and cables suit the host, or show why none does."""
    templates = Templates(data_dir("templates"))
    failure: DocumentError | None = None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cluster.yaml"
        for choice in choices:
            ethernet = choice if values["os"] and (values["other_os"] == values["os"]) else "sn5600"
            said = {**values, "switch": choice, "storage_switch": ethernet}
            path.write_text(templates.render("init/cluster.yaml.j2", **said, one_pair=""), encoding="utf-8")
            said |= _storage_hosts(path, catalog)
            path.write_text(templates.render("init/cluster.yaml.j2", **said, one_pair=""), encoding="utf-8")
            try:
                read_plan(path, catalog, "cluster.yaml")
            except DocumentError as error:
                failure = failure or error
            else:
                return templates.render("init/cluster.yaml.j2", **said, one_pair=_one_pair(path, catalog))
    assert failure is not None
    click.echo(show_text(failure.document, failure.problems), err=True)
    raise SystemExit(1)


def _storage_hosts(path: Path, catalog: Catalog) -> dict[str, int]:
    """Return the storage hosts that are recommended for the GPUs of a starter, now and at most; nothing where it has none."""
    spec = load_spec(path).spec
    now, most = (needed_hosts(spec, catalog, most=each).get(_STORAGE) for each in (False, True))
    if now is None or most is None:
        return {}
    stated = spec.hosts[_STORAGE].max or 0
    return {"storage_count": now.hosts, "storage_max": max(stated, now.hosts, most.hosts)}


def _one_pair(path: Path, catalog: Catalog) -> str:
    """Name the host models with which one pair of leaves would carry this starter's storage and frontend too; nothing where none does."""
    spec = load_spec(path).spec
    swapped = {name: group for name, group in spec.hosts.items() if group.model in _FAST}
    faster = {n: group.model_copy(update={"model": _FAST[group.model]}) for n, group in swapped.items()}
    fabrics = spec.fabrics.model_copy(update={"storage": None, "frontend": None})
    small = spec.model_copy(update={"hosts": {**spec.hosts, **faster}, "fabrics": fabrics})
    fits = decide_carrying(small, catalog).derived
    return ", ".join(sorted({group.model for group in faster.values()}, reverse=True)) if fits else ""


_STORAGE = "storage"
"""The group of the starter that serves its tiers."""
_FAST = {"storage-2u": "storage-2u-400g", "server-1u": "server-1u-400g"}
"""Host models of the starter, and those like them whose ports all join 400 Gb/s leaves."""
_SWITCHES = {
    "roce": ("sn5600", "sn4700", "sn5400", "7060x6-64pe", "7060dx5-64s"),
    "infiniband": ("qm9700", "q3400", "qm8790"),
}
"""What is tried for the compute fabric, first that suits; `--switch` decides instead."""
_ENVELOPE = 16_384
"""The largest envelope that is assumed without being asked for."""
_FRONTEND_PAIR = 24
_OOB_PAIR = 40
_OOB_FLAT = 2000
"""Compute hosts from which the starter names spines for these fabrics, and up to which two of them do out of band."""


def _runs_everywhere(catalog: Catalog, system: str) -> bool:
    """Whether the starter's other switches also run the system that was asked for."""
    return all(getattr(catalog.get(Switch, name).os, system) for name in ("sn5600", "sn4600c", "sn2201"))
