"""A twin of several fabrics that goes from one rendered tree to another: every device runs by the files that it has loaded so far.

All cables are on a patch panel, so that any may be moved. A switch loads new files as its role does: `config reload` where config_db.json is another
one, which takes all of its ports down, and else a restart of FRR.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from generator.twin import frr, growth_files, host_network, wiring
from generator.twin.expect import expected_ports
from generator.twin.kernel_tables import fib
from generator.twin.sample_tree import FabricsTree
from generator.twin.threads import each
from generator.twin.tree import End, Rail
from generator.twin.twin import Twin
from tests.twin import growth_state
from tests.twin.growth_patch import PatchPanel
from tests.twin.running_tree import RunningTree

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from generator.twin.expect import Routes
    from generator.twin.tree import Link

BOND = "bond0"
_MOST_BYTES = 9216
_RULES = "rule flush\nrule add from all lookup main priority 32766\nrule add from all lookup default priority 32767\n"


class WalkedTwin(Twin):
    """What is there by now: `links`, `hosts` and so on follow the cables that are in."""

    tree: RunningTree

    def __init__(
        self, before: Path, after: Path, fabrics: Collection[str], names: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        tree = RunningTree(FabricsTree(before, fabrics, names), FabricsTree(after, fabrics))
        super().__init__(before, "", tree)
        self._panel = PatchPanel(self.bottle)
        self._in: dict[frozenset[End], Link] = {_pair(link): link for link in tree.before.all_links()}
        self._later = {_pair(link): link for link in tree.after.all_links()}
        self._out: dict[frozenset[End], Link] = {}
        self._bare: set[str] = set()
        self._active: dict[str, str] = {}

    def most_links(self) -> int:
        return len(self._in) + len(self._later)

    def cable(self) -> None:
        self._panel.open()
        self._plug(self._in)
        self._follow()

    def wire(self) -> None:
        super().wire()
        self.settle_bonds()

    def set_up(self, devices: Iterable[str]) -> None:
        """Bring new devices, without a cable in them yet."""
        names = set(devices)
        switches = [name for name in self.tree.after.switches("") if name in names]
        later = {end.device for pair in self._later for end in pair}
        bare = sorted((names & later) - set(switches))
        self.tree.loaded |= names
        self.tree.root = self.tree.after.root
        self.make(switches, bare)
        for switch in switches:
            for place, text in wiring.ports_setup(self.tree.config(switch), switch, (), ()).items():
                self._batch(text, netns=place)
        each(self._start, switches)
        self.switches = (*self.switches, *switches)
        self._bare |= set(bare)
        self.hosts = (*self.hosts, *bare)

    def plug_cables(self, cables: Iterable[str]) -> None:
        """Put cables of the later tree in, at both ends."""
        wanted = set(cables)
        new = {pair: link for pair, link in self._later.items() if link.cable in wanted and pair not in self._in}
        self._plug(new)
        self._in |= new
        for end in sorted((end for pair in new for end in pair), key=str):
            self._light(end)
        self._follow()
        for host in sorted(self._bare):
            self.dress(host, {nic.interface for nic, _ in self.host_links if nic.device == host})
        self._bare.clear()
        self.settle_bonds()

    def unplug_cables(self, cables: Iterable[str], kept: Collection[str] = ()) -> None:
        """Take cables of the earlier tree out, but for those links of them that are the later tree's and that nobody plugs anew."""
        wanted = set(cables)
        gone = [
            pair
            for pair, link in self._in.items()
            if link.cable in wanted and not (pair in self._later and self._later[pair].cable not in kept)
        ]
        self._panel.unplug(gone)
        for pair in gone:
            del self._in[pair]
        self._follow()
        self.settle_bonds()

    def take_away(self, devices: Iterable[str]) -> None:
        """Devices leave, with every cable that is still in them."""
        gone = set(devices)
        left = [pair for pair in self._in if gone & {end.device for end in pair}]
        self._panel.unplug(left)
        for pair in left:
            del self._in[pair]
        for switch in gone & set(self.switches):
            self._end_daemons(switch)
        self.switches = tuple(name for name in self.switches if name not in gone)
        self._follow()

    def fail(self, switch: str) -> None:
        """A switch dies, and every port of it is dark."""
        self.dead.add(switch)
        self._panel.unplug(self._cables_of(switch))
        self._end_daemons(switch)

    def come_back(self, switch: str) -> None:
        """Another one stands in its place, and begins with the files of the later tree."""
        self.load(switch)
        self.hold([switch])
        self._panel.plug(self._cables_of(switch))
        self.dead.discard(switch)

    def carry(self, switch: str) -> None:
        """A switch is switched off, carried to another place and started there by the files that it has; its cables are plugged in later."""
        self.darken(self._cables_of(switch))
        self._end_daemons(switch)
        self._start(switch)

    def cabled(self, device: str) -> bool:
        """Whether a device has a cable in it."""
        return bool(self._cables_of(device))

    def darken(self, pairs: Iterable[frozenset[End]]) -> None:
        """Unplug cables that come back into the same ports."""
        gone = [pair for pair in pairs if pair in self._in]
        self._panel.unplug(gone)
        for pair in gone:
            self._out[pair] = self._in.pop(pair)
        self._follow()
        self.settle_bonds()

    def relight(self) -> None:
        """Plug cables in that were unplugged for a while."""
        self._panel.plug(self._out)
        self._in |= self._out
        ends = sorted((end for pair in self._out for end in pair), key=str)
        self._out.clear()
        for end in ends:
            self._light(end)
        self._follow()
        self.settle_bonds()

    def pairs_of(self, cables: Collection[str]) -> list[frozenset[End]]:
        """Both ends of those cables that are in, by their names of either tree."""
        return [
            pair
            for pair, link in self._in.items()
            if link.cable in cables or (pair in self._later and self._later[pair].cable in cables)
        ]

    def _cables_of(self, switch: str) -> list[frozenset[End]]:
        return [pair for pair in self._in if any(end.device == switch for end in pair)]

    def load(self, device: str) -> None:
        """Load the files of the later tree on a device that stays."""
        if device in self.tree.loaded:
            return
        if device in self.switches:
            self._load_switch(device)
        elif device in self.hosts:
            self._load_host(device)
        self.tree.loaded.add(device)

    def renew(self, device: str) -> None:
        """Other hardware stands in a device's place: a host begins with nothing, a switch starts its daemons, both by the files of the later tree."""
        if device in self.dead:
            return
        self.tree.loaded.discard(device)
        self.load(device)

    def differs(self, device: str) -> bool:
        """Whether a device that stays has other files yet to load that its network follows from."""
        trees = (self.tree.before, self.tree.after)
        if device in self.tree.loaded:
            return False
        if device in self.switches:
            files = [[(x.switch_dir(device) / n).read_bytes() for n in _FILES] for x in trees]
            return files[0] != files[1]
        return device in self.hosts and trees[0].host(device) != trees[1].host(device)

    def hold(self, switches: Iterable[str]) -> None:
        """Shut these switches down gracefully (RFC 8326), as their files do for maintenance: others use them only without another path."""
        each(lambda switch: frr.tell(self.bottle, switch, [self._router(switch), "bgp graceful-shutdown"]), switches)

    def release(self, switches: Iterable[str]) -> None:
        """End that, but for those whose files say so."""
        for switch in switches:
            if "\n bgp graceful-shutdown" not in (self.tree.switch_dir(switch) / "frr.conf").read_text("utf-8"):
                frr.tell(self.bottle, switch, [self._router(switch), "no bgp graceful-shutdown"])

    def _router(self, switch: str) -> str:
        """The line that begins the default instance: of several, one must be named."""
        text = (self.tree.switch_dir(switch) / "frr.conf").read_text("utf-8")
        return next(line for line in text.splitlines() if line.startswith("router bgp "))

    def gain(self, host: str) -> None:
        """Add the new lines of its later file to a host; existing ones stay."""
        self.tree.loaded.add(host)
        there = {nic.interface for nic, _ in self.host_links if nic.device == host}
        for version, lines in host_network.setup(self.tree.host(host), there).items():
            family = ("-6",) if version == 6 else ()
            self.bottle.run("ip", *family, "-force", "-batch", "-", netns=host, stdin=lines)
        self.settle_bonds()

    def tell_limits(self, switch: str) -> None:
        """Set the number of prefixes that a switch's existing peers may announce from its later file."""
        old, new = (tree.switch_dir(switch) / "frr.conf" for tree in (self.tree.before, self.tree.after))
        known = {line.split("maximum-prefix")[0].strip() for line in old.read_text("utf-8").splitlines()}
        lines = growth_files.limits(new, known)
        if lines:
            frr.tell(self.bottle, switch, lines)

    def wanted_sessions(self) -> set[tuple[str, str]]:
        """Both ends of every cable between switches that both have the other's port for one in the files that they run by."""
        return {
            (end.device, end.interface)
            for link in self.links
            if not {link.a.device, link.b.device} & self.dead and all(self._speaks(end) for end, _ in link.ends())
            for end, _ in link.ends()
        }

    def missing_sessions(self) -> set[tuple[str, str]]:
        living = [switch for switch in self.switches if switch not in self.dead]
        found = each(lambda switch: frr.sessions(self.bottle, switch), living)
        up = {(s, port) for s, of in zip(living, found, strict=True) for port, peer in of.items() if _is_up(peer)}
        return self.wanted_sessions() - up

    def holding_back(self) -> list[str]:
        """The switches that have started and wait until their peers have told all."""
        living = [switch for switch in self.switches if switch not in self.dead]
        found = each(lambda switch: growth_state.holds_back(self, switch), living)
        return [switch for switch, holds in zip(living, found, strict=True) if holds]

    def tables(self) -> list[object]:
        """What every switch forwards by."""
        places = [place for switch in self.switches if switch not in self.dead for place in self.places(switch)]
        return each(lambda place: [fib(self.bottle, place, version) for version in (4, 6)], places)

    def ends(self) -> Iterator[tuple[str, Rail]]:
        """Every address of a host that packets may come from, with its fabric; a bond has the leaf port that it uses by now."""
        for pair, link in self._in.items():
            nic, leaf = self._of_host(pair)
            if (
                nic is None
                or leaf is None
                or nic.device in self._bare
                or nic.interface not in self.tree.host(nic.device)
            ):
                continue
            rail = self.tree._rail(nic, leaf)
            bond = self.tree.host(nic.device).get(BOND)
            if rail is None and bond is not None and self._active.get(nic.device) == nic.interface and bond.addresses:
                end = End(device=nic.device, interface=BOND)
                rail = Rail(nic=end, leaf=leaf, address=bond.addresses[0], address_ipv6=None, vrf="")  # type: ignore[arg-type]
            if rail is not None:
                yield link.fabric, rail

    def cables_of(self, nic: End) -> list[Link]:
        """The cables that are in a NIC, or in all ports of a bond."""
        bond = self.tree.host(nic.device).get(BOND)
        names = set(bond.members) if nic.interface == BOND and bond else {nic.interface}
        return [
            link
            for pair, link in self._in.items()
            if any(e.device == nic.device and e.interface in names for e in pair)
        ]

    def pairs(self) -> tuple[set[frozenset[End]], set[frozenset[End]]]:
        """Both ends of every cable that is in, and of every one that the later tree has."""
        return set(self._in), set(self._later)

    def expected(self, leaf: str) -> Routes:
        """By the cables, but no way leads through a second leaf: leaves never pass on what they hear."""
        alive = [x for x in self.links if not {x.a.device, x.b.device} & self.dead]
        near = _beside(alive, {leaf})
        heard = near | (_beside(alive, near - set(self.leaves)) if leaf in self.leaves else set())
        return {name: ports for name, ports in expected_ports(alive, leaf).items() if name in heard}

    def settle_bonds(self) -> None:
        """A bond whose port is dark goes on with its other one, as the kernel's would after its monitor's interval."""
        lit = {(end.device, end.interface) for pair in self._in for end in pair}
        moves: dict[str, str] = {}
        for host in self.hosts:
            bond = self.tree.host(host).get(BOND) if host not in self._bare else None
            if bond is None:
                continue
            there = [name for name in bond.members if (host, name) in lit]
            before = self._active.setdefault(host, there[0] if there else "")
            if there and before not in there:
                self._active[host] = there[0]
                off = f"link set dev {before} nomaster\n" if before else ""
                moves[host] = f"{off}link set dev {there[0]} master {BOND}\n"
        # all at once, as they would
        each(lambda host: self._batch(moves[host], netns=host), moves)

    def _plug(self, links: Iterable[frozenset[End]]) -> None:
        pairs = list(links)
        new = {end for pair in pairs for end in pair if end not in self._panel}
        self._panel.add((end, self._place(end), _MOST_BYTES) for end in sorted(new, key=str))
        self._panel.plug(pairs)

    def _place(self, end: End) -> str:
        return wiring.place(self.tree, end) if end.device in self.switches else end.device

    def _light(self, end: End) -> None:
        """A port does what its file says as soon as a cable is in it; a host's does when it is dressed."""
        if end.device not in self.switches:
            return
        config = self.tree.config(end.device)
        row = config.rows("PORT").get(end.interface, {})
        if row.get("admin_status") != "up":
            return
        lines = [f"link set dev {end.interface} mtu {row['mtu']}", *wiring.port_setup(config, end.interface)]
        vlans = [vlan for vlan in config.vlans() if end.interface in vlan.members]
        lines += [f"link set dev {end.interface} master {vlan.name}" for vlan in vlans]
        # -force: it may have its addresses from before
        self.bottle.run("ip", "-force", "-batch", "-", netns=self._place(end), stdin="\n".join(lines) + "\n")

    def _load_switch(self, switch: str) -> None:
        old, new = (tree.switch_dir(switch) for tree in (self.tree.before, self.tree.after))
        self._end_daemons(switch)
        if (old / _FILES[0]).read_bytes() == (new / _FILES[0]).read_bytes():
            self.tree.loaded.add(switch)
            self._start(switch)
            return
        mine = [] if switch in self.dead else self._cables_of(switch)
        self._panel.unplug(mine)
        lit = dict(self._in)
        self._in = {pair: link for pair, link in self._in.items() if pair not in mine}
        self.settle_bonds()
        ports = self._panel.ports(switch)
        before = {port: self._place(port) for port in ports}
        here = self.places(switch)
        for place in here:
            self._strip(place, {port.interface for port in ports})
        self.tree.loaded.add(switch)
        self.make_places(switch, here)
        for port in ports:
            if self._place(port) != before[port]:
                self._batch(f"link set dev {port.interface} netns {self._place(port)}\n", netns=before[port])
        for place, text in wiring.ports_setup(self.tree.config(switch), switch, (), ()).items():
            self._batch(text, netns=place)
        self._panel.plug(mine)
        self._in = lit
        for port in ports:
            self._light(port)
        self._start(switch)
        self.settle_bonds()

    def _end_daemons(self, switch: str) -> None:
        """End a switch's daemons, and take their routes out of its kernel: with the next hops that they made, and those that have none."""
        self.bottle.run("sh", "-c", f"cat /run/frr/{switch}/*.pid | xargs kill -KILL")
        self.bottle.must("rm", "-rf", f"/run/frr/{switch}")
        for place in self.places(switch):
            self.bottle.run("ip", "nexthop", "flush", netns=place)
            for family in ("-4", "-6"):
                lines = "".join(f"route flush proto {protocol}\n" for protocol in ("bgp", "static"))
                self.bottle.run("ip", family, "-force", "-batch", "-", netns=place, stdin=lines)

    def make_places(self, switch: str, here: Collection[str]) -> None:
        """The namespaces of instances that the switch had not, with its kernel's settings."""
        settings = wiring.switch_sysctls(self.tree.config(switch))
        for place in self.places(switch):
            if place not in here:
                self._batch(wiring.namespaces([place]))
            self.bottle.must("sysctl", "-eqw", *settings, netns=place)

    def _strip(self, place: str, ports: Collection[str]) -> None:
        """Take all away that a switch's files had made in a namespace of it."""
        named = self.bottle.must("ip", "-o", "link", netns=place).splitlines()
        names = [line.split(":")[1].strip().partition("@")[0] for line in named]
        lines = [f"link set dev {name} nomaster\nlink set dev {name} down" for name in names if name in ports]
        lines += [f"link del dev {name}" for name in names if name not in ports and name.startswith(("Vlan", "vni"))]
        lines += [f"addr flush dev {name} scope global" for name in names if name in ports or name == "lo"]
        self.bottle.run("ip", "-force", "-batch", "-", netns=place, stdin="\n".join(lines) + "\n")

    def _load_host(self, host: str) -> None:
        interfaces = self.tree.host(host)
        there = {nic.interface for nic, _ in self.host_links if nic.device == host}
        lines = ["route flush type unreachable"]
        for name, interface in interfaces.items():
            if interface.members:
                lines.append(f"link del dev {name}")
            elif name in there:
                lines += [f"link set dev {name} down", f"addr flush dev {name} scope global"]
        text = "\n".join(lines) + "\n"
        for family in ("-4", "-6"):
            self.bottle.run("ip", family, "-force", "-batch", "-", netns=host, stdin=text + _RULES)
        self.tree.loaded.add(host)
        self.dress(host, there)
        self._active.pop(host, None)
        self.settle_bonds()

    def _speaks(self, end: End) -> bool:
        text = (self.tree.switch_dir(end.device) / "frr.conf").read_text("utf-8")
        return f" neighbor {end.interface} interface " in text

    def _of_host(self, pair: frozenset[End]) -> tuple[End | None, End | None]:
        """The host's end and the switch's, where it is such a cable."""
        ends = sorted(pair, key=lambda end: end.device in self.switches)
        two = len(ends) == 2 and ends[0].device not in self.switches and ends[1].device in self.switches
        return (ends[0], ends[1]) if two else (None, None)

    def _follow(self) -> None:
        """Update what other devices read to the cables that are plugged in."""
        switches = set(self.switches)
        self.links = tuple(x for x in self._in.values() if {x.a.device, x.b.device} <= switches)
        found = [
            (nic, leaf) for pair in self._in if (ends := self._of_host(pair)) for nic, leaf in [ends] if nic and leaf
        ]
        self.host_links = tuple(sorted(found, key=lambda ends: (ends[0].device, ends[0].interface)))
        self.leaves = tuple(sorted({leaf.device for _, leaf in self.host_links}))
        here = {nic.device for nic, _ in self.host_links}
        self.hosts = tuple(host for host in self.hosts if host in here or host in self._bare)


_FILES = ("config_db.json", "frr.conf")


def _is_up(peer: dict[str, Any]) -> bool:
    return bool(peer["state"] == "Established")


def _pair(link: Link) -> frozenset[End]:
    return frozenset((link.a, link.b))


def _beside(links: Iterable[Link], switches: set[str]) -> set[str]:
    return {far.device for link in links for near, far in link.ends() if near.device in switches}
