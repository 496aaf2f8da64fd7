"""Money in sentences, for `clustergen explain SPEC money`: each figure with its formula, inputs and source, and what is missing."""

from generator.analysis.close import close
from generator.analysis.costs import costs
from generator.plan.draft import Draft

NAME = "money"
RULE = "figures are computed from prices.yaml beside the spec, the bill of materials and published power: see docs/money.md of clustergen"


def money_lines(plan: Draft, name: str) -> list[str]:
    """Return the figures of what is installed; empty for other names."""
    if name != NAME:
        return []
    found = costs(close(plan))
    if found is None:
        return ["prices are missing: `clustergen prices SPEC` writes prices.yaml with every line to fill in"]
    lines = [line for figure in found.figures for line in figure.lines(amounts=True)]
    lines += [f"missing in prices.yaml: {', '.join(found.missing)}"] if found.missing else []
    return [*lines, *found.notes]
