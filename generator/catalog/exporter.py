"""What exporters measure: the names that alerts and pictures may use, each with the document that gives it."""

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import Field, StringConstraints, TypeAdapter

from generator import catalog
from generator.spec.base import SpecModel

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FOLDER = Path(catalog.__file__).parent / "exporters"

MetricName = Annotated[str, StringConstraints(pattern=r"^[a-zA-Z_:][a-zA-Z0-9_:]*$")]
"""A metric as Prometheus takes it (its data model)."""


class Metric(SpecModel):
    """One metric of an exporter."""

    kind: Literal["gauge", "counter"]
    """Whether it goes up and down, or only up."""
    meaning: Annotated[str, StringConstraints(pattern=r"^[^,\n]+$")]
    """What it is, with its unit; without a comma, which ends a field of dcgm-exporter's list."""
    source: str
    """Which of the exporter's `sources` gives it."""


class Exporter(SpecModel):
    """A program that answers with metrics."""

    exporter: str
    """Its name."""
    title: str
    """What it is called by its makers."""
    port: Annotated[int, Field(ge=1, le=65535)]
    """The TCP port that it listens on by default."""
    sources: dict[str, str]
    """Documents by short name."""
    metrics: dict[MetricName, Metric]
    """The metrics that files of ours use."""


@cache
def read_exporter(name: str) -> Exporter:
    """Read the facts of an exporter."""
    text = (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
    data = yaml.load(text, Loader=_LOADER)  # noqa: S506  (the safe loader, in C where there is one)
    return TypeAdapter(Exporter).validate_python(data)


def exporter_names() -> list[str]:
    """Name every exporter that there are facts of."""
    return sorted(path.stem for path in _FOLDER.glob("*.yaml"))
