"""All fabrics of one small cluster at once, as rendered: tenants on compute, storage and frontend, the site behind BGP and static routes, weighted paths.

Filters of leaves and hosts are not set up here: what is silent is so by routes alone. Tags of hosts and of ways are cables of their own (`tests/twin/tags.py`).
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from ipaddress import IPv4Address, ip_address
from typing import TYPE_CHECKING

import pytest

from generator.analysis.lost_link import hundredths
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import echoes, frr, kernel_tables, wiring
from generator.twin.sample_tree import FabricsTree
from generator.twin.switch_config import DEFAULT
from generator.twin.twin import Twin
from generator.verify.ends import ends
from generator.verify.reach.edge import edge
from generator.verify.reach.leaks import leaks
from tests.ours import TEMPLATES
from tests.site_routers import Edge
from tests.specs import plan_data
from tests.tenancy_specs import everywhere
from tests.twin import counters, tags
from tests.twin.needs import require
from tests.twin.walked import BOND

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.twin.echoes import Address
    from generator.twin.tree import End, Link

pytestmark = pytest.mark.proof

CONVERGE_S = 90.0
FABRICS = ("compute", "frontend", "storage")
SERVERS = "storage"
HOSTS = {"blue": ("gpu1", "gpu3"), "red": ("gpu2",)}
"""gpu4 is nobody's."""
SEGMENTS = {"data": 310, "lake": 320, "vault": 330}
"""VLANs of blue, red and blue: `access` joins the first two."""
SITES = {"fw": "198.51.100.1", "fw-blue": "198.51.101.1", "router": "203.0.113.1"}
ROUTES = {"fw": ("0.0.0.0/0", "198.51.100.0/24", "10.170.0.0/24"), "fw-blue": ("0.0.0.0/0", "198.51.101.0/24", "198.51.100.0/24")}  # fmt: skip
"""What routers have; the cluster takes less."""
_LINE = "set extcommunity bandwidth num-multipaths"
# FRR announces a changed bandwidth within `coalesce-time`, a second; the rest is room for a busy machine.
WEIGHED_S = 30.0


