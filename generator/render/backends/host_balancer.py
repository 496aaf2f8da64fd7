"""hosts-balancer: what gateways of an object store share addresses by: HAProxy, keepalived, and a report for the node exporter."""

from collections.abc import Iterable, Iterator

from generator.plan.hosts.balancers import balancers
from generator.plan.monitoring.alerting import TEXTFILES
from generator.plan.plan import Plan
from generator.render.artifact import Artifact, Grade, Proof
from generator.render.templates import Templates

NAME = "hosts-balancer"
_BALANCED = Proof(Grade.APPLIED, "HAProxy 2.6 of Debian 12 passes requests on by it")
_MOVED = Proof(Grade.APPLIED, "keepalived 2.2 of Debian 12 moves addresses by it")
_REPORTED = Proof(Grade.APPLIED, "sh and curl read HAProxy's state by it")
_UNITS = Proof(Grade.PARSED, "systemd-analyze verify")
_FILES = (
    ("etc/haproxy/haproxy.cfg", "haproxy.cfg", _BALANCED),
    ("etc/keepalived/keepalived.conf", "keepalived.conf", _MOVED),
)
_REPORT = (
    ("usr/local/sbin/clustergen-balancer.sh", "report.sh", _REPORTED),
    ("etc/systemd/system/clustergen-balancer.service", "report.service", _UNITS),
    ("etc/systemd/system/clustergen-balancer.timer", "report.timer", _UNITS),
)


def paths(plan: Plan) -> Iterable[str]:
    """Yield the files of every gateway of a store whose gateways share addresses."""
    for balancer in balancers(plan).values():
        for host in balancer.hosts:
            yield from (f"hosts/{host.name}/{path}" for path, *_ in _wanted(plan))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Print them; all gateways have the same ones, but for their own address and turns."""
    for balancer in balancers(plan).values():
        for host in balancer.hosts:
            for path, name, proof in _wanted(plan):
                text = templates.render(f"hosts/balancer/{name}.j2", balancer=balancer, host=host, folder=TEXTFILES)
                yield Artifact(f"hosts/{host.name}/{path}", text, proof)


def _wanted(plan: Plan) -> tuple[tuple[str, str, Proof], ...]:
    """Return the files, with those of the report if it is collected."""
    return _FILES + _REPORT if plan.site.monitoring.enabled else _FILES
