"""Alerts about links: every port of a host against what the plan says of it, with the cable and the leaf's port to go to."""

from collections.abc import Mapping

from generator.plan.monitoring.records import Rule, RuleGroup, Trial

_PLACE = {
    "fabric": "compute", "rail": "0", "leaf": "compute-leaf1", "leaf_rack": "A01", "leaf_port": "swp1", "cable": "CH001",
}  # fmt: skip
_PORT = {"job": "host", "device": "rail0"}
_HCA = {"job": "host", "device": "mlx5_0", "port": "1"}
_WHERE = "cable {{ $labels.cable }} to {{ $labels.leaf }} {{ $labels.leaf_port }} (rack {{ $labels.leaf_rack }})"
_CABLE = "Reseat both ends of the cable, look at the light of both transceivers, then exchange the cable: cabling/labels.csv has its labels."
_SPEED, _MTU = "clustergen_link_speed_bytes", "clustergen_link_mtu_bytes"
_RATE = "clustergen_infiniband_rate_bytes_per_second"
_ON, _ON_PORT = "on (instance, device)", "on (instance, device, port)"


def ethernet_rules() -> RuleGroup:
    """Give the rules for Ethernet ports, RoCE among them. A link that is down is not called slow, too."""
    return RuleGroup(
        name="links",
        rules=(
            Rule(
                name="LinkDown",
                expr=f"{_SPEED} unless {_ON} (node_network_carrier == 1)",
                minutes=2,
                severity="critical",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} has no link: {_WHERE}",
                action=_CABLE,
                trial=_trial(_PORT, 4, {_SPEED: "50e9", "node_network_carrier": "0"}, {"node_network_carrier": "1"}),
            ),
            Rule(
                name="LinkSlow",
                expr=f"({_SPEED} > {_ON} group_left () node_network_speed_bytes) and {_ON} (node_network_carrier == 1)",
                minutes=5,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} is slower than planned: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _PORT,
                    6,
                    {_SPEED: "50e9", "node_network_carrier": "1", "node_network_speed_bytes": "25e9"},
                    {"node_network_speed_bytes": "50e9"},
                ),
            ),
            Rule(
                name="LinkMtu",
                expr=f"{_MTU} != {_ON} group_left () node_network_mtu_bytes",
                minutes=15,
                severity="warning",
                summary="{{ $labels.instance }} {{ $labels.device }} has another MTU than planned",
                action="Run playbooks/hosts.yml with --limit for this host; large packets are lost on the way until both ends agree.",
                trial=_trial(
                    _PORT,
                    16,
                    {_MTU: "9000", "node_network_mtu_bytes": "1500"},
                    {"node_network_mtu_bytes": "9000"},
                    place={"fabric": "compute"},
                ),
            ),
            Rule(
                name="LinkFlapping",
                expr=f"{_SPEED} and {_ON} (increase(node_network_carrier_changes_total[1h]) > 4)",
                minutes=0,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} lost its link more than twice in an hour: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _PORT,
                    30,
                    {_SPEED: "50e9", "node_network_carrier_changes_total": "0+1"},
                    {"node_network_carrier_changes_total": "7"},
                ),
            ),
            Rule(
                name="LinkErrors",
                expr=f"{_SPEED} and {_ON} (increase(node_network_receive_errs_total[15m]) > 10)",
                minutes=15,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} receives broken frames: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _PORT,
                    40,
                    {_SPEED: "50e9", "node_network_receive_errs_total": "0+5"},
                    {"node_network_receive_errs_total": "400"},
                ),
            ),
            _bond(),
        ),
    )


def infiniband_rules() -> RuleGroup:
    """Give the rules for InfiniBand ports, which are known by their RDMA devices."""
    return RuleGroup(
        name="infiniband",
        rules=(
            Rule(
                name="InfinibandDown",
                expr=f"{_RATE} unless {_ON_PORT} (node_infiniband_state_id == 4)",
                minutes=2,
                severity="critical",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} is not active: {_WHERE}",
                action=f"{_CABLE} If the link is up and the state is not active, the subnet manager does not run.",
                trial=_trial(
                    _HCA, 4, {_RATE: "50e9", "node_infiniband_state_id": "2"}, {"node_infiniband_state_id": "4"}
                ),
            ),
            Rule(
                name="InfinibandSlow",
                expr=f"({_RATE} > {_ON_PORT} group_left () node_infiniband_rate_bytes_per_second) and {_ON_PORT} (node_infiniband_state_id == 4)",
                minutes=5,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} is slower than planned: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _HCA,
                    6,
                    {_RATE: "50e9", "node_infiniband_state_id": "4", "node_infiniband_rate_bytes_per_second": "25e9"},
                    {"node_infiniband_rate_bytes_per_second": "50e9"},
                ),
            ),
            Rule(
                name="InfinibandFlapping",
                expr=f"{_RATE} and {_ON_PORT} (increase(node_infiniband_link_downed_total[1h]) > 2)",
                minutes=0,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} lost its link more than twice in an hour: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _HCA,
                    30,
                    {_RATE: "50e9", "node_infiniband_link_downed_total": "0+1"},
                    {"node_infiniband_link_downed_total": "9"},
                ),
            ),
            Rule(
                name="InfinibandErrors",
                expr=f"{_RATE} and {_ON_PORT} (increase(node_infiniband_symbol_error_total[1h]) > 100)",
                minutes=15,
                severity="warning",
                summary=f"{{{{ $labels.instance }}}} {{{{ $labels.device }}}} has symbol errors: {_WHERE}",
                action=_CABLE,
                trial=_trial(
                    _HCA,
                    40,
                    {_RATE: "50e9", "node_infiniband_symbol_error_total": "0+50"},
                    {"node_infiniband_symbol_error_total": "1000"},
                ),
            ),
        ),
    )


def _bond() -> Rule:
    return Rule(
        name="BondDegraded",
        expr="node_bonding_active < node_bonding_slaves",
        minutes=5,
        severity="warning",
        summary="{{ $labels.instance }} {{ $labels.master }}: a port of the bond is down",
        action="The host still answers by its other port; see the alert of the port itself for its cable.",
        trial=Trial(
            series={
                f'node_bonding_{name}{{job="host",instance="{host}",master="bond0"}}': f"{value}x10"
                for host, up in (("gpu01", 1), ("gpu02", 2))
                for name, value in (("active", up), ("slaves", 2))
            },
            minutes=6,
            labels={"job": "host", "instance": "gpu01", "master": "bond0"},
        ),
    )


def _trial(
    port: Mapping[str, str],
    minutes: int,
    bad: Mapping[str, str],
    good: Mapping[str, str],
    place: Mapping[str, str] = _PLACE,
) -> Trial:
    """Try a rule on a port of gpu01, and on one of gpu02 that differs in what `good` says; expected values have the place with them."""
    series = {}
    for host, values in (("gpu01", bad), ("gpu02", {**bad, **good})):
        for name, value in values.items():
            labels = {**port, "instance": host, **(place if name.startswith("clustergen_") else {})}
            inner = ",".join(f'{key}="{text}"' for key, text in labels.items())
            series[f"{name}{{{inner}}}"] = f"{value}x60"
    return Trial(series=series, minutes=minutes, labels={**port, "instance": "gpu01", **place})
