"""Links: what must hold on every cable and every leaf of the finished plan, and what of it is installed and can be ordered."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

from generator.catalog.model import SwitchSystem
from generator.model.ratio import oversubscription
from generator.model.tiers import uplinks_for
from generator.plan.cabling.bom import cabling_lines
from generator.plan.cabling.guards import untaken
from generator.plan.draft import Draft
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding, KeyFinding


@plan_rule(
    title="Less uplink capacity than requested",
    why="A full leaf could not forward everything that its hosts can send.",
    fix="Use a leaf with more or faster uplink cages, or allow a higher oversubscription.",
)
def oversubscribed(plan: Draft) -> Iterator[Finding]:
    """The ratio of the fullest leaf of the envelope is within the allowed one."""
    for name, shape in plan.cluster.shapes.items():
        ratio, asked = oversubscription(shape, shape.uplinks), shape.demand.spec.oversubscription
        if ratio > asked * 1.0001:
            need = uplinks_for(int(ratio * shape.uplinks), 1, 1, asked)
            stated = {"oversubscription"} & shape.demand.spec.model_fields_set
            yield KeyFinding(
                message=f"a full leaf of {name} is oversubscribed {ratio:g}:1 with {shape.uplinks} uplinks of {shape.demand.uplink_gbps:g} Gb/s, and {asked:g}:1 was requested",
                loc=("fabrics", name, *stated),
                help=f"allow oversubscription: {-(-ratio // 1):g}, or choose a leaf with {need} uplinks",
            )


@plan_warning(
    title="A fabric with a single spine",
    why="When it fails, leaves cannot reach each other.",
    fix="State `spines: 2`.",
)
def single_spine(plan: Draft) -> Iterator[Finding]:
    """Two spines or none."""
    for name, shape in plan.cluster.shapes.items():
        if shape.spines == 1:
            yield KeyFinding(
                message=f"{name} has a single spine: when it fails, its {shape.leaves} leaves cannot reach each other",
                loc=("fabrics", name),
                help=f"set fabrics.{name}.spines to 2",
            )


@plan_rule(
    title="More devices than the envelope has",
    why="Ports, addresses and names are reserved for the envelope; devices beyond it have none.",
    fix="Lower the count, or raise the envelope (`spines`, `planes`), with the existing plan as `--baseline`.",
)
def installed_beyond(plan: Draft) -> Iterator[Finding]:
    """Installed spines and planes are those of the envelope, or fewer."""
    for name, shape in plan.cluster.shapes.items():
        spec, spines = shape.demand.spec, shape.upper.spines if shape.upper else 0
        per = " in each pod" if shape.upper and shape.upper.pods > 1 else ""
        for what, asked, most, where in (
            ("spine", spec.spines_installed, spines, per),
            ("plane", spec.planes_installed, shape.planes, ""),
        ):
            if asked is not None and asked > most:
                have = f"{_count(most, what)}{where}" if most else f"no {what}s"
                yield Finding(
                    message=f"{_count(asked, what)} of {name} {'is' if asked == 1 else 'are'} installed, and its envelope has {have}",
                    loc=("fabrics", name, f"{what}s_installed"),
                    help=f"set {what}s_installed to {most} or less" if most else f"remove {what}s_installed",
                )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@plan_warning(
    title="Spines that are not installed yet",
    why="The leaves' ports to later spines stay empty, so a leaf can forward less than its hosts can send.",
    fix="Install them when the traffic needs them: no existing cable has to move.",
)
def spines_missing(plan: Draft) -> Iterator[Finding]:
    """Report what leaves lack while spines are missing."""
    for name, shape in plan.cluster.shapes.items():
        if shape.upper and shape.spines_there < shape.upper.spines:
            there, ratio = f"{shape.spines_there} of {shape.upper.spines} spines", oversubscription(shape)
            yield Finding(
                message=f"{there} of {name} are installed: each leaf has {shape.uplinks_there} of its {shape.uplinks} uplinks, and a full one is oversubscribed {ratio:g}:1",
                loc=("fabrics", name, "spines_installed"),
                help=f"raise spines_installed up to {shape.upper.spines}; each spine only adds cables",
            )


@plan_warning(
    title="A transceiver that the switch may refuse",
    why="Arista EOS may keep a port down if Arista has not coded its transceiver or cable; no known document states which models and releases do so.",
    fix="Have the maker confirm the part, describe one that it codes in a catalog file of yours, or state its licence in cabling.transceiver_licences.",
)
def transceiver_refused(plan: Draft) -> Iterator[Finding]:
    """Report the pieces in ports whose system accepts only those of its own maker, by fabric."""
    for (fabric, system), found in groupby(untaken(plan), key=attrgetter("fabric", "system")):
        pieces = ", ".join(each.model for each in found)
        takes = plan.catalog.get(SwitchSystem, system).takes
        yield KeyFinding(
            message=f"{fabric} has {pieces} in ports of {system}, which may refuse transceivers that {' or '.join(takes)} has not coded",
            loc=("fabrics", fabric),
            help=f"ask {' or '.join(takes)} for the part number to use there, or state cabling.transceiver_licences.{system}",
        )


@plan_warning(
    title="Lines of the bill without a part number",
    why="Parts without a number cannot be ordered by number.",
    fix="Add `part` or `parts` in a catalog file of your own.",
)
def part_unknown(plan: Draft) -> Iterator[Finding]:
    """Name the optics and vendor cables without one; patch cords are ordered by kind."""
    lines = [i for i in cabling_lines(plan) if i.kind in {"transceiver", "dac", "acc", "aec", "aoc"} and not i.part]
    if lines:
        names = sorted({item.model for item in lines})
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        yield KeyFinding(
            message=f"no part number is known for {', '.join(names[:4])}{more}",
            loc=("fabrics",),
            help="add it in a catalog file of your own",
        )
