"""Rules on what is installed of the envelope: spines and planes that come later."""

from collections.abc import Iterator

from generator.model.ratio import oversubscription
from generator.plan.draft import Draft
from generator.rules import plan_rule, plan_warning
from generator.spec.checks.rule import Finding


@plan_rule(
    title="More installed than the envelope has",
    why="Ports, addresses and names are kept for the envelope; what is beyond it has none.",
    fix="Lower the count, or raise the envelope (`spines`, `planes`), with the plan that stands as `--baseline`.",
)
def installed_beyond(plan: Draft) -> Iterator[Finding]:
    """Installed spines and planes are those of the envelope, or fewer."""
    for name, shape in plan.cluster.shapes.items():
        spec = shape.demand.spec
        spines = shape.upper.spines if shape.upper else 0
        per = " in each pod" if shape.upper and shape.upper.pods > 1 else ""
        for key, asked, most in (
            ("spines_installed", spec.spines_installed, spines),
            ("planes_installed", spec.planes_installed, shape.planes),
        ):
            if asked is not None and asked > most:
                what = key.removesuffix("s_installed")
                have = f"{count(most, what)}{per if what == 'spine' else ''}" if most else f"no {what}s"
                yield Finding(
                    message=f"{count(asked, what)} of {name} installed, and its envelope has {have}",
                    loc=("fabrics", name, key),
                    help=f"set {key} to {most} or less" if most else f"remove {key}",
                )


def count(number: int, noun: str) -> str:
    """Report how many."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


@plan_warning(
    title="Spines that are not there yet",
    why="The ports of leaves to spines that come later stay empty, so a leaf sends less than its hosts could.",
    fix="Install them when the traffic asks for it: nothing has to move for that.",
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