class Bed:
    """The twin, the site behind it, and who answers whom. `data`, `lake`, `vault`: addresses in these segments, by host."""

    def __init__(self, twin: Twin, site: Edge, segments: dict[str, dict[str, Address]]) -> None:
        self.twin, self.site = twin, site
        self.data, self.lake, self.vault = (segments[name] for name in SEGMENTS)
        self.rails = {name: [rail for rail in twin.rails if rail.leaf.device.startswith(name)] for name in FABRICS}

    def silent(self, fabric: str, version: int = 4) -> set[tuple[End, End]]:
        """The pairs of a fabric's ports, of unlike hosts, of which the second does not answer the first."""
        rails = self.rails[fabric]
        return echoes.silent_pairs(self.twin.bottle, rails, rails, version, echoes.SIZE_BYTES, 1)

    def apart(self, fabric: str) -> set[tuple[End, End]]:
        """The pairs that no flow of the matrix joins."""
        pairs = [(near.nic, far.nic) for near in self.rails[fabric] for far in self.rails[fabric] if near.nic.device != far.nic.device]  # fmt: skip
        return {(near, far) for near, far in pairs if not _meet(near.device, far.device)}

    def astray(self, fabric: str) -> list[str]:
        """The pairs that answer and should not, and those that should and do not."""
        silent, apart = self.silent(fabric), self.apart(fabric)
        mute = (f"{near} gets no answer of {far}" for near, far in silent - apart)
        leaking = (f"{near} is answered by {far}" for near, far in apart - silent)
        return sorted((*mute, *leaking))

    def bond(self, host: str) -> IPv4Address:
        return next(each.ip for each in self.twin.tree.host(host)[BOND].addresses if isinstance(each.ip, IPv4Address))

    def answers(self, host: str, source: Address, target: str) -> bool:
        return self.twin.ping(host, source, [ip_address(target)]) == set()

    def meet(self, one: tuple[str, Address], other: tuple[str, Address]) -> bool:
        """Whether two hosts answer each other by addresses of their segments. Both ask: a leaf knows a host that has spoken by it, and the others then do by EVPN."""
        near, far = (self.answers(*this, str(that[1])) for this, that in ((one, other), (other, one)))
        return near and far

    def weights(self) -> dict[str, int]:
        """The weight of each port of the first compute leaf towards the second, by the cables that are in: the links that a spine has left to it, in hundredths."""
        near, far = self.leaves()
        there = [link for link in self.twin.links if link not in self.twin.cut]
        left = Counter(end.device for link in there for end, other in link.ends() if other.device == far)
        ports = {end.interface: left[other.device] for link in there for end, other in link.ends() if end.device == near}  # fmt: skip
        return dict(zip(ports, hundredths(ports.values()), strict=True))

    def leaves(self) -> tuple[str, str]:
        near, far = (leaf for leaf in self.twin.leaves if leaf.startswith("compute"))
        return near, far

    def uneven(self, wanted: dict[str, int]) -> list[str]:
        """Where the kernel's weights on the first leaf, towards what the second announces, are others; tunnels of tenants end there, too."""
        near, far = self.leaves()
        have = counters.weights(self.twin.bottle, near)
        prefixes = [prefix for prefix in self.twin.tree.config(far).announced(DEFAULT) if prefix.version == 4]
        assert len(prefixes) > 1, "loopback and tunnel end"
        return [f"{prefix}: {have.get(prefix)}, and not {wanted}" for prefix in prefixes if have.get(prefix) != wanted]

    def lost(self) -> Link:
        far = self.leaves()[1]
        return next(link for link in self.twin.links if far in {link.a.device, link.b.device})


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[Bed]:
    """Three fabrics of eleven switches, eleven hosts, and three routers of the site."""
    require(program)
    folder = tmp_path_factory.mktemp("fabrics")
    plan = plan_data(everywhere(), folder)
    write_tree(render_tree(plan, TEMPLATES), folder / "tree")
    with Twin(folder / "tree", "", FabricsTree(folder / "tree", FABRICS)) as twin:
        twin.wire()
        tagged = tags.add(twin)
        segments = {
            name: {
                host: row[f"{BOND}.{vlan}"].addresses[0].ip for host, row in tagged.items() if f"{BOND}.{vlan}" in row
            }
            for name, vlan in SEGMENTS.items()
        }
        assert [tuple(sorted(hosts)) for hosts in segments.values()] == [HOSTS["blue"], HOSTS["red"], HOSTS["blue"]]
        site = Edge(twin, plan, folder, ROUTES, SITES)
        for switch in twin.switches:
            twin._start(switch)
        for name in ROUTES:
            site.start(name)
        way = site.ways["router"]
        twin.bottle.must("ip", "route", "add", "10.160.0.0/16", "via", way.address.partition("/")[0], netns="router")
        yield Bed(twin, site, segments)


def test_every_pair_answers_as_its_tenants_say(bed: Bed, proven: Callable[[str, str], None]) -> None:
    """On compute within a tenant, on storage the servers too, in both IP versions; across tenants nobody."""
    seconds = bed.twin.wait_converged(CONVERGE_S)
    count = 0
    for fabric in ("compute", "storage"):
        apart = bed.apart(fabric)
        assert apart
        for version in (4, 6):
            assert bed.silent(fabric, version) == apart, fabric
        count += len(apart)
    switches = f"{len(bed.twin.switches)} switches of {len(FABRICS)} fabrics at once, converged in {seconds:.1f} s"
    proven("FRR", f"{switches}: {count:,} pairs across tenants are silent on compute and storage, all others answer")


