"""Graphviz: the cluster as a graph in the DOT language (graphviz.org/doc/info/lang.html), a line for all links between two devices.

`cabling/topology.dot` of a tree has every link by itself.
"""

from collections.abc import Iterator

from generator.exports.export import Asked, Export
from generator.exports.picture import Box, boxes_of, lines_of
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.lines import one_line


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    lines = lines_of(plan, asked)
    groups: dict[str, list[Box]] = {}
    for box in boxes_of(plan, lines):
        groups.setdefault(box.group, []).append(box)
    text = [f"graph {one_line(plan.name)} {{", "  graph [rankdir=TB, splines=line];", "  node [shape=box];"]
    for number, (group, boxes) in enumerate(groups.items()):
        text.append(f"  subgraph cluster_{number} {{")
        text.append(f"    label={one_line(group)};")
        text += [f"    {one_line(box.name)} [tooltip={one_line(box.text)}];" for box in boxes]
        text.append("  }")
    for line in lines:
        text.append(f"  {one_line(line.b)} -- {one_line(line.a)} [label={one_line(line.text)}];")
    yield Artifact(f"{plan.name}.dot", "\n".join([*text, "}"]) + "\n")


EXPORT = Export("graphviz", "graph for Graphviz (DOT)", _files)
