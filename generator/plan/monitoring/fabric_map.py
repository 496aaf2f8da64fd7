"""The map of the fabrics as dashboards: a row for each leaf and spine of the selection, then one switch or one host with its cables."""

from collections.abc import Iterator

from generator.plan.monitoring.device_boards import BITS, SWITCH, either, host_board, switch_board
from generator.plan.monitoring.expected import has_rdma
from generator.plan.monitoring.pictures import Board, Column, Matrix, Table, Variable
from generator.plan.monitoring.switches import reads_switches
from generator.plan.monitoring.telemetry import collects
from generator.plan.plan import Plan

_LEAVES = 'instance=~"$leaf",fabric="$fabric"'
_TO_LEAVES = 'leaf=~"$leaf",fabric="$fabric"'
"""The chosen leaves as they are called by themselves, and by hosts. All of them are those of the chosen fabric and units, each by its name."""


def boards_of(plan: Plan) -> Iterator[Board]:
    """Yield the map and the dashboards that it links to; nothing where the spec has no Grafana."""
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
        all_by_name=True,
    )
    uplinks = Matrix(
        title="Load of one uplink, from each leaf to each spine, by the mean of the leaf's spines",
        expr=f"switch_far:uplink_share:ratio5m{{{_LEAVES}}}",
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
    """Yield the columns of a leaf: planned links of hosts, those that are down, and its traffic."""
    planned = either(plan, _TO_LEAVES, "count by (leaf) ({ports})")
    down = either(plan, _TO_LEAVES, "count by (leaf) ({down})")
    yield Column(title="Links of hosts", expr=planned)
    yield Column(title="Down", expr=f"{down} or 0 * ({planned})", bad=1)
    yield Column(
        title="Answers", expr=_as_leaf(f'max by (instance) (probe_success{{job="switch",{_LEAVES},tier="leaf"}})')
    )
    if reads_switches(plan):
        yield Column(title="Uplinks down", expr=_as_leaf(_uplinks_down(_LEAVES)), bad=1)
    if has_rdma(plan):
        yield Column(
            title="From hosts (RDMA)",
            expr=f"8 * sum by (leaf) (leaf_rail:rdma_sent_bytes:rate5m{{{_TO_LEAVES}}})",
            unit=BITS,
        )
    if collects(plan):
        yield Column(
            title="To spines",
            expr=_as_leaf(f"8 * sum by (instance) (switch:uplink_sent_bytes:rate5m{{{_LEAVES}}})"),
            unit=BITS,
        )
        yield from (Column(title=each.title, expr=_as_leaf(each.expr), bad=each.bad) for each in _congestion(_LEAVES))
    yield Column(
        title="Alerts", expr=_as_leaf('count by (instance) (ALERTS{alertstate="firing",instance=~"$leaf"})'), bad=1
    )


def _spines(plan: Plan) -> Iterator[Column]:
    which = 'fabric="$fabric"'
    asked = f'probe_success{{job="switch",{which},tier!="leaf"}}'
    yield Column(title="Answers", expr=f"max by (instance) ({asked})")
    if reads_switches(plan):
        found = f'count by (instance) (label_replace(clustergen:switch_link_speed_bytes:max{{{which}}}, "instance", "$1", "far", "(.+)"))'
        yield Column(title="Links to leaves", expr=_only(found, asked))
    if collects(plan):
        for title, moved in (("Received", "switch:received_bytes:rate5m"), ("Sent", "switch:sent_bytes:rate5m")):
            yield Column(title=title, expr=_only(f"8 * sum by (instance) ({moved}{{{which}}})", asked), unit=BITS)
        yield from (Column(title=each.title, expr=_only(each.expr, asked), bad=each.bad) for each in _congestion(which))
    yield Column(title="Alerts", expr=_only('count by (instance) (ALERTS{alertstate="firing"})', asked), bad=1)


def _only(expr: str, switches: str) -> str:
    """Return the expression for these switches only: alerts have the labels of their rule, and not each has a tier."""
    return f"({expr}) and on (instance) {switches}"


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
