"""A twin that grows while it runs: from one rendered tree to a later one, device by device and cable by cable.

As everything here it reads rendered files alone; who calls says what comes when. Switches that are there keep running: their daemons are told
single lines, those that their later file has and the earlier one has not.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from generator.twin import frr, growth_files, kernel_tables, wiring
from generator.twin.threads import each
from generator.twin.tree import Tree
from generator.twin.twin import Twin
from tests.twin.growth_patch import PatchPanel

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from generator.twin.expect import Routes
    from generator.twin.tree import End, Link


class GrowingTwin(Twin):
    """A twin of an earlier tree that a later one is there for. `links`, `hosts` and so on are what is there by now."""

    def __init__(self, root: Path, later: Path, fabric: str) -> None:
        super().__init__(root, fabric)
        self.earlier = self.tree
        self.later = Tree(later)
        self.first_leaves = self.leaves
        self._panel = PatchPanel(self.bottle)
        before, after = (
            dict(pair for link in tree.fabric_links(fabric) for pair in link.ends())
            for tree in (self.earlier, self.later)
        )
        self._moving = {port for port, far in before.items() if after.get(port) != far}

    def most_links(self) -> int:
        trees = (self.earlier, self.later)
        return sum(len(tree.fabric_links(self.fabric)) + len(tree.host_links(self.fabric)) for tree in trees)

    def load_changes(self) -> dict[str, list[str]]:
        """Load the new lines of its file on every existing switch, continue with the later tree, and return the lines."""
        told = {}
        for switch in self.switches:
            if lines := growth_files.new_lines(*self._files(switch)):
                frr.tell(self.bottle, switch, lines)
                told[switch] = lines
        self.tree = self.later
        return told

    def tell_limits(self, switch: str, tree: Tree) -> None:
        """Set the number of prefixes that a switch's peers may announce from its file of a tree."""
        frr.tell(self.bottle, switch, growth_files.limits(tree.switch_dir(switch) / "frr.conf"))

    def _files(self, switch: str) -> tuple[Path, Path]:
        old, new = (tree.switch_dir(switch) / "frr.conf" for tree in (self.earlier, self.later))
        return old, new

    def set_up(self, devices: Iterable[str]) -> None:
        """Bring those of new devices that are of this fabric, without a cable in them yet."""
        names = set(devices)
        switches = [name for name in self.later.switches(self.fabric) if name in names]
        hosts = sorted(names & {nic.device for nic, _ in self.later.host_links(self.fabric)})
        self.make(switches, hosts)
        for switch in switches:
            for place, text in wiring.ports_setup(self.tree.config(switch), switch, (), ()).items():
                self._batch(text, netns=place)
        each(self._start, switches)
        self.switches = (*self.switches, *switches)
        self.hosts = (*self.hosts, *hosts)

    def cable(self) -> None:
        self._panel.open()
        moving = [link for link in self.links if self._moves(link)]
        for link in moving:
            self._panel.add(self._jack(port) for port, _ in link.ends())
            self._panel.plug([frozenset((link.a, link.b))])
        self._batch(wiring.veths(self.tree, [link for link in self.links if link not in moving], self.host_links))

    def plug_cables(self, cables: Iterable[str]) -> None:
        """Put those cables of the later tree that are of this fabric in, at both ends."""
        wanted = set(cables)
        links = [link for link in self.later.fabric_links(self.fabric) if link.cable in wanted]
        ends = {frozenset((link.a, link.b)) for link in self.later.links if link.cable in wanted}
        to_hosts = [pair for pair in self.later.host_links(self.fabric) if frozenset(pair) in ends]
        moving = [link for link in links if self._moves(link)]
        new = [end for link in links for end, _ in link.ends() if end not in self._panel]
        ports = {end for link in moving for end, _ in link.ends()} & set(new)
        self._panel.add(map(self._jack, ports))
        self._batch(wiring.veths(self.tree, [link for link in links if link not in moving], to_hosts))
        for place, lines in self._setup([*new, *(leaf for _, leaf in to_hosts)]).items():
            self._batch("".join(f"{line}\n" for line in lines), netns=place)
        self._panel.plug(frozenset((link.a, link.b)) for link in moving)
        for host in sorted({nic.device for nic, _ in to_hosts}):
            self.dress(host, {nic.interface for nic, _ in to_hosts if nic.device == host})
        self.links = (*self.links, *links)
        self.host_links = (*self.host_links, *to_hosts)
        self.leaves = tuple(sorted({leaf.device for _, leaf in self.host_links}))
        there = {nic for nic, _ in self.host_links}
        self.rails = tuple(rail for rail in self.later.rails(self.fabric) if rail.nic in there)

    def _jack(self, port: End) -> tuple[End, str, int]:
        return port, wiring.place(self.tree, port), self.tree.mtu_bytes(port)

    def _setup(self, ports: Iterable[End]) -> dict[str, list[str]]:
        lines: defaultdict[str, list[str]] = defaultdict(list)
        for end in ports:
            lines[wiring.place(self.tree, end)] += wiring.port_setup(self.tree.config(end.device), end.interface)
        return lines

    def _moves(self, link: Link) -> bool:
        """Whether one of its ports has another cable before or after."""
        return link.a in self._moving or link.b in self._moving

    def links_in(self, cables: Iterable[str]) -> list[Link]:
        """The links between switches that are in cables of the earlier tree; a host's cable stays where it is."""
        wanted = set(cables)
        ends = {frozenset((link.a, link.b)) for link in self.earlier.links if link.cable in wanted}
        assert not [pair for pair in self.earlier.host_links(self.fabric) if frozenset(pair) in ends]
        return [link for link in self.earlier.fabric_links(self.fabric) if link.cable in wanted]

    def joined(self, cables: Iterable[str]) -> set[str]:
        """The new spines that these cables join to leaves that have stood from the first."""
        wanted = set(cables)
        old = self.earlier.switches(self.fabric)
        links = [link for link in self.later.fabric_links(self.fabric) if link.cable in wanted]
        pairs = {(near.device, far.device) for link in links for near, far in link.ends()}
        return {far for near, far in pairs if near in old and far not in old and far not in self.leaves}

    def lit(self) -> set[tuple[str, str]]:
        """The ports of the earlier tree's devices that have a carrier."""
        names = {*self.earlier.switches(self.fabric), *(nic.device for nic, _ in self.earlier.host_links(self.fabric))}
        return {(name, port) for name in names for port in kernel_tables.carriers(self.bottle, name)}

    def links_down(self) -> int:
        """How many ports at the lower ends of the earlier tree's links are dark now: whatever cable was or is in them."""
        lower = [link.a for link in self.earlier.fabric_links(self.fabric)]
        lower += [nic for nic, _ in self.earlier.host_links(self.fabric)]
        return len({(end.device, end.interface) for end in lower} - self.lit())

    def drain(self, switch: str, links: Iterable[Link]) -> None:
        """End the switch's sessions on some of its links. The links stay up, so that packets that are under way arrive."""
        frr.tell(self.bottle, switch, ["router bgp", *(f"neighbor {port} shutdown" for port in _ports(switch, links))])
        self.cut |= set(links)

    def hold(self, switches: Iterable[str]) -> None:
        """Shut these switches down gracefully (RFC 8326), as their files do for maintenance: others use them only without another path."""
        for switch in switches:
            frr.tell(self.bottle, switch, ["router bgp", "bgp graceful-shutdown"])

    def release(self, switches: Iterable[str]) -> None:
        for switch in switches:
            frr.tell(self.bottle, switch, ["router bgp", "no bgp graceful-shutdown"])

    def unplug_links(self, links: Iterable[Link]) -> None:
        """Take cables between switches out, at both ends."""
        gone = set(links)
        self._panel.unplug(frozenset((link.a, link.b)) for link in gone)
        self.links = tuple(link for link in self.links if link not in gone)
        self.cut -= gone

    def undrain(self, switch: str, links: Iterable[Link]) -> None:
        """Enable sessions again on the ports of these links; ports that stay empty lose theirs permanently."""
        freed = growth_files.freed_ports(*self._files(switch))
        ports = _ports(switch, links)
        commands = [freed.get(port, f"no neighbor {port} shutdown") for port in ports]
        frr.tell(self.bottle, switch, ["router bgp", *commands])

    def expected(self, leaf: str) -> Routes:
        """By the cables, but no way leads through a second leaf: leaves never pass on what they hear."""
        alive = [link for link in self.links if link not in self.cut and not {link.a.device, link.b.device} & self.dead]
        near = _beside(alive, {leaf})
        heard = near | (_beside(alive, near) if leaf in self.leaves else set())
        return {name: ports for name, ports in super().expected(leaf).items() if name in heard}

    def moved_ports(self) -> set[tuple[str, str]]:
        """Ports of the earlier tree that have another cable in the later one."""
        return {(end.device, end.interface) for end in self._moving}

    def plugged(self) -> set[frozenset[End]]:
        """Both ends of every cable that is in."""
        return {frozenset((link.a, link.b)) for link in self.links} | {frozenset(pair) for pair in self.host_links}


def _beside(links: Iterable[Link], switches: set[str]) -> set[str]:
    return {far.device for link in links for near, far in link.ends() if near.device in switches}


def _ports(switch: str, links: Iterable[Link]) -> list[str]:
    return [near.interface for link in links for near, _ in link.ends() if near.device == switch]
