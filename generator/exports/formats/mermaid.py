"""Mermaid: the cluster as a flowchart, for pages that draw Mermaid (mermaid.js.org/syntax/flowchart.html).

Ids have letters, digits and underscores; the name of a device is in its text, between quotes.
"""

import re
from collections.abc import Iterator

from generator.exports.export import Asked, Export
from generator.exports.picture import Box, boxes_of, lines_of
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.source.visible import visible


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    lines = lines_of(plan, asked)
    groups: dict[str, list[Box]] = {}
    for box in boxes_of(plan, lines):
        groups.setdefault(box.group, []).append(box)
    text = ["flowchart TB"]
    for group, boxes in groups.items():
        text.append(f'  subgraph g_{_id(group)}["{_text(group)}"]')
        text += [f'    {_id(box.name)}["{_text(box.name)}"]' for box in boxes]
        text.append("  end")
    text += [f'  {_id(line.b)} ---|"{line.text}"| {_id(line.a)}' for line in lines]
    yield Artifact(f"{plan.name}.mmd", "\n".join(text) + "\n")


def _id(name: str) -> str:
    """Return an id without the words that the language keeps for itself, such as `end`."""
    return "n_" + re.sub(r"\W", "_", name.replace(" ", "__"))


def _text(text: str) -> str:
    """Return a text for use between quotes, which Mermaid only supports as entities."""
    return visible(text).replace("#", "#35;").replace('"', "#quot;")


EXPORT = Export("mermaid", "flowchart for Mermaid", _files)
