"""Links of hosts as dashboards ask for them, whatever the kind of their ports."""

from generator.plan.plan import Plan

BITS = "bps"
_PORTS = {
    "ethernet": ("clustergen_link_speed_bytes", "instance, device", "node_network_carrier == 1"),
    "infiniband": (
        "clustergen_infiniband_rate_bytes_per_second",
        "instance, device, port",
        "node_infiniband_state_id == 4",
    ),
}
"""By kind of port: what hosts say that they have to have, by which labels it is known, and what is there where its link is up."""


def _kinds(plan: Plan) -> list[str]:
    """Return the kinds of ports of hosts: Ethernet is everywhere, as hosts are reached by it."""
    infiniband = any(fabric.technology == "infiniband" for fabric in plan.fabrics.values())
    return ["ethernet", *(["infiniband"] if infiniband else [])]


def either(plan: Plan, form: str) -> str:
    """Fill a question in for each kind of port."""
    return " or ".join(
        form.format(planned=name, labels=labels, up=up) for name, labels, up in (_PORTS[kind] for kind in _kinds(plan))
    )
