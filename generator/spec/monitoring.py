"""`monitoring`: Prometheus and Alertmanager on the control hosts."""

from typing import Annotated, Literal, Self

from pydantic import Field, StrictFloat, StrictInt, StringConstraints, model_validator

from generator.spec.base import Flag, SpecModel, defaults, own_error

Url = Annotated[
    str,
    StringConstraints(
        strict=True, max_length=200, pattern=r"^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._/-]*)?$"
    ),
]
"""An address of the web without a user, a password or a query: what is secret has no place in a spec."""
Mailbox = Annotated[
    str, StringConstraints(strict=True, max_length=200, pattern=r"^[A-Za-z0-9._+-]+@[a-z0-9]([a-z0-9.-]*[a-z0-9])?$")
]
"""A mail address."""
HostPort = Annotated[
    str, StringConstraints(strict=True, max_length=200, pattern=r"^[a-z0-9]([a-z0-9.-]*[a-z0-9])?:[0-9]{1,5}$")
]
"""A host and a TCP port: `mail.example.net:25`."""
Channel = Annotated[str, StringConstraints(strict=True, pattern=r"^[#@][A-Za-z0-9._-]{1,80}$")]
"""A channel of Slack, or a person: `#cluster`."""
BmcUser = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z_][A-Za-z0-9_-]{0,15}$")]
"""A user of BMCs: 16 characters at most (IPMI 2.0, Set User Name)."""
ExporterName = Literal[
    "amd", "ceph", "etcd", "ipmi", "kernel-log", "kubernetes", "lustre", "nfs", "nic", "opensm", "pdu", "redfish",
    "slurm-commands", "ufm",
]  # fmt: skip
"""What may be monitored beyond hosts, GPUs and switches: files of `catalog/exporters`."""
HttpsUrl = Annotated[
    str,
    StringConstraints(
        strict=True, max_length=200, pattern=r"^https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[A-Za-z0-9._/-]*)?$"
    ),
]
"""The same over TLS alone."""
Login = Annotated[str, StringConstraints(strict=True, max_length=100, pattern=r"^[A-Za-z0-9._@-]+$")]
"""A user's name at a service of the site."""


TcpPort = Annotated[StrictInt, Field(ge=1, le=65535)]
"""A TCP port."""
UrlPath = Annotated[str, StringConstraints(strict=True, max_length=100, pattern=r"^(/[A-Za-z0-9._-]+)+$")]
"""The path of an address of the web."""


class UfmSpec(SpecModel):
    """UFM Telemetry of the appliances that manage InfiniBand subnets, as it answers Prometheus on their management ports (`exporters: [ufm]`)."""

    port: TcpPort = 9001
    """TCP port of the first instance: traffic and congestion of ports."""
    path: UrlPath = "/enterprise"
    """Path of its set of counters."""
    links_port: TcpPort = 9002
    """TCP port of the second instance: losses, errors and temperatures of links."""
    links_path: UrlPath = "/xcset/low_freq_debug"
    """Path of its set of counters."""
    https: Flag = False
    """Over TLS: its certificate must have the management address, by an authority whose certificate (PEM) you provide (`ufm_authority`)."""


class WatchdogSpec(SpecModel):
    """A service outside of the cluster that reports when messages stop (a dead man's switch)."""

    url: HttpsUrl
    """URL that it accepts Alertmanager's JSON at, every five to six minutes while Prometheus and Alertmanager work: set its deadline to at least 10 minutes."""
    token: Flag = False
    """Send the secret `watchdog_token` as a bearer token."""


class RemoteWriteSpec(SpecModel):
    """A store of the site that every Prometheus of the cluster sends its series to, over verified TLS (Prometheus' remote write)."""

    url: HttpsUrl
    """URL that it accepts remote write at."""
    user: Login | None = None
    """User of the store; the password is the secret `remote_write_password`. Without it, no password is sent."""
    token: Flag = False
    """Send the secret `remote_write_token` as a bearer token, instead of a user and a password."""
    authority: Flag = False
    """Verify the store by an authority of the site, whose certificate (PEM) is the secret `remote_write_authority`; by default by those of the operating system."""
    series: Literal["recorded", "all"] = "recorded"
    """Series that are sent: those that rules compute, alerts and `up`, or all."""

    @model_validator(mode="after")
    def _one_login(self) -> Self:
        if self.user and self.token:
            raise own_error("`user` and `token` exclude each other: Prometheus sends a password or a bearer token")
        return self


class EmailSpec(SpecModel):
    """Alerts by email, through a relay of the site that accepts the control hosts' mail without a password."""

    to: Annotated[tuple[Mailbox, ...], Field(min_length=1)]
    """Recipients."""
    sender: Mailbox
    """Sender address."""
    relay: HostPort
    """The mail relay."""


class SlackSpec(SpecModel):
    """Alerts in Slack; the URL of its webhook is a secret that you provide (`slack_url`)."""

    channel: Channel
    """The channel that gets the alerts."""


