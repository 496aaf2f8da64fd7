"""Remote write: the store of the site, and the labels that distinguish the copies of several servers."""

from collections.abc import Iterator
from typing import Any

from generator.plan.monitoring.alerting import secret_path
from generator.plan.monitoring.records import RemoteWrite
from generator.plan.monitoring.secrets import of_remote_write
from generator.plan.plan import Plan

REPLICA = "CLUSTERGEN_REPLICA"
"""The variable of the environment that has the name of the host that runs Prometheus, which its unit sets."""
EXPANDED = "--enable-feature=expand-external-labels"
"""By which Prometheus reads it (prometheus.io, Feature flags): its file is the same on every host."""
_RECORDED = ".+:.+|ALERTS|up"
"""Series that rules compute have a colon in their names, and no others (prometheus.io, Metric and label naming)."""


def remote_write_of(plan: Plan) -> RemoteWrite | None:
    """Return the remote store of series; None where there is none."""
    spec = plan.site.monitoring.remote_write
    if spec is None:
        return None
    return RemoteWrite(
        settings={"url": spec.url, **dict(_login(plan)), **dict(_authority(plan))},
        kept=_RECORDED if spec.series == "recorded" else "",
        secrets=of_remote_write(plan),
    )


def _login(plan: Plan) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield how Prometheus logs in (its remote_write: basic_auth, authorization)."""
    spec = plan.site.monitoring.remote_write
    if spec and spec.user:
        yield "basic_auth", {"username": spec.user, "password_file": secret_path("remote_write_password")}
    if spec and spec.token:
        yield "authorization", {"credentials_file": secret_path("remote_write_token")}


def _authority(plan: Plan) -> Iterator[tuple[str, dict[str, Any]]]:
    spec = plan.site.monitoring.remote_write
    if spec and spec.authority:
        yield "tls_config", {"ca_file": secret_path("remote_write_authority")}
