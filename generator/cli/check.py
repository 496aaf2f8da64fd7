"""clustergen check: the real programs of this machine, run against a rendered tree."""

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import click
from msgspec.structs import asdict

from generator.change.formats import PLAN, PlanFileError
from generator.cli.crew import Crew, cores
from generator.cli.options import json_option
from generator.cli.say import say, say_json, table
from generator.plan.read_back import unfit
from generator.source.broken import said_of
from generator.source.limits import Limit, memory_limit, time_limit
from generator.verify.discovered import cabling
from generator.verify.judges import PROGRAMS, READERS, Judge, manifest, plain
from generator.verify.reach import BROKEN
from generator.verify.rendered import rendered, shared
from generator.verify.sonic_yang.judge import ON_SWITCHES, config_db
from generator.verify.tree_files import no_tree
from generator.verify.verdict import Verdict, counted


@click.command("check")
@click.argument("tree", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option(
    "--discovered",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Output of ibnetdiscover: report every cable of an InfiniBand fabric that differs from the plan.",
)
@click.option(
    "--tables",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Forwarding tables (opensm-lfts.dump or dump_lfts): report every switch that loads its uplinks unevenly.",
)
@click.option(
    "--changed",
    is_flag=True,
    help="Check the tree although files in it were changed after they were written. Programs then read files that clustergen did not write.",
)
@click.option(
    "--sonic-yang",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    envvar="CLUSTERGEN_SONIC_YANG",
    help=f"Folder with SONiC's YANG models, with which every config_db.json is validated by yanglint: a copy of {ON_SWITCHES} of a switch "
    f"of yours (also: CLUSTERGEN_SONIC_YANG). By default {ON_SWITCHES}, if this machine has it.",
)
@json_option
def command(
    tree: Path, discovered: Path | None, tables: Path | None, changed: bool, sonic_yang: Path | None, form: str
) -> None:
    """Run every validator that this machine has on a rendered TREE.

    First, every file is compared with the manifest. If one differs, nothing else runs unless --changed is given;
    if one is a link, a pipe or a device, nothing else runs at all.
    The report lists how much each check judged, what is missing and how to install it. Only checks that judged something
    count as passed. Exit 1 if something was refused.
    """
    if tables and not discovered:
        raise click.UsageError("--tables needs --discovered, which has the fabric of the tables")
    tree = tree.resolve()
    verdicts, strange = [manifest(tree)], plain(tree)
    verdicts += [strange] if strange.faults else []
    stopped = bool(strange.faults) or (bool(verdicts[0].faults) and not changed)
    verdicts += [] if stopped else _all_judged(tree, sonic_yang or (ON_SWITCHES if ON_SWITCHES.is_dir() else None))
    if discovered and not stopped:

        def cables(tree: Path) -> Verdict:
            return cabling(tree, discovered, tables)

        verdicts.append(_judged(cables, tree))
    if form == "json":
        say_json([{**asdict(v), "result": v.result} for v in verdicts])
    else:
        _show(verdicts)
    if why := no_tree(tree):
        say(why, err=True)
    elif strange.faults:
        say(
            "links, pipes, devices and files that are too large are not opened, so nothing else ran: remove them",
            err=True,
        )
    elif stopped:
        say("the tree is not as it was written, so nothing else ran: --changed checks it anyway", err=True)
    if any(verdict.faults for verdict in verdicts):
        raise SystemExit(1)


def _show(verdicts: Sequence[Verdict]) -> None:
    """Print the table, the first faults of each check, and the counts."""
    columns = ("check", "judged", "unit", "result", "program, or how to get it")
    click.echo(table(columns, [[v.name, v.files if v.ran else 0, v.unit, v.result, v.note] for v in verdicts]))
    for verdict in verdicts:
        for fault in verdict.faults[:_MOST]:
            say(f"{verdict.name}: {fault}", err=True)
        if len(verdict.faults) > _MOST:
            say(f"{verdict.name}: and {len(verdict.faults) - _MOST} more", err=True)
    say(counted(verdicts))


def _all_judged(tree: Path, models: Path | None) -> list[Verdict]:
    """Return the verdicts of all judges, in the order of the table; `models` is the folder of SONiC's YANG models. Those that read the same files share a process, while programs run beside them."""

    def config_dbs(tree: Path) -> Verdict:
        return config_db(tree, models)

    programs = (config_dbs, *PROGRAMS)
    judges = (*programs, *READERS)

    def work(share: tuple[Judge, ...]) -> list[tuple[int, Verdict]]:
        return [(judges.index(judge), _judged(judge, tree)) for judge in share]

    shares = [READERS, *((judge,) for judge in programs)]
    with shared(tree), Crew(shares, work, cores()) as results:
        verdicts = dict(chain.from_iterable(results))
    return [verdicts[place] for place in range(len(judges))]


def _judged(judge: Judge, tree: Path) -> Verdict:
    """Return a judge's verdict; a file that its reader cannot make out is a fault, and so is one that takes too much."""
    try:
        with time_limit(_SECONDS), memory_limit(_MORE_BYTES):
            return judge(tree)
    except BROKEN as error:
        said = _of_plan(tree) or f"a file of the tree cannot be read: it {said_of(error)}"
    except (Limit, MemoryError):
        said = f"a file takes more than {_SECONDS} s or {_MORE_BYTES // 1024**3} GiB to be judged"
    return Verdict(judge.__name__, 1, ran=True, note="reader of rendered files", faults=[said])


def _of_plan(tree: Path) -> str:
    """Return what is wrong with the plan of a tree, in which a judge could not read something; empty where it is as clustergen writes it."""
    try:
        said = unfit(rendered(tree).plan)
    except PlanFileError as error:
        return str(error).partition("\n")[0]
    return f"{tree / PLAN} {said}" if said else ""


_MOST = 10
_SECONDS = 900
_MORE_BYTES = 8 * 1024**3
"""Of processor time and memory for one judge: some times what 131,072 GPUs take."""