class ReceiversSpec(SpecModel):
    """Receivers of alerts. If left out, alerts are only displayed."""

    webhook: Url | None = None
    """URL of a program that accepts Alertmanager's JSON."""
    email: EmailSpec | None = None
    """Email to people."""
    slack: SlackSpec | None = None
    """A Slack channel."""
    pagerduty: Flag = False
    """PagerDuty, for critical alerts only; its routing key is a secret that you provide (`pagerduty_key`)."""
    watchdog: WatchdogSpec | None = None
    """A service outside of the cluster that reports when monitoring itself stops: it gets the alert Watchdog, which always fires, and nobody else does."""


class MonitoringSpec(SpecModel):
    """Prometheus, Alertmanager and what they monitor. They run independently on every control host, so that one of them may fail."""

    enabled: Flag = True
    """Write `monitoring/`."""
    retention_days: Annotated[StrictInt, Field(ge=1, le=3650)] = 30
    """Days for which measurements are kept."""
    retention_gb: Annotated[StrictInt, Field(ge=1, le=1_000_000)] | None = None
    """Most bytes of measurements that are kept, GB (10^9 bytes), where the drive is smaller than `retention_days` need: the oldest are deleted first."""
    interval_seconds: Annotated[StrictInt, Field(ge=5, le=120)] = 30
    """Seconds between two measurements of a device, 120 at most: alerts compute rates over five minutes, which need two measurements, and Prometheus takes
    a series for gone after five minutes."""
    gpu_exporter: Flag = True
    """Monitor NVIDIA GPUs with dcgm-exporter: on the hosts, or that of the GPU Operator where it manages the driver. The package on hosts is
    NVIDIA's; if you do not have it, switch this off, or every GPU host is reported as not monitored."""
    gpu_profiling: Flag = True
    """Have dcgm-exporter measure what GPUs really do: SMs, tensor cores, memory, bytes of PCIe and NVLink, by job and pod. Profilers of users (Nsight)
    need the same counters: switch this off, or pause it on their hosts by `dcgmi profile --pause`."""
    thread_series: Flag = True
    """Keep series of each processor thread of hosts (times, frequencies, scheduling): most of all series, and no alert reads them. `docs/design.md` of the tree has their number."""
    goodput_objective: Annotated[StrictFloat, Field(gt=0, lt=1)] | None = None
    """Share of the time for which GPUs that jobs hold should compute, as 0.85: an alert reports a tenant whose GPUs were busy for less of the last hour."""
    grafana: Flag = False
    """Write files from which a Grafana of yours on a control host reads its data sources and dashboards (`monitoring/grafana/`): the cluster at a glance, a map of the fabrics, one switch, one host."""
    remote_write: RemoteWriteSpec | None = None
    """A store of the site that series are sent to as well."""
    exporters: tuple[ExporterName, ...] = ()
    """What else is monitored, by name: `nic` (RDMA counters, pauses and temperatures of NICs), `nfs` (NFS of clients and servers), `ipmi` (sensors of BMCs by IPMI),
    `redfish` (the same by Redfish, instead of `ipmi`),
    `slurm-commands` (Slurm by its commands, for releases before 25.11 and with tenants), `etcd` (etcd of Kubernetes),
    `opensm` (InfiniBand subnets whose managers run on hosts), `kernel-log` (XIDs, SXIDs, losses of link and faults of transceivers in the kernel log of hosts),
    `pdu` (rack PDUs by SNMP, with `power.pdu_management`),
    `amd` (GPUs of AMD by the exporter of its makers), `kubernetes` (Kubernetes and Kueue by `kubectl`), `lustre` (Lustre by `lctl` on servers and clients), `ceph` (object stores by the manager's module `prometheus`),
    `ufm` (InfiniBand by the telemetry of UFM appliances).
    Each has alerts of its own, and opens its own ports alone."""
    bmc_user: BmcUser = "monitor"
    """The user by whom sensors of BMCs are read (`exporters: [ipmi]` or `[redfish]`); its password is a secret that you provide (`bmc_monitor_password`)."""
    bmc_certificates: Literal["verified", "unverified"] = "verified"
    """Whether BMCs that are read by Redfish must have a certificate for `<host>-bmc.<domain>` by an authority of the site, whose certificate (PEM) you provide (`bmc_authority`).
    `unverified`: the password goes to whoever answers at the address of a BMC."""
    ufm: UfmSpec = defaults(UfmSpec)
    """How UFM Telemetry is read."""
    receivers: ReceiversSpec = defaults(ReceiversSpec)
    """Receivers of alerts."""

    @model_validator(mode="after")
    def _one_way_to_bmcs(self) -> Self:
        if {"ipmi", "redfish"} <= set(self.exporters):
            raise own_error(
                "`ipmi` and `redfish` exclude each other: both read the same sensors of the same BMCs, and each fault would be reported twice; keep the one that all BMCs answer"
            )
        return self