def test_a_tenants_segment_is_the_tenants(bed: Bed) -> None:
    """Its hosts meet in it across leaves and by both; a host of no tenant does not get there by the in-band segment, where all hosts meet."""
    bed.twin.wait_converged(CONVERGE_S)
    one, other = bed.data
    assert bed.answers(one, bed.data[one], str(bed.data[other]))
    stranger = "gpu4"
    assert bed.answers(stranger, bed.bond(stranger), str(bed.bond(one)))
    assert not bed.answers(stranger, bed.bond(stranger), str(bed.data[one]))


def test_segments_of_two_tenants_meet_where_access_says(bed: Bed, proven: Callable[[str, str], None]) -> None:
    """Red's segment and one of blue's have routes of each other. Blue's other segment answers itself and nobody of red's; red's answers no host of the in-band segment."""
    bed.twin.wait_converged(CONVERGE_S)
    ((red, lake),) = bed.lake.items()
    one, other = bed.vault
    assert bed.answers(one, bed.vault[one], str(bed.vault[other]))
    for blue in HOSTS["blue"]:
        bed.site.wait(partial(bed.meet, (red, lake), (blue, bed.data[blue])), f"lake and data of {blue}")
        assert not bed.answers(red, lake, str(bed.vault[blue]))
        assert not bed.answers(blue, bed.vault[blue], str(lake))
    assert not bed.answers("gpu4", bed.bond("gpu4"), str(lake))
    proven("FRR", "segments of two tenants on the frontend answer each other where a rule joins them; another segment of the same tenant, and the default instance, do not")  # fmt: skip


def test_the_site_is_reached_by_the_way_of_ones_own_instance(bed: Bed, proven: Callable[[str, str], None]) -> None:
    """Two instances share a port by tag, each with a session and filters of its own; a static way stands on the other leaf. Routers hear what is announced by theirs, and nothing else."""
    blue, red = "gpu3", "gpu2"
    site = bed.site
    site.wait(lambda: bed.answers(red, bed.bond(red), SITES["fw"]), "the default instance's way")
    site.wait(lambda: bed.answers(blue, bed.data[blue], SITES["fw-blue"]), "blue's way")
    assert not bed.answers(red, bed.bond(red), SITES["fw-blue"])
    assert not bed.answers(blue, bed.data[blue], SITES["fw"])
    for name in ROUTES:
        site.open(name, 4, "in")
    site.wait(lambda: site.told("fw", "ipv4") == {"10.160.0.0/16"}, "what fw hears")
    site.wait(lambda: site.told("fw-blue", "ipv4") == {"10.170.0.0/20"}, "what fw-blue hears")
    site.wait(lambda: bed.answers(red, bed.bond(red), SITES["router"]), "the static way, from the other leaf")
    proven("FRR", "two instances by tags of one port, each with its own session, and a static way: hosts reach the site by theirs alone")  # fmt: skip


def test_a_static_way_is_gone_with_its_port(bed: Bed) -> None:
    """Its route stays while the port is up, whoever is silent behind it; without the port no leaf has it."""
    way, site = bed.site.ways["router"], bed.site
    there = (bed.twin.bottle, "frontend-leaf1")
    prefix = next(each for each in kernel_tables.fib(*there) if str(each) == "203.0.113.0/24")
    bed.twin.bottle.must("ip", "link", "set", "dev", way.interface, "down", netns=way.switch)
    site.wait(lambda: prefix not in kernel_tables.fib(*there), "the static way is withdrawn")
    assert not bed.answers("gpu2", bed.bond("gpu2"), SITES["router"])
    bed.twin.bottle.must("ip", "link", "set", "dev", way.interface, "up", netns=way.switch)
    site.wait(lambda: bed.answers("gpu2", bed.bond("gpu2"), SITES["router"]), "the way back")


