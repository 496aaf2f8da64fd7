"""The map of the fabrics as dashboards: a row for each leaf and spine of what the reader chooses, then one switch or one host with its cables."""

from collections.abc import Iterator

from generator.plan.monitoring.device_boards import SWITCH, host_board, switch_board
from generator.plan.monitoring.expected import has_rdma
from generator.plan.monitoring.host_links import BITS, either
from generator.plan.monitoring.pictures import Board, Column, Matrix, Table, Variable
from generator.plan.monitoring.switches import reads_switches
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan

_LEAVES = 'leaf=~"$leaf"'


def boards_of(plan: Plan) -> Iterator[Board]:
    """Yield the map, and what it leads to; nothing where the spec has no Grafana."""
    if plan.site.monitoring.grafana:
        yield _map(plan)
        yield switch_board(plan)
        yield host_board(plan)


def _map(plan: Plan) -> Board:
    fabric = Variable(
        name="fabric", label="Fabric", query='label_values(probe_success{job="switch"}, fabric)', several=False
    )
    unit = Variable(
        name="su",
        label="Scalable unit",
        query='label_values(probe_success{job="switch",fabric="$fabric",tier="leaf"}, su)',
    )
    leaf = Variable(
        name="leaf",
        label="Leaf",
        query='label_values(probe_success{job="switch",fabric="$fabric",tier="leaf",su=~"$su"}, instance)',
    )
    uplinks = Matrix(
        title="Load of one uplink, from each leaf to each spine, by the mean of the leaf's spines",
        expr='switch_far:uplink_share:ratio5m{instance=~"$leaf",fabric="$fabric"}',
        row="instance", column="far", unit="percentunit",
    )  # fmt: skip
    return Board(
        kind="map",
        title="fabric map",
        variables=(fabric, unit, leaf),
        panels=(
            Table(
                title="Leaves: their hosts and uplinks",
                key="leaf",
                key_title="Leaf",
                columns=tuple(_leaves(plan)),
                link=SWITCH,
            ),
            Table(
                title="Spines and cores", key="instance", key_title="Switch", columns=tuple(_spines(plan)), link=SWITCH
            ),
            *([uplinks] if collects(plan) else []),
        ),
    )


def _leaves(plan: Plan) -> Iterator[Column]:
    """Yield the columns of a leaf: links of hosts that the plan has, those that are down, and what it moves."""
    planned = either(plan, f"count by (leaf) ({{planned}}{{{{{_LEAVES}}}}})")
    down = either(plan, f"count by (leaf) ({{planned}}{{{{{_LEAVES}}}}} unless on ({{labels}}) ({{up}}))")
    yield Column(title="Links of hosts", expr=planned)
    yield Column(title="Down", expr=f"{down} or 0 * ({planned})", bad=1)
    yield Column(title="Answers", expr=_as_leaf('max by (instance) (probe_success{job="switch",instance=~"$leaf"})'))
    if reads_switches(plan):
        yield Column(title="Uplinks down", expr=_as_leaf(_uplinks_down('instance=~"$leaf"')), bad=1)
    if has_rdma(plan):
        yield Column(
            title="From hosts (RDMA)",
            expr=f"8 * sum by (leaf) (leaf_rail:rdma_sent_bytes:rate5m{{{_LEAVES}}})",
            unit=BITS,
        )
    if collects(plan):
        yield Column(
            title="To spines",
            expr=_as_leaf('8 * sum by (instance) (switch:uplink_sent_bytes:rate5m{instance=~"$leaf"})'),
            unit=BITS,
        )
        yield from (
            Column(title=each.title, expr=_as_leaf(each.expr), bad=each.bad)
            for each in _congestion('instance=~"$leaf"')
        )
    yield Column(
        title="Alerts", expr=_as_leaf('count by (instance) (ALERTS{alertstate="firing",instance=~"$leaf"})'), bad=1
    )


def _spines(plan: Plan) -> Iterator[Column]:
    which = 'fabric="$fabric",tier!="leaf"'
    yield Column(title="Answers", expr=f'max by (instance) (probe_success{{job="switch",{which}}})')
    if reads_switches(plan):
        found = 'count by (instance) (label_replace(clustergen:switch_link_speed_bytes:max{fabric="$fabric"}, "instance", "$1", "far", "(.+)"))'
        yield Column(title="Links to leaves", expr=found)
    if collects(plan):
        yield Column(
            title="Received", expr=f"8 * sum by (instance) (switch:received_bytes:rate5m{{{which}}})", unit=BITS
        )
        yield Column(title="Sent", expr=f"8 * sum by (instance) (switch:sent_bytes:rate5m{{{which}}})", unit=BITS)
        yield from _congestion(which)
    yield Column(title="Alerts", expr=f'count by (instance) (ALERTS{{alertstate="firing",{which}}})', bad=1)


def _congestion(which: str) -> Iterator[Column]:
    yield Column(title="Pauses received/s", expr=f"sum by (instance) (port_priority:pfc_received:rate5m{{{which}}})")
    yield Column(title="ECN marks/s", expr=f"sum by (instance) (port_queue:ecn_marked:rate5m{{{which}}})")


def _uplinks_down(which: str) -> str:
    """Ask for planned links to other switches that are not up, as the alert SwitchLinkDown does; 0 where all are."""
    planned = f"clustergen:switch_link_speed_bytes:max{{{which}}}"
    lost = (
        f"{planned} unless on (instance, ifName) (ifOperStatus == 1) unless on (instance, ifAlias) (ifOperStatus == 1)"
    )
    return f"count by (instance) ({lost}) or 0 * count by (instance) ({planned})"


def _as_leaf(expr: str) -> str:
    """Name a switch `leaf`, as hosts do."""
    return f'sum by (leaf) (label_replace({expr}, "leaf", "$1", "instance", "(.+)"))'
