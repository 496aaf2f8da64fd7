"""The order of a shutdown and of a cold start: every host once, users of tiers before their servers, and groups for the failures that stop hosts."""

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.configured import configured_hosts
from generator.plan.operations.power_order import losses, power_steps, stopped_first
from generator.plan.power.outages import outages
from generator.render.inventory import group_tree
from tests.conftest import EXAMPLES, tree_of
from tests.specs import Spec, cluster, plan_data


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_host_is_in_one_step(plans: Callable[[str], Draft], name: str) -> None:
    """Numbers count up, and a start has each of them once."""
    plan = plans(name)
    steps = power_steps(plan)
    assert sorted(host for step in steps for host in step.hosts) == sorted(host.name for host in configured_hosts(plan))
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert sorted(step.start for step in steps) == list(range(1, len(steps) + 1))


@pytest.mark.parametrize("name", EXAMPLES)
def test_users_of_a_tier_are_off_before_its_servers(plans: Callable[[str], Draft], name: str) -> None:
    """But for control hosts, which stay until the end and release their tiers; a start has servers before all users."""
    plan = plans(name)
    off = {host: step.number for step in power_steps(plan) for host in step.hosts}
    start = {host: step.start for step in power_steps(plan) for host in step.hosts}
    for tier in plan.tiers:
        servers = [host.name for host in plan.hosts if host.group == tier.group and host.name in off]
        for host in plan.hosts:
            if host.role in tier.clients and host.name in off and host.group != tier.group:
                for server in servers:
                    assert start[server] < start[host.name], (tier.name, server, host.name)
                    assert off[host.name] < off[server] or host.role == "control", (tier.name, server, host.name)


def test_metadata_targets_stop_and_start_first(plans: Callable[[str], Draft]) -> None:
    """Of a Lustre that hosts of ours serve, as its manual has it; a tier of a product is stopped by people."""
    plan = plans("mixed-schedulers")
    titles = {step.title: step for step in power_steps(plan)}
    metadata = [step for title, step in titles.items() if title.endswith("metadata targets")]
    others = [step for title, step in titles.items() if title.endswith("other targets")]
    assert [len(each) for each in (metadata, others)] == [1, 1]
    assert metadata[0].number < others[0].number
    assert metadata[0].start < others[0].start
    assert "fast" not in {each.tier for each in stopped_first(plan)}
    assert {each.tier: each.product for each in stopped_first(plans("roce-16"))} == {"fast": "Lustre"}
    assert [each.how for each in stopped_first(plans("storage-scale-256"))] == ["mmshutdown -a"]


def test_the_first_control_host_has_the_queue(plans: Callable[[str], Draft]) -> None:
    plan = plans("roce-16")
    assert [step.hosts for step in power_steps(plan)][-2:] == [("control2", "control3"), ("control1",)]


def test_a_failure_is_the_group_of_the_hosts_that_it_stops(plans: Callable[[str], Draft]) -> None:
    """As docs/power.md has them: compute hosts that are off or unknown are in the group, those at reduced load are not."""
    plan = plans("nvl72-8-racks")
    groups, told = group_tree(plan), {(each.kind, each.name): each for each in outages(plan)}
    found = list(losses(plan))
    assert any(loss.kind == "loop" and loss.hosts for loss in found)
    for loss in found:
        outage = told[loss.kind, loss.name]
        assert {*outage.compute["off"], *outage.compute["unknown"]} <= {*loss.hosts}
        assert not {*outage.compute["full"], *outage.compute["reduced"]} & {*loss.hosts}
        assert (loss.group in groups) == bool(loss.hosts)
    page = tree_of(plan)["docs/shutdown.md"]
    assert all(f"`{loss.group}`" in page for loss in found if loss.hosts)


def test_one_feed_stops_every_host(tmp_path: Path) -> None:
    """Of a room with a single feed: without it nothing runs."""
    spec: Spec = cluster() | {"power": {"feeds": 1, "redundancy": "n"}}
    plan = plan_data(spec, tmp_path)
    (loss,) = losses(plan)
    assert loss.group == "without_feed_a"
    assert sorted(loss.hosts) == sorted(host.name for host in configured_hosts(plan))


def test_the_page_has_what_hosts_lack_that_started_before_their_servers(tmp_path: Path) -> None:
    """slurmctld waits for a queue on a tier, and not for one on its own drive; without tiers nothing is lacking."""
    alone: Spec = cluster() | {"scheduler": {"slurm": {}}}
    tier = {"home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "login", "control"]}}
    for name, spec, mounts, queue in (
        ("none", alone | {"storage": {}}, False, False),
        ("shared", alone | {"storage": tier}, True, True),
        ("own", alone | {"storage": {"home": tier["home"] | {"clients": ["compute"]}}}, True, False),
    ):
        (tmp_path / name).mkdir()
        page = tree_of(plan_data(spec, tmp_path / name))["docs/shutdown.md"]
        assert ("### If hosts start by themselves" in page, "# starts slurmctld" in page) == (mounts, queue), name