def test_a_lost_link_is_weighed_and_tenants_stay_apart(bed: Bed, proven: Callable[[str, str], None]) -> None:
    """With one of four links to a spine lost, paths by that spine weigh less; a leaf that counts nothing gives all of them one weight. Who was apart is apart all the time."""
    twin, site, lost = bed.twin, bed.site, bed.lost()
    twin.wait_converged(CONVERGE_S)
    site.settle(lambda: bed.uneven(bed.weights()), "even weights")
    (even,) = set(bed.weights().values())
    twin.pull(lost)
    twin.wait_converged(CONVERGE_S)
    site.settle(lambda: bed.uneven(bed.weights()), "weights of what is left")
    less, most = sorted(set(bed.weights().values()))
    assert less < most
    site.settle(lambda: bed.astray("compute"), "tenants that are apart, and nobody else")
    far = bed.leaves()[1]
    frr.tell(twin.bottle, far, ("route-map ANNOUNCE permit 10", f"no {_LINE}"))
    site.wait(lambda: len(bed.uneven(bed.weights())) > 1, "a leaf that counts nothing")
    frr.tell(twin.bottle, far, ("route-map ANNOUNCE permit 10", _LINE))
    site.settle(lambda: bed.uneven(bed.weights()), "the leaf counts again")
    twin.plug(lost)
    twin.wait_converged(CONVERGE_S)
    site.settle(lambda: bed.uneven(bed.weights()), "even weights again")
    proven("FRR", f"one of 4 links between a leaf and a spine lost: a leaf beyond weighs {less} to {most}, {even} before and after; tenants stay apart")  # fmt: skip


def test_check_passes_it_and_names_a_leaf_that_counts_nothing(bed: Bed) -> None:
    """What the packets have shown, the judges of the written tree say too; the fault that undid the weights above is named in the file."""
    root = bed.twin.tree.root
    assert [fault for judge in (ends, edge, leaks) for fault in judge(root).faults] == []
    file = root / "switches" / "compute-leaf2" / "frr.conf"
    good = file.read_text(encoding="utf-8")
    assert f" {_LINE}\n" in good
    file.write_text(good.replace(f" {_LINE}\n", ""), encoding="utf-8")
    faults = ends(root).faults
    file.write_text(good, encoding="utf-8")
    assert [fault for fault in faults if "compute-leaf2: route-map ANNOUNCE 10" in fault]


def test_without_what_crosses_the_servers_are_silent(bed: Bed) -> None:
    """The routes between instances carry it, and nothing else does: without those of blue, blue reaches neither a server nor red's segment, and red still reaches servers."""
    twin = bed.twin
    twin.wait_converged(CONVERGE_S)
    blue, red = (next(rail for rail in bed.rails["storage"] if rail.vrf == f"Vrf-{name}") for name in HOSTS)
    servers = [rail.address.ip for rail in bed.rails["storage"] if rail.nic.device.startswith(SERVERS)]
    ((tenant, lake),) = bed.lake.items()
    data = str(bed.data[blue.nic.device])
    gone = [(leaf, prefix) for leaf in twin.leaves for into, _, prefix in twin.tree.config(leaf).crossings() if into == blue.vrf]  # fmt: skip
    assert twin.ping(blue.nic.device, blue.address.ip, servers) == set()
    bed.site.wait(lambda: bed.answers(tenant, lake, data), "lake and data")
    for leaf, prefix in gone:
        twin.bottle.must("ip", f"-{prefix.version}", "route", "del", str(prefix), netns=wiring.namespace(leaf, blue.vrf))  # fmt: skip
    assert twin.ping(blue.nic.device, blue.address.ip, servers) == set(servers)
    assert twin.ping(red.nic.device, red.address.ip, servers) == set()
    assert not bed.answers(tenant, lake, data)


def _meet(one: str, other: str) -> bool:
    """Whether a flow of the matrix is between two hosts: servers meet everybody on storage."""
    return one.startswith(SERVERS) or other.startswith(SERVERS) or _tenant(one) == _tenant(other)


def _tenant(host: str) -> str:
    return next((name for name, hosts in HOSTS.items() if host in hosts), "")
