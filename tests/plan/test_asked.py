"""Resolvers and time sources on control hosts: switches ask them out of band, hosts in-band, and control hosts are not their own source."""

import json
from pathlib import Path

from generator.cli.output import write_tree
from generator.plan.clocks import switch_clocks
from generator.plan.hosts.clock import clock_of
from generator.plan.hosts.names import Names
from generator.plan.hosts.resolvers import resolvers, resolvers_inband
from generator.plan.provisioning.dhcp import dhcp_of
from generator.render.tree import render_tree
from generator.verify.names.judge import resolution
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

MANAGEMENT, INBAND = "10.192.1.10", "10.160.96.2"
"""Those of control2."""


def test_hosts_ask_a_control_host_inband_that_switches_ask_out_of_band(tmp_path: Path) -> None:
    """In resolv.conf, chrony and DHCP alike."""
    services = {"dns": [MANAGEMENT], "ntp": [MANAGEMENT]}
    plan = plan_data(cluster() | {"services": services}, tmp_path)
    hosts = {host.name: host for host in plan.hosts}
    assert (hosts["control2"].management, hosts["control2"].inband) == (MANAGEMENT, INBAND)
    assert resolvers(plan).addresses == resolvers_inband(plan) == (INBAND,)
    assert switch_clocks(plan) == (MANAGEMENT,)
    clock = clock_of(plan, Names(plan), hosts["gpu01"])
    assert clock is not None
    assert clock.sources == (INBAND,)
    dhcp = dhcp_of(plan)
    assert dhcp is not None
    (inband,) = [subnet for subnet in dhcp.subnets if subnet.resolvers == (INBAND,)]
    assert inband.clocks == (INBAND,)


def test_control_hosts_agree_where_the_spec_names_them_alone(tmp_path: Path) -> None:
    """As without services.ntp: none asks itself for the time of the others, and the cluster has one time."""
    plain, named = (plan_data(cluster() | {"services": services}, tmp_path) for services in ({}, {"ntp": [MANAGEMENT]}))
    clocks = [
        {host.name: clock_of(plan, Names(plan), host) for host in plan.hosts_of["control"]} for plan in (plain, named)
    ]
    assert clocks[0] == clocks[1]
    assert all(clock is not None and clock.alone for clock in clocks[1].values())


def test_the_names_check_holds_for_such_resolvers(tmp_path: Path) -> None:
    plan = plan_data(cluster() | {"services": {"dns": [MANAGEMENT]}}, tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "build")
    verdict = resolution(tmp_path / "build")
    assert (verdict.ran, list(verdict.faults)) == (True, [])
    assert "the site's resolvers" not in json.dumps(list(plan.waiting_for))
