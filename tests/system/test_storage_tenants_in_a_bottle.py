"""Tenants on storage: routing instances, EVPN type 5 and what crosses between instances, as rendered, every pair of hosts asked.

Filters of leaves and hosts are not set up here: what is silent is so by routes alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.tenancy_specs import TENANTS, served
from tests.twin import Twin, require, wiring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0
SERVERS = "storage"
HOSTS = {"blue": ("gpu01", "gpu02", "gpu03"), "red": ("gpu05", "gpu06")}


@pytest.fixture(scope="module")
def twin(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Twin]:
    """Two storage leaves, one a side, that are joined directly; clients of two tenants and of none, and the servers of all."""
    require(program)
    folder = tmp_path_factory.mktemp("served")
    write_tree(render_tree(plan_data(served(underlay="numbered", ipv6=True), folder), TEMPLATES), folder / "served")
    with Twin(folder / "served", "storage") as twin:
        twin.up()
        yield twin


def test_every_pair_answers_as_access_says(twin: Twin, proven: Callable[[str, str], None]) -> None:
    """A tenant's clients answer each other and the servers, on both sides and across them; no tenant's answer another's, or those of nobody."""
    seconds = twin.wait_converged(CONVERGE_S)
    assert set(TENANTS) == set(HOSTS)
    pairs = {(near.nic, far.nic) for near in twin.rails for far in twin.rails if near.nic.device != far.nic.device}
    apart = {(near, far) for near, far in pairs if not _meet(near.device, far.device)}
    assert {near.device for near, _ in pairs} > {"storage1", "gpu01", "gpu04", "gpu05"}
    for version in (4, 6):
        assert twin.silent_pairs(twin.rails, version=version, retries=1) == apart
    words = f"{len(pairs) - len(apart):,} pairs of storage ports answer, {len(apart):,} across tenants do not, IPv4 and IPv6"
    proven("FRR", f"tenants on storage: {words}; converged in {seconds:.1f} s")


def test_without_what_crosses_the_servers_are_silent(twin: Twin) -> None:
    """The routes between instances carry it, and nothing else does: without those of blue, blue reaches no server, and red still does."""
    twin.wait_converged(CONVERGE_S)
    blue, red = (next(rail for rail in twin.rails if rail.vrf == f"Vrf-{name}") for name in HOSTS)
    servers = [rail.address.ip for rail in twin.rails if rail.nic.device.startswith(SERVERS)]
    assert twin.ping(blue.nic.device, blue.address.ip, servers) == set()
    gone = [(leaf, prefix) for leaf in twin.leaves for into, _, prefix in twin.tree.config(leaf).crossings() if into == blue.vrf]  # fmt: skip
    for leaf, prefix in gone:
        twin.bottle.must("ip", f"-{prefix.version}", "route", "del", str(prefix), netns=wiring.namespace(leaf, blue.vrf))  # fmt: skip
    assert twin.ping(blue.nic.device, blue.address.ip, servers) == set(servers)
    assert twin.ping(red.nic.device, red.address.ip, servers) == set()


def _meet(one: str, other: str) -> bool:
    """Whether a flow of the matrix is between two hosts of the storage fabric: servers meet everybody."""
    return one.startswith(SERVERS) or other.startswith(SERVERS) or _tenant(one) == _tenant(other)


def _tenant(host: str) -> str:
    return next((name for name, hosts in HOSTS.items() if host in hosts), "")
