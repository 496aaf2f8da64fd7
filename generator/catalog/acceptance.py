"""Published results of acceptance tests on a GPU's hosts."""

from typing import Literal

from generator.spec.base import Figure, Note, SpecModel

NodeTest = Literal[
    "memory-bandwidth",
    "host-to-device",
    "peer-copy",
    "ib-write-bw",
    "all-reduce-host",
    "hpl",
]
"""Tests whose figures are published by model of GPU; all others are worked out, or measured and recorded."""


class AcceptanceFact(SpecModel):
    """A published figure of a test: what was measured, and from where a host was taken."""

    test: NodeTest
    """Which test."""
    expected: Figure | None = None
    """What was measured, in the unit of the test; null: only a line is published."""
    line: Figure | None = None
    """The lowest figure with which a host was taken; null: nobody publishes one."""
    speed_gbps: Figure | None = None
    """The speed of the ports that it was measured on; null: it does not depend on ports."""
    source: Note
    """The document that states it."""
