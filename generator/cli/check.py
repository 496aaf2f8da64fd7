"""clustergen check: the real programs of this machine, run against a rendered tree."""

from pathlib import Path

import click

from generator.cli.discovered import cabling
from generator.cli.judges import JUDGES
from generator.cli.table import table


@click.command("check")
@click.argument("tree", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--discovered",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="What ibnetdiscover printed: every cable of an InfiniBand fabric that is not as planned is named.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Forwarding tables (opensm-lfts.dump or dump_lfts): every switch that loads its uplinks unevenly is named.",
)
def command(tree: Path, discovered: Path | None, tables: Path | None) -> None:
    """Run every validator that this machine has against a rendered TREE.

    Says what ran, what passed, what is missing and how to install it. Exit 1 where something was refused.
    """
    if tables and not discovered:
        raise click.UsageError("--tables goes with --discovered, which says what the tables are of")
    verdicts = [judge(tree) for judge in JUDGES]
    if discovered:
        verdicts.append(cabling(tree, discovered, tables))
    columns = ("check", "files", "result", "program, or how to get it")
    click.echo(table(columns, [[v.name, v.files, v.result, v.note] for v in verdicts]))
    for verdict in verdicts:
        for fault in verdict.faults[:_MOST]:
            click.echo(f"{verdict.name}: {fault}", err=True)
        if len(verdict.faults) > _MOST:
            click.echo(f"{verdict.name}: and {len(verdict.faults) - _MOST} more", err=True)
    ran = [v for v in verdicts if v.ran]
    click.echo(
        f"{len(ran)} checks ran, {sum(1 for v in ran if not v.faults)} passed, {len(verdicts) - len(ran)} not run"
    )
    if any(verdict.faults for verdict in verdicts):
        raise SystemExit(1)


_MOST = 10
