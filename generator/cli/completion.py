"""Shell completion: names of models, devices, rules, pages and outputs. Functions import on use, to be fast."""

from collections.abc import Callable, Iterable
from pathlib import Path

import click
from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]
_COUNTS = (
    "spines", "leaves", "topology", "bisection", "oversubscription", "hops", "failures", "lost", "growth", "spare",
)  # fmt: skip
"""Names that `explain` accepts for every fabric."""
_OTHERS = ("workload", "money", "power.ups", "power.generators", "power.pue", "power.failures", "cooling.loops")
"""Names that `explain` accepts for the whole cluster."""


def models(*kinds: str) -> Complete:
    """Complete catalog models of some kinds, or of all; with those of `--catalog`."""

    def complete(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from generator.catalog.load import KINDS, Catalog  # noqa: PLC0415

        catalog = Catalog(tuple(ctx.params.get("catalog") or ()))
        return _matching((name for kind in kinds or KINDS for name in catalog.names(kind)), incomplete)

    return complete


def hosts(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the hosts of the spec that the command line names."""
    return _matching((name for name, is_host in _devices(ctx) if is_host), incomplete)


def explained(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the argument of `explain SPEC`: devices, and figures of the fabrics."""
    from typing import get_args  # noqa: PLC0415

    from generator.spec.base import FabricName  # noqa: PLC0415

    figures = [f"{fabric}.{count}" for fabric in get_args(FabricName) for count in _COUNTS]
    return _matching([*(name for name, _ in _devices(ctx)), *figures, *_OTHERS], incomplete)


def specs_and_rules(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete a path, or the name of a rule."""
    from generator.pipeline.reference import load_rules  # noqa: PLC0415
    from generator.source.rule import RULES  # noqa: PLC0415

    load_rules()
    here = [path.name for path in Path.cwd().glob("*.y*ml")]
    # The file goes first: bash drops earlier completions at a file, and completes files if nothing follows
    return [CompletionItem(incomplete, type="file"), *_matching([*here, *RULES], incomplete)]


def backends(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the outputs of `render --only`."""
    from generator.render.backend import load_backends  # noqa: PLC0415

    return _matching(load_backends(), incomplete)


def orders(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the commands of the twin."""
    from generator.twin.order import all_commands  # noqa: PLC0415

    return _matching(all_commands(), incomplete)


def pages(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Complete the pages of the manual."""
    from generator.data import data_dir  # noqa: PLC0415

    return _matching((path.stem for path in data_dir("docs").glob("*.md")), incomplete)


def _devices(ctx: click.Context) -> list[tuple[str, bool]]:
    """Return the devices of the spec that the command line names, each with whether it is a host; none where it cannot be planned."""
    from generator.catalog.load import Catalog  # noqa: PLC0415
    from generator.model.build import build  # noqa: PLC0415
    from generator.source.diagnostic import SpecError  # noqa: PLC0415
    from generator.source.reading import STANDARD_INPUT  # noqa: PLC0415
    from generator.spec.load import load_spec  # noqa: PLC0415
    from generator.workload.tier_counts import with_counts  # noqa: PLC0415

    path = ctx.params.get("spec")
    if path is None or path == STANDARD_INPUT:
        return []
    beside = (path.parent / "catalog",) if (path.parent / "catalog").is_dir() else ()
    catalog = Catalog((*beside, *(ctx.params.get("catalog") or ())))
    try:
        cluster = build(with_counts(load_spec(path).spec, catalog), catalog)
    except SpecError:
        return []
    return [*((host.name, True) for host in cluster.hosts), *((switch.name, False) for switch in cluster.switches)]


def _matching(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    """Return the names that begin with the typed text."""
    return [CompletionItem(name) for name in sorted(set(names)) if name.startswith(incomplete)]
