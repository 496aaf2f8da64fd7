"""The way out of the out-of-band network, with packets: both management leaves as rendered, on real FRR, and a router of the site that has routes back."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin import frr, wiring
from generator.twin.bottle import Bottle
from generator.twin.tree import Tree
from tests.oob_specs import SERVICES, oob_cluster
from tests.ours import TEMPLATES
from tests.specs import plan_data
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from generator.plan.draft import Draft

pytestmark = pytest.mark.proof

CONVERGE_S = 60.0
TACACS = SERVICES["tacacs"][0]
STATION, ROUTER, LEAVES = "station", "router", ("oob-leaf1", "oob-leaf2")


class Bed:
    """Two leaves, a switch's management port behind the second, the site behind the first."""

    def __init__(self, bottle: Bottle, tree: Tree, plan: Draft) -> None:
        self.bottle = bottle
        (self.way,) = plan.site_uplinks
        switch = next(s for s in plan.switches if plan.managed_by.get(s.name, ("",))[0] == "oob-leaf2")
        links = [link for link in tree.fabric_links("oob") if {link.a.device, link.b.device} == set(LEAVES)]
        links = [link for link in links if "eth0" not in {link.a.interface, link.b.interface}]
        self._batch(wiring.namespaces((*LEAVES, STATION, ROUTER)))
        for leaf in LEAVES:
            bottle.must("sysctl", "-eqw", *wiring.switch_sysctls(tree.config(leaf)), netns=leaf)
        self._batch(wiring.veths(tree, links, ()))
        for leaf in LEAVES:
            ports = [end.interface for link in links for end in (link.a, link.b) if end.device == leaf]
            for place, text in wiring.ports_setup(tree.config(leaf), leaf, (), ports).items():
                self._batch(text, netns=place)
        gateway = switch.management_gateway
        self._cable(STATION, "oob-leaf2", "mgmt", ["link set dev mgmt master Vlan100", "link set dev mgmt up"])
        self._dress(STATION, [f"addr add {switch.management}/24 dev eth0", f"route add default via {gateway}"])
        self._cable(ROUTER, "oob-leaf1", self.way.interface, wiring.port_setup(tree.config("oob-leaf1"), self.way.interface))  # fmt: skip
        told = [line.partition(" ")[0] for line in self.way.announce]
        near, length = self.way.address.split("/")
        back = [f"route add {prefix} via {near}" for prefix in told]
        self._dress(ROUTER, [f"addr add {self.way.peer}/{length} dev eth0", f"addr add {TACACS}/32 dev lo", *back])
        for leaf in LEAVES:
            frr.start(bottle, leaf, tree.switch_dir(leaf))

    def _batch(self, text: str, netns: str | None = None) -> None:
        self.bottle.must("ip", "-batch", "-", netns=netns, stdin=text)

    def _cable(self, name: str, leaf: str, port: str, setup: list[str]) -> None:
        ends = f"{port} mtu 1500 netns {leaf} type veth peer name eth0 mtu 1500 netns {name}"
        self.bottle.must("ip", "link", "add", *ends.split())
        self._batch("\n".join(setup) + "\n", netns=leaf)

    def _dress(self, name: str, lines: list[str]) -> None:
        up = ["link set dev lo up", "link set dev eth0 up"]
        addresses = [line for line in lines if line.startswith("addr")]
        routes = [line for line in lines if not line.startswith("addr")]
        self._batch("\n".join((*up, *addresses, *routes)) + "\n", netns=name)

    def reached(self) -> bool:
        """Whether the TACACS server answers the management port."""
        return self.bottle.run("ping", "-c", "1", "-W", "1", TACACS, netns=STATION).returncode == 0

    def tell(self, leaf: str, *commands: str) -> None:
        frr.tell(self.bottle, leaf, commands)

    def wait(self, done: Callable[[], bool], what: str) -> float:
        begin = time.monotonic()
        while not done():
            assert time.monotonic() - begin < CONVERGE_S, what
            time.sleep(0.2)
        return time.monotonic() - begin


@pytest.fixture
def bed(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Bed]:
    """Start both leaves."""
    require(program)
    plan = plan_data(oob_cluster(), tmp_path)
    write_tree(render_tree(plan, TEMPLATES), tmp_path / "build")
    with Bottle() as bottle:
        yield Bed(bottle, Tree(tmp_path / "build"), plan)


def test_a_management_port_reaches_tacacs_of_the_site(bed: Bed, proven: Callable[[str, str], None]) -> None:
    """By a leaf that has the route from the other; where it takes no route of the site, nothing comes back."""
    seconds = bed.wait(bed.reached, "TACACS of the site answers a switch")
    rows = json.loads(bed.bottle.must("ip", "-j", "route", "show", "default", netns="oob-leaf2"))
    assert rows
    assert {row.get("protocol") for row in rows} == {"bgp"}
    bed.tell("oob-leaf2", "no route-map ACCEPT permit 20")
    bed.wait(lambda: not bed.reached(), "a leaf that takes no route of the site has none")
    bed.tell("oob-leaf2", "route-map ACCEPT permit 20", "match ip address prefix-list SITE")
    bed.wait(bed.reached, "the way back")
    proven("FRR", f"a switch's management port reaches TACACS of the site by the other management leaf after {seconds:.1f} s")  # fmt: skip
