"""Queries of links of hosts for dashboards, for all kinds of ports, and of those that are down: as in the alerts LinkDown and InfinibandDown."""

from generator.plan.monitoring.expected import has_infiniband
from generator.plan.plan import Plan

BITS = "bps"
_RDMA = 'label_replace(node_infiniband_state_id {}, "rdma", "$1", "device", "(.+)")'
_PLANNED = {
    "ethernet": "clustergen_link_speed_bytes",
    "infiniband": "clustergen_infiniband_rate_bytes_per_second",
}
"""By kind of port: the series of expected links."""
_DOWN = {
    "ethernet": "({ports} unless on (instance, device) (node_network_carrier == 1)"
    f" unless on (instance, rdma) {_RDMA.format('== 4')})"
    f" or ({{ports}} and on (instance, rdma) {_RDMA.format('!= 4')})",
    "infiniband": "{ports} unless on (instance, device, port) (node_infiniband_state_id == 4)",
}
"""Those without a link. A pod that takes a rail takes its interface from the host, and its RDMA device stays."""


def _kinds(plan: Plan) -> list[str]:
    """Return the kinds of ports of hosts: Ethernet is everywhere, as hosts are reached by it; InfiniBand where a document names its RDMA devices."""
    return ["ethernet", *(["infiniband"] if has_infiniband(plan) else [])]


def either(plan: Plan, which: str, form: str) -> str:
    """Fill a question in for each kind of port: `{ports}` are those of `which` labels, `{down}` those of them without a link."""
    kinds = [(f"{_PLANNED[kind]}{{{which}}}", _DOWN[kind]) for kind in _kinds(plan)]
    return " or ".join(form.format(ports=ports, down=down.format(ports=ports)) for ports, down in kinds)
