"""clustergen init: a commented starter spec that renders as it is."""

from pathlib import Path

import click

from generator.catalog.load import Catalog
from generator.catalog.model import Host, Switch
from generator.cli.session import Session
from generator.data import data_dir
from generator.model.faceplate import speeds
from generator.model.topology import topologies
from generator.render.templates import Templates


@click.command("init")
@click.option("--gpus", type=click.IntRange(1, 1_000_000), required=True, help="GPUs to install now.")
@click.option(
    "--max-gpus",
    type=click.IntRange(1, 1_000_000),
    help="GPUs to number everything for; by default four times as many.",
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
    type=click.Choice(["sonic", "cumulus", "eos"]),
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
    chosen = switch or ("qm9700" if technology == "infiniband" else "sn5600")
    found = catalog.find(Switch, chosen)
    if found is None or found.technology != ("infiniband" if technology == "infiniband" else "ethernet"):
        raise click.BadParameter(f"{chosen} is no {technology} switch of the catalog", param_hint="--switch")
    assert topology in topologies()
    envelope = max_gpus or 4 * gpus
    if envelope < gpus:
        raise click.BadParameter(f"{envelope} is less than --gpus {gpus}", param_hint="--max-gpus")
    storage = any(port.fabric == "storage" for port in model.ports)
    hosts = -(-gpus // model.gpu_count)
    most = -(-envelope // model.gpu_count)
    text = Templates(data_dir("templates")).render(
        "init/cluster.yaml.j2",
        gpus=gpus,
        host=model.model,
        title=model.title,
        count=hosts,
        max=most,
        per_host=model.gpu_count,
        technology=technology,
        topology=topology,
        switch=chosen,
        os=None if technology == "infiniband" else system,
        storage=storage,
        storage_max=max(4, most // 8 * 2),
        frontend_spine=most > _FRONTEND_PAIR,
        oob_spine=most > _OOB_PAIR,
        other_os=system if _other(catalog, system) else "sonic",
    )
    if output is None:
        click.echo(text, nl=False)
        return
    if output.exists():
        click.echo(f"error: {output} is there already; choose another name, or remove it first", err=True)
        raise SystemExit(1)
    output.write_text(text, encoding="utf-8")
    session = Session(output, quiet=True)
    session.plan()
    if not ctx.obj["quiet"]:
        click.echo(f"wrote {output}: {hosts} x {model.model}; next: clustergen render {output} -o build")


_FRONTEND_PAIR = 24
_OOB_PAIR = 40
"""Compute hosts from which the starter names spines for these fabrics; a smaller one never needs them."""


def _other(catalog: Catalog, system: str) -> bool:
    """Whether the starter's other switches also run the system that was asked for."""
    return all(getattr(catalog.get(Switch, name).os, system) for name in ("sn4600c", "sn2201")) and bool(speeds)
