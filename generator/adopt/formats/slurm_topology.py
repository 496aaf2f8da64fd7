"""topology.yaml of Slurm, which replaces topology.conf since 25.05 (topology.yaml(5)): hosts behind switches, and in blocks."""

from collections.abc import Iterator
from typing import Any

from generator.adopt.slurm_lines import expand
from generator.adopt.source_file import Format, Options, SourceFile
from generator.adopt.survey import Survey
from generator.source.span import Loc

_PARTS = (("tree", "switches"), ("block", "blocks"))


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    if file.path.suffix not in {".yml", ".yaml"} or "topology" not in file.text:
        return False
    document = file.document
    data = document.data if document else None
    return isinstance(data, list) and bool(data) and all(isinstance(each, dict) and "topology" in each for each in data)


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    document = file.document
    assert document is not None
    for loc, nodes in _lists(document.data):
        span = document.span_of(loc)
        for name in expand(nodes):
            survey.device(name, file.place(span.line if span else 1))


def _lists(data: Any) -> Iterator[tuple[Loc, str]]:
    """Yield every list of nodes, with its place."""
    for number, topology in enumerate(data):
        for kind, part in _PARTS:
            of = topology.get(kind)
            rows = of.get(part) if isinstance(of, dict) else None
            for row, each in enumerate(rows if isinstance(rows, list) else ()):
                if isinstance(each, dict) and isinstance(each.get("nodes"), str):
                    yield (number, kind, part, row, "nodes"), each["nodes"]


FORMAT = Format("slurm-topology", "topology.yaml of Slurm", _recognises, _read)
