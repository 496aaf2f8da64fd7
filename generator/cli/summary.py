"""clustergen summary: the counts, without writing."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from generator.analysis.close import close
from generator.analysis.summary import KINDS, summarise
from generator.cli.options import (
    allow_option,
    baseline_options,
    catalog_option,
    format_option,
    spec_argument,
    strict_option,
)
from generator.cli.say import table
from generator.cli.session import make_session
from generator.render.tree import count_files
from generator.workload.tier_measures import KEYS


@click.command("summary")
@spec_argument
@format_option("table", "json")
@strict_option
@allow_option
@baseline_options
@catalog_option
@click.pass_context
def command(ctx: click.Context, spec: Path, form: str, strict: bool, catalog: tuple[Path, ...]) -> None:
    """Print the counts of SPEC: what `summary.json` will hold."""
    session = make_session(ctx, spec, catalog, strict=strict)
    if form == "json":
        session.quiet = True
    plan = close(session.plan())
    found = summarise(plan, count_files(plan))
    if form == "json":
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return
    click.echo(
        f"{found['name']}: {found['gpus']} GPUs of {found['gpus_max']}, {found['racks']} racks, "
        f"{found['power_kw']['it_max']:g} kW of IT at most, {found['power_kw']['facility']:g} kW of the facility, "
        f"{found['files']} files\n"
    )
    click.echo(table(["group", "hosts", "envelope"], [[n, h["count"], h["max"]] for n, h in found["hosts"].items()]))
    if found.get("storage"):
        click.echo(
            table(["tier", "hosts", "must", "wanted", "installed", "one domain less"], list(_tiers(found["storage"])))
        )
    columns = [
        "fabric",
        "topology",
        "tiers",
        "leaves",
        "spines",
        "cores",
        *(k.replace("_", "-") for k in KINDS),
        "ratio",
    ]
    rows = [
        [
            name,
            f["topology"],
            f["tiers"],
            f"{f['leafs']}/{f['envelope']['leafs']}",
            f"{f['spines']}/{f['envelope']['spines']}",
            f"{f['cores']}/{f['envelope']['cores']}",
            *(f["links"][kind] for kind in KINDS),
            f["oversubscription"],
        ]
        for name, f in found["fabrics"].items()
    ]
    click.echo(table(columns, rows))
    click.echo("Switches as installed/envelope; links are logical links that are installed.")


def _tiers(storage: Mapping[str, Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield a row for each thing that a tier must do, its unit in the key."""
    for name, tier in storage.items():
        for key in KEYS.values():
            if key in tier:
                able = [
                    "unknown" if value is None else f"{value:,.4g}"
                    for value in (tier[key]["installed"], tier[key]["reserve"])
                ]
                yield [
                    name,
                    f"{tier['hosts']['count']}/{tier['hosts']['max']} {tier['group']}",
                    key,
                    f"{tier[key]['wanted']:,.4g}",
                    *able,
                ]
