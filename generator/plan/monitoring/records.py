"""Records of monitoring. All of them follow from the plan, so `plan.json` has no section for them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from generator.catalog.alerts import RuleGroup
from generator.catalog.exporter import Metric
from generator.plan.monitoring.pictures import Board, Panel
from generator.plan.monitoring.readings import PduLimit, PduReading, RackBudget, RedfishReading
from generator.plan.monitoring.session_records import BgpSession, BgpSessions
from generator.plan.records import Host


class Target(Struct, frozen=True, kw_only=True):
    """A scrape target: `address` with its port, or without one for a probe; `labels` identify its device."""

    address: str
    labels: Mapping[str, str]


class Job(Struct, frozen=True, kw_only=True):
    """Targets of one exporter.

    `probe`: the module by which the local exporter queries them; empty: they are scraped directly. `path`: the path, if it is not /metrics.
    Redirects are not followed: each target is scraped itself.
    """

    name: str
    exporter: str
    targets: tuple[Target, ...]
    probe: str = ""
    probe_by: str = ""
    """The label of targets of which each value has a module of its own, called `<probe>-<value>`; empty: all have one."""
    path: str = ""
    auth: str = ""
    """The name of the credentials of the local exporter for them."""
    streamed: bool = False
    """Whether its series come from streams, and get their names here."""
    tls: bool = False
    """Whether the scraped endpoint (for a probe, the local exporter) requires TLS."""
    patient: bool = False
    """Whether an answer may take the whole interval: a switch has thousands of counters."""
    endpoint: str = "/probe"
    """The path of the local exporter of a probe."""
    slowest: int = 0
    """The least seconds between two scrapes of a slow target; 0: the default interval."""
    relabels: tuple[Mapping[str, Any], ...] = ()
    """Relabelling of its series before they are stored."""
    authority: str = ""
    """The secret that holds the authority of the targets, if it is not the cluster's."""
    dated: bool = False
    """Whether samples carry timestamps that may be too old for Prometheus: they get the time of the scrape."""


class Reporter(Struct, frozen=True, kw_only=True):
    """A program of ours that adds series to those of its host, and the hosts that run it."""

    name: str
    hosts: tuple[str, ...]


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


class StreamedLink(Struct, frozen=True, kw_only=True):
    """A planned link between switches that stream: ports are called as in their series. `state` is `maintenance` where either switch is in maintenance, else empty."""

    switch: str
    rack: str
    port: str
    fabric: str
    plane: str
    far: str
    far_port: str
    far_rack: str
    cable: str
    peers: bool
    """Whether both ends are leaves, which no traffic between hosts has to pass."""
    state: str


class Streamed(Struct, frozen=True, kw_only=True):
    """A switch whose counters are streamed: its address with the port, the name in its certificate, its system, and the labels of its series."""

    name: str
    address: str
    server_name: str
    system: str
    version: str
    labels: Mapping[str, str]


class Telemetry(Struct, frozen=True, kw_only=True):
    """The subscriptions of the collector on each control host."""

    switches: tuple[Streamed, ...]
    queues: tuple[int, ...]
    """Queues that are kept: those of RoCE classes, of congestion notifications, and of all the rest."""
    priorities: tuple[int, ...]
    """Priorities whose pauses are kept: lossless ones."""


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
    """Expected values of a host, which its exporter reports in addition to measured ones."""

    host: str
    model: str
    unit: int
    gpus: int
    ethernet: tuple[ExpectedLink, ...]
    infiniband: tuple[ExpectedLink, ...]
    switches: tuple[SwitchLink, ...] = ()
    """Of a host that watches: the links between the switches that it reads."""
    streamed: tuple[str, ...] = ()
    """Of a host that watches: the switches that stream to it."""
    streamed_links: tuple[StreamedLink, ...] = ()
    """Of a host that watches: the links between them."""
    sessions: tuple[BgpSession, ...] = ()
    """Of a host that watches: the sessions by address of switches that stream them."""
    session_counts: tuple[BgpSessions, ...] = ()
    """Of a host that watches: how many sessions others of these have."""
    lossless: tuple[tuple[str, int], ...] = ()
    """Of a host that watches: the queues of fabrics that must not drop."""
    lossless_speeds: tuple[tuple[str, int], ...] = ()
    """Of a host that watches: the speed of the slowest port of each of these fabrics, bytes a second."""
    goodput_objective: float | None = None
    """On a monitoring host: the site's objective of goodput of GPUs in use."""
    backups: tuple[str, ...] = ()
    """The parts of its state that are backed up."""
    backup_seconds: int = 0
    """The time between two backups."""
    reporters: tuple[str, ...] = ()
    """The programs of ours that it runs."""
    pdus: tuple[PduLimit, ...] = ()
    """Of a host that watches: what lines of power strips may carry."""
    budgets: tuple[RackBudget, ...] = ()
    """Of a host that watches: what racks draw at most."""


