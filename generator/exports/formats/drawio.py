"""draw.io: the cluster as an uncompressed diagram that draw.io and diagrams.net open and change.

The format is that of drawio.com/doc/faq/diagram-source-edit: `mxfile`, `diagram`, `mxGraphModel`, `root`, with a cell for each vertex and edge. Cells 0 and 1 are
the root and its only layer; every other cell names its parent, an edge also its two ends.
"""

from collections import Counter
from collections.abc import Iterator
from html import escape

from generator.exports.export import Asked, Export
from generator.exports.picture import Box, boxes_of, lines_of
from generator.plan.plan import Plan
from generator.render.artifact import Artifact

_WIDTH, _HEIGHT = 130, 46
_STEP_X, _STEP_Y = 150, 190
_BOX = "rounded=0;whiteSpace=wrap;html=0;"
_EDGE = "endArrow=none;html=0;"


def _files(plan: Plan, asked: Asked) -> Iterator[Artifact]:
    lines = lines_of(plan, asked)
    boxes = boxes_of(plan, lines)
    text = [
        '<mxfile host="clustergen">',
        f'  <diagram id="cluster" name="{escape(plan.name)}">',
        "    <mxGraphModel>",
        "      <root>",
        '        <mxCell id="0"/>',
        '        <mxCell id="1" parent="0"/>',
        *_vertices(boxes),
    ]
    for number, line in enumerate(lines):
        head = f'id="link-{number}" value="{line.text}" style="{_EDGE}" edge="1" parent="1"'
        text.append(
            f'        <mxCell {head} source="{escape(line.a)}" target="{escape(line.b)}"><mxGeometry relative="1" as="geometry"/></mxCell>'
        )
    text += ["      </root>", "    </mxGraphModel>", "  </diagram>", "</mxfile>"]
    yield Artifact(f"{plan.name}.drawio", "\n".join(text) + "\n")


def _vertices(boxes: list[Box]) -> Iterator[str]:
    """Yield every device in the row of its tier, each row in the middle."""
    widest = max(Counter(box.row for box in boxes).values())
    rows: dict[int, list[Box]] = {}
    for box in boxes:
        rows.setdefault(box.row, []).append(box)
    for row, (_, members) in enumerate(rows.items()):
        left = (widest - len(members)) * _STEP_X // 2
        for number, box in enumerate(members):
            value = escape(f"{box.name}\n{box.text}").replace("\n", "&#10;")
            x, y = left + number * _STEP_X, row * _STEP_Y
            geometry = f'<mxGeometry x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" as="geometry"/>'
            yield f'        <mxCell id="{escape(box.name)}" value="{value}" style="{_BOX}" vertex="1" parent="1">{geometry}</mxCell>'


EXPORT = Export("drawio", "diagram for draw.io (XML)", _files)
