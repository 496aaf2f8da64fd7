"""Acceptance as the plan records it."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Scope = Literal["host", "port", "drives", "leaf", "unit", "all", "tier"]
"""The scope of a figure: a host, one of its compute ports, its local drives, all hosts of a leaf, of a pod, all hosts of a model, a storage tier at one host."""
Stage = Literal["leaf", "spine"]


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The required figures of a test for a model of hosts. Figures are in `unit`.

    `expected`: the published figure, or the bound of the formula; `line`: the lowest figure that passes. Where either is null there is no published
    figure, and the test is measured and recorded.
    """

    test: str
    scope: Scope
    model: str
    unit: str
    expected: float | None
    line: float | None
    formula: str
    source: str
    hosts: tuple[str, ...] = ()
    """The hosts of the model that it is about, where these are not all."""

    @property
    def judged(self) -> bool:
        """Whether a figure can fail; a test without a unit passes or does not."""
        return self.line is not None or not self.unit


class Coverage(Struct, frozen=True, kw_only=True):
    """How much of a fabric the rounds so far have tested. Counts are installed links; the number of uplinks that hashing selects is an expectation.

    Where the subnet manager chooses the paths (InfiniBand), no count of uplinks is stated.
    """

    ports: int
    of_ports: int
    uplinks: float | None
    of_uplinks: int
    core_links: float | None
    of_core_links: int


class Round(Struct, frozen=True, kw_only=True):
    """Pairs of hosts that are tested at the same time.

    `leaf`: both ends of a pair are on the same leaf; `spine`: the path of each pair crosses spines. `turn` counts the rounds of a stage from 0.
    `flows`: queue pairs of each pair of ports, each of which has a UDP source port of its own on RoCE.
    """

    name: str
    stage: Stage
    turn: int
    flows: int
    pairs: int
    alone: int
    """Hosts that have no partner in this round."""
    covers: Coverage
    """The coverage of this round and those before it."""


class DriveMount(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where hosts of a model have a file system on local drives."""

    model: str
    mount: str
    hosts: tuple[str, ...] = ()
    """The hosts of the model that have it, where these are not all."""


class Program(Struct, frozen=True, kw_only=True):
    """A program of the site: its words, and the image that has it; empty where it is the host's."""

    words: tuple[str, ...]
    image: str


class Training(Struct, frozen=True, kw_only=True):
    """Steps of a training. `flops_per_token` is 0 where no parameters are stated; `peak_tflops` has each model whose GPU has a peak at the precision, of one GPU."""

    program: Program
    tokens_per_step: float
    flops_per_token: float
    precision: str
    peak_tflops: Mapping[str, float]


class Programs(Struct, frozen=True, kw_only=True):
    """The programs of the site that acceptance runs when it is asked to."""

    hpl: Program | None = None
    training: Training | None = None


class Acceptance(Struct, frozen=True, kw_only=True):
    """The whole of it; the pairs of a round follow from the places of hosts (`schedule.pairs_of`)."""

    lines: tuple[Line, ...]
    rounds: tuple[Round, ...]
    mounts: Mapping[str, str]
    """The mount of each test that reads the size of a storage tier."""
    programs: Programs = Programs()
    """Those of the site; none in plans of earlier releases."""
    burn_in_hours: int
    """Full load at temperature, at least."""
    drives: tuple[DriveMount, ...] = ()
    """Where local drives are measured, by model and tier."""