class Receiver(Struct, frozen=True, kw_only=True):
    """A receiver of alerts: Alertmanager's key for the kind, its settings, and the secret that a file on the host holds."""

    name: str
    key: str
    settings: Mapping[str, Any]
    secret: str = ""
    critical_only: bool = False
    heartbeat: bool = False
    """Whether it gets the alert that always fires, and no other."""


class RemoteWrite(Struct, frozen=True, kw_only=True):
    """Where series are sent: Prometheus' own settings, the names that are sent (a regular expression; empty: all), and the secrets that files on the host hold."""

    settings: Mapping[str, Any]
    kept: str
    secrets: tuple[str, ...]


class SeriesRow(Struct, frozen=True, kw_only=True):
    """Series of one kind: their unit, its count installed and in the envelope, and the seconds between two samples."""

    exporter: str
    what: str
    each: int
    installed: int
    envelope: int
    seconds: int


class SeriesSize(Struct, frozen=True, kw_only=True):
    """The load of every Prometheus of the cluster, as far as documents or measurements have numbers."""

    rows: tuple[SeriesRow, ...]
    uncounted: tuple[str, ...]
    """Series that nothing has the number of."""
    retention_days: int

    def series(self, *, envelope: bool) -> int:
        """Return the number of series at a time."""
        return sum(row.each * (row.envelope if envelope else row.installed) for row in self.rows)

    def samples_per_second(self, *, envelope: bool) -> float:
        """Return the samples that a server takes each second."""
        return sum(row.each * (row.envelope if envelope else row.installed) / row.seconds for row in self.rows)

    def stored_bytes(self, bytes_per_sample: float, *, envelope: bool) -> float:
        """Return the bytes on disk after the whole retention, as Prometheus' documentation computes it (Storage, Operational aspects)."""
        return self.retention_days * 86400 * self.samples_per_second(envelope=envelope) * bytes_per_sample


class MonitoringPlan(Struct, frozen=True, kw_only=True):
    """The configuration of monitoring hosts; it is the same on each."""

    hosts: tuple[Host, ...]
    jobs: tuple[Job, ...]
    groups: tuple[RuleGroup, ...]
    receivers: tuple[Receiver, ...]
    alertmanagers: tuple[str, ...]
    interval_seconds: int
    gpus: bool
    """Whether GPUs are watched."""
    gpu_fields: Mapping[str, Metric]
    """What dcgm-exporter measures of each, where they are."""
    gpu_jobs: str
    """The folder in which hosts of Slurm have the job of each GPU; empty: no series has it."""
    tls: bool
    """Whether its programs and the exporters of hosts are reached over TLS alone."""
    snmp_user: str
    """The SNMP user for counters of switches; empty: none are read."""
    telemetry: Telemetry | None
    """What is streamed; none: nothing is."""
    remote_write: RemoteWrite | None
    stores: Mapping[str, str]
    """Object stores of the site by their tiers, each with the file of its authority; empty where those of the system are believed."""
    """Where series are sent as well; none: nowhere."""
    bmc_user: str
    """The user by whom sensors of BMCs are read by IPMI; empty: none are."""
    redfish: RedfishReading | None
    """How they are read by Redfish; none: they are not."""
    pdus: PduReading | None
    """How power strips are read; none: they are not."""
    reporters: tuple[Reporter, ...]
    """Programs of ours that hosts run."""
    panels: tuple[Panel, ...]
    boards: tuple[Board, ...]
    """Dashboards that a Grafana of the site reads from files."""
    size: SeriesSize
    """How many series its servers hold."""
    options: Mapping[str, tuple[str, ...]]
    """Command-line options of Prometheus and the exporters of hosts."""
    alertmanager_options: Mapping[str, tuple[str, ...]]
    """By host that watches: its Alertmanager's peers, or that it has none."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """The secrets that its receivers, the store of the site and jobs need."""
        of_receivers = tuple(each.secret for each in self.receivers if each.secret)
        authorities = tuple(dict.fromkeys(job.authority for job in self.jobs if job.authority))
        return of_receivers + (self.remote_write.secrets if self.remote_write else ()) + authorities
