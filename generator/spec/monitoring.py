"""`monitoring`: Prometheus and Alertmanager on the control hosts."""

from typing import Annotated

from pydantic import Field, StrictFloat, StrictInt, StringConstraints

from generator.spec.base import Flag, SpecModel, defaults

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


class MonitoringSpec(SpecModel):
    """Prometheus, Alertmanager and what they monitor. They run independently on every control host, so that one of them may fail."""

    enabled: Flag = True
    """Write `monitoring/`."""
    retention_days: Annotated[StrictInt, Field(ge=1, le=3650)] = 30
    """Days for which measurements are kept."""
    interval_seconds: Annotated[StrictInt, Field(ge=5, le=300)] = 30
    """Seconds between two measurements of a device."""
    gpu_exporter: Flag = True
    """Monitor NVIDIA GPUs with dcgm-exporter: on the hosts, or that of the GPU Operator where it manages the driver. The package on hosts is
    NVIDIA's; if you do not have it, switch this off, or every GPU host is reported as not monitored."""
    goodput_objective: Annotated[StrictFloat, Field(gt=0, lt=1)] | None = None
    """Share of the time for which GPUs that jobs hold should compute, as 0.85: an alert reports a tenant whose GPUs were busy for less of the last hour."""
    receivers: ReceiversSpec = defaults(ReceiversSpec)
    """Receivers of alerts."""
