"""What monitoring is made of. All of it follows from the plan, so `plan.json` has no section for it."""

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from generator.catalog.alerts import RuleGroup
from generator.plan.records import Host

Form = Literal["stat", "timeseries", "table"]


class Target(Struct, frozen=True, kw_only=True):
    """An endpoint that is asked: `address` with its port, or a bare one that a probe asks; `labels` say whose it is."""

    address: str
    labels: Mapping[str, str]


class Job(Struct, frozen=True, kw_only=True):
    """Endpoints that one exporter answers for. `probe`: the module by which the local exporter asks them; empty: they answer themselves.

    `path`: what they are asked for, where it is not /metrics. Whoever sends the question on to another is then silent: the other is asked itself.
    """

    name: str
    exporter: str
    targets: tuple[Target, ...]
    probe: str = ""
    path: str = ""
    auth: str = ""
    """The name of the credentials with which the local exporter asks them."""
    patient: bool = False
    """Whether an answer may take the whole interval: a switch has thousands of counters."""


class SwitchLink(Struct, frozen=True, kw_only=True):
    """A planned link between switches, as its end nearer the hosts has to show it. `description` is what its port is described with.

    `state` is `maintenance` where either switch is in maintenance, else empty.
    """

    switch: str
    rack: str
    port: str
    description: str
    fabric: str
    plane: str
    far: str
    far_port: str
    far_rack: str
    cable: str
    speed_bytes: int
    state: str


class ExpectedLink(Struct, frozen=True, kw_only=True):
    """A port as it has to be, in the words that the crew finds it by. `device` is the interface, or the RDMA device of an InfiniBand port.

    `rdma`: the RDMA device of an Ethernet port, where a document names it and no bond may take its name.
    """

    device: str
    port: str
    rdma: str
    fabric: str
    rail: str
    plane: str
    leaf: str
    leaf_rack: str
    leaf_port: str
    cable: str
    speed_bytes: int
    mtu_bytes: int


class Expected(Struct, frozen=True, kw_only=True):
    """What a host has to have, which its exporter says beside what it finds."""

    host: str
    model: str
    unit: int
    gpus: int
    ethernet: tuple[ExpectedLink, ...]
    infiniband: tuple[ExpectedLink, ...]
    switches: tuple[SwitchLink, ...] = ()
    """Of a host that watches: the links between the switches that it reads."""
    backups: tuple[str, ...] = ()
    """The parts of its state that are backed up."""
    backup_seconds: int = 0
    """The time between two backups."""


class Receiver(Struct, frozen=True, kw_only=True):
    """Somebody who is told: Alertmanager's key for the kind, its settings, and the secret that a file on the host holds."""

    name: str
    key: str
    settings: Mapping[str, Any]
    secret: str = ""
    critical_only: bool = False


class Panel(Struct, frozen=True, kw_only=True):
    """One picture: a question to Prometheus, its form, the unit of its values in Grafana's words, and what a line is called."""

    title: str
    form: Form
    expr: str
    unit: str = "short"
    legend: str = ""


class MonitoringPlan(Struct, frozen=True, kw_only=True):
    """What the hosts that watch are given; it is the same on each of them."""

    hosts: tuple[Host, ...]
    jobs: tuple[Job, ...]
    groups: tuple[RuleGroup, ...]
    receivers: tuple[Receiver, ...]
    alertmanagers: tuple[str, ...]
    interval_seconds: int
    gpus: bool
    """Whether GPUs are watched."""
    snmp_user: str
    """The user by whom counters of switches are read; empty: none are."""
    panels: tuple[Panel, ...]
    options: Mapping[str, tuple[str, ...]]
    """What Prometheus and the exporters of hosts start with."""
    alertmanager_options: Mapping[str, tuple[str, ...]]
    """By host that watches: its Alertmanager's peers, or that it has none."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets that its receivers need."""
        return tuple(each.secret for each in self.receivers if each.secret)
