"""What monitoring is made of. All of it follows from the plan, so `plan.json` has no section for it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """An endpoint that is asked: `address` with its port, or a bare one that a probe asks; `labels` say whose it is."""

    address: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Endpoints that one exporter answers for. `probe`: the module by which the local prober asks them; empty: they answer themselves.

    `path`: what they are asked for, where it is not /metrics. Whoever sends the question on to another is then silent: the other is asked itself.
    """

    name: str
    exporter: str
    targets: tuple[Target, ...]
    probe: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedLink:
    """A port as it has to be, in the words that the crew finds it by. `device` is the interface, or the RDMA device of an InfiniBand port."""

    device: str
    port: str
    fabric: str
    rail: str
    plane: str
    leaf: str
    leaf_rack: str
    leaf_port: str
    cable: str
    speed_bytes: int
    mtu_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a host has to have, which its exporter says beside what it finds."""

    host: str
    model: str
    unit: int
    gpus: int
    ethernet: tuple[ExpectedLink, ...]
    infiniband: tuple[ExpectedLink, ...]
