"""Dashboards of one device, linked from the map: a switch or a host with its cables."""

from generator.plan.monitoring.expected import has_infiniband, has_rdma
from generator.plan.monitoring.jobs import watches_gpus
from generator.plan.monitoring.pictures import Board, Column, Matrix, Panel, Table, Variable
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan

SWITCH, HOST = "switch", "host"
_UP = "count by (cable) ({ports} unless ({down}))"
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


def switch_board(plan: Plan) -> Board:
    """Return one switch: the cables of its hosts, those to other switches, and what its ports do."""
    ports = Column(
        title="Speed",
        expr=either(plan, 'leaf="$switch"', "8 * sum by (cable, leaf_port, instance, device, rail) ({ports})"),
        unit=BITS,
    )
    up = Column(title="Up", expr=either(plan, 'leaf="$switch"', _UP))
    labels = (("leaf_port", "Port"), ("instance", "Host"), ("device", "Host's port"), ("rail", "Rail"))
    panels: list[Panel | Table | Matrix] = [
        Table(title="Cables to hosts", key="cable", key_title="Cable", columns=(ports, up), labels=labels),
    ]
    if collects(plan):
        own = 'instance="$switch"'
        ends = Column(
            title="In the plan", expr=f"max by (cable, port, far, far_port) (clustergen:streamed_end:max{{{own}}})"
        )
        panels += [
            Table(
                title="Cables to switches",
                key="cable",
                key_title="Cable",
                columns=(ends,),
                labels=(("port", "Port"), ("far", "Other switch"), ("far_port", "Its port")),
            ),
            _line("Sent, by port (busiest 16)", f"topk(16, 8 * port:sent_bytes:rate5m{{{own}}})", "{{port}}", BITS),
            _line(
                "Pauses received a second, by port",
                f"topk(16, port_priority:pfc_received:rate5m{{{own}}})",
                "{{port}} priority {{priority}}",
            ),
            _line(
                "Packets marked (ECN) a second, by port",
                f"topk(16, port_queue:ecn_marked:rate5m{{{own}}})",
                "{{port}} queue {{queue}}",
            ),
        ]
    query = 'label_values(probe_success{job="switch"}, instance)'
    return Board(kind=SWITCH, title="switch", variables=(Variable(name="switch", label="Switch", query=query, several=False),), panels=tuple(panels))  # fmt: skip


def host_board(plan: Plan) -> Board:
    """Return one host: its cables, alerts, rails and GPUs."""
    own = 'instance="$host"'
    speed = Column(
        title="Speed",
        expr=either(plan, own, "8 * sum by (cable, device, fabric, rail, leaf, leaf_port) ({ports})"),
        unit=BITS,
    )
    up = Column(title="Up", expr=either(plan, own, _UP))
    labels = (("device", "Port"), ("fabric", "Fabric"), ("rail", "Rail"), ("leaf", "Leaf"), ("leaf_port", "Its port"))
    panels: list[Panel | Table | Matrix] = [
        Table(title="Cables", key="cable", key_title="Cable", columns=(speed, up), labels=labels),
        Panel(title="Alerts", form="table", expr=f'ALERTS{{alertstate="firing",{own}}}'),
    ]
    if has_rdma(plan):
        panels.append(
            _line("Sent by RDMA, by rail", f"8 * instance_rail:rdma_sent_bytes:rate5m{{{own}}}", "rail {{rail}}", BITS)
        )
    if watches_gpus(plan):
        panels.append(_line("GPUs in use", f"DCGM_FI_DEV_GPU_UTIL{{{own}}}", "GPU {{gpu}}", "percent"))
    query = 'label_values(up{job="host"}, instance)'
    return Board(kind=HOST, title="host", variables=(Variable(name="host", label="Host", query=query, several=False),), panels=tuple(panels))  # fmt: skip


def _line(title: str, expr: str, legend: str, unit: str = "short") -> Panel:
    return Panel(title=title, form="timeseries", expr=expr, unit=unit, legend=legend)


def _kinds(plan: Plan) -> list[str]:
    """Return the kinds of ports of hosts: Ethernet is everywhere, as hosts are reached by it; InfiniBand where a document names its RDMA devices."""
    return ["ethernet", *(["infiniband"] if has_infiniband(plan) else [])]


def either(plan: Plan, which: str, form: str) -> str:
    """Fill a question in for each kind of port: `{ports}` are those of `which` labels, `{down}` those of them without a link.

    Links that are down are those of the alerts LinkDown and InfinibandDown.
    """
    kinds = [(f"{_PLANNED[kind]}{{{which}}}", _DOWN[kind]) for kind in _kinds(plan)]
    return " or ".join(form.format(ports=ports, down=down.format(ports=ports)) for ports, down in kinds)
