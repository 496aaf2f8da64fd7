"""A twin that a person works with: parts of it fail and return, and it grows."""

from collections.abc import Iterable, Iterator, Mapping

from generator.twin import frr, wiring
from generator.twin.bottle import Bottle
from generator.twin.expect import Routes, expected_ports
from generator.twin.growing import Additions
from generator.twin.sample_tree import SampleTree
from generator.twin.switch_config import Network
from generator.twin.threads import each
from generator.twin.tree import End, Link
from generator.twin.twin import Twin


class Bed(Twin):
    """A running twin with its failed parts: switches, hosts and cables."""

    tree: SampleTree

    def __init__(self, tree: SampleTree, environment: Mapping[str, str] | None = None) -> None:
        """Read the tree, and make nothing yet."""
        super().__init__(tree.root, "", tree, Bottle(environment))
        self.gone_hosts: set[str] = set()
        self.gone_cables: set[str] = set()
        self._down: set[End] = set()
        self._routes: dict[str, Routes] = {}
        self._active: dict[tuple[str, str], str] = {}
        self._index()

    def _index(self) -> None:
        self.fabric_of = {end: link.fabric for link in self.tree.links for end, _ in link.ends()}
        self.leaf_of = dict(self.host_links)
        pairs = {frozenset((link.a, link.b)): link.cable for link in self.tree.links}
        self.cable_of = {nic: pairs[frozenset((nic, leaf))] for nic, leaf in self.host_links}
        self.cables = {link.cable for link in self.links} | set(self.cable_of.values())
        self._nics: dict[str, dict[str, End]] = {host: {} for host in self.hosts}
        for nic in self.leaf_of:
            self._nics[nic.device][nic.interface] = nic
        for host, nics in self._nics.items():
            for bond in self.tree.host(host).values():
                if there := [name for name in bond.members if name in nics]:
                    self._active.setdefault((host, bond.name), there[0])

    def expected(self, leaf: str) -> Routes:
        """By the cables; no path leads through another leaf, which passes nothing on."""
        return expected_ports(self.alive(), leaf, self.leaves)

    def alive(self) -> Iterator[Link]:
        """Yield the cables between living switches that are in."""
        return (link for link in self.links if link not in self.cut and not {link.a.device, link.b.device} & self.dead)

    def announced(self, switch: str, vrf: str) -> set[Network]:
        """Announced prefixes without those behind routers of the site, which are not up."""
        return super().announced(switch, vrf) - self.tree.config(switch).to_site(vrf)

    def routes(self, leaf: str) -> Routes:
        """Return `expected`, cached for the current failures."""
        if leaf not in self._routes:
            self._routes[leaf] = self.expected(leaf)
        return self._routes[leaf]

    def lit(self, nic: End) -> bool:
        """Whether a port of a host has a carrier, given the failures."""
        return (
            nic in self.leaf_of
            and nic.device not in self.gone_hosts
            and self.cable_of[nic] not in self.gone_cables
            and self.leaf_of[nic].device not in self.dead
        )

    def nic(self, host: str, interface: str) -> End | None:
        """Return the port that an interface uses: itself, or the active one of a bond; None where it has no cable in the twin."""
        return self._nics[host].get(self._active.get((host, interface), interface))

    def fail(self, switches: Iterable[str] = (), hosts: Iterable[str] = (), cables: Iterable[str] = ()) -> None:
        """Fail parts at once: kill their daemons, and take all their ports down."""
        killed = [switch for switch in switches if switch not in self.dead]
        for switch in killed:
            frr.signal(self.bottle, switch, "KILL")
        self.dead |= set(killed)
        self.gone_hosts |= set(hosts)
        self.gone_cables |= set(cables)
        self._settle_ports()
        for switch in killed:
            frr.clear(self.bottle, switch, self.places(switch))

    def heal(self, switches: Iterable[str] = (), hosts: Iterable[str] = (), cables: Iterable[str] = ()) -> None:
        """Repair parts: cables are plugged in, and switches start from their files."""
        revived = [switch for switch in switches if switch in self.dead]
        self.dead -= set(revived)
        self.gone_hosts -= set(hosts)
        self.gone_cables -= set(cables)
        self._settle_ports()
        each(self._start, revived)

    def grow(self, later: SampleTree, more: Additions) -> None:
        """Add the additions of a later tree: running switches get lines, new ones start, cables are plugged in, new hosts are set up."""
        self.tree = later
        for switch, lines in more.lines.items():
            frr.tell(self.bottle, switch, lines)
        self.make(more.switches, more.hosts)
        for switch in more.switches:
            for place, text in wiring.ports_setup(later.config(switch), switch, (), ()).items():
                self._batch(text, netns=place)
        each(self._start, more.switches)
        self._batch(wiring.veths(later, more.links, more.host_links))
        ends = [end for link in more.links for end, _ in link.ends()]
        for end in (*ends, *(leaf for _, leaf in more.host_links)):
            self._batch("".join(f"{line}\n" for line in _lit(later, end)), netns=wiring.place(later, end))
        for host in more.hosts:
            self.dress(host, {nic.interface for nic, _ in more.host_links if nic.device == host})
        self.switches = later.switches("")
        self.links, self.host_links = (*self.links, *more.links), (*self.host_links, *more.host_links)
        self.hosts = (*self.hosts, *more.hosts)
        self.leaves = tuple(sorted({leaf.device for _, leaf in self.host_links}))
        self.rails = later.rails("")
        self._routes.clear()
        self._index()

    def failed(self) -> list[str]:
        """Return the failed parts."""
        return [*sorted(self.dead), *sorted(self.gone_hosts), *sorted(self.gone_cables)]

    def _settle_ports(self) -> None:
        """Take every port down that is to be dark, and the others up; bonds use a port that has a carrier."""
        self._routes.clear()
        self.cut = {link for link in self.links if link.cable in self.gone_cables}
        dark = {link.a for link in self.cut}
        dark |= {end for link in self.links for end, _ in link.ends() if end.device in self.dead}
        dark |= {leaf for nic, leaf in self.host_links if not self.lit(nic)}
        lines: dict[str, list[str]] = {}
        for end in dark ^ self._down:
            state = "down" if end in dark else "up"
            lines.setdefault(wiring.place(self.tree, end), []).append(f"link set dev {end.interface} {state}")
        self._down = dark
        for place, batch in lines.items():
            self._batch("\n".join(batch) + "\n", netns=place)
        self._settle_bonds()

    def _settle_bonds(self) -> None:
        """Switch a bond whose port is down to another port, as the kernel does after the interval of its monitor."""
        for (host, bond), before in list(self._active.items()):
            nics = self._nics[host]
            lit = [name for name in self.tree.host(host)[bond].members if name in nics and self.lit(nics[name])]
            if lit and before not in lit:
                self._active[host, bond] = lit[0]
                self._batch(f"link set dev {before} nomaster\nlink set dev {lit[0]} master {bond}\n", netns=host)

    def sessions(self) -> dict[End, bool]:
        """Return every session of living switches by the port that it is on, and whether it is up."""
        living = [switch for switch in self.switches if switch not in self.dead]
        found = each(lambda switch: frr.sessions(self.bottle, switch), living)
        return {
            End(device=switch, interface=port): peer["state"] == "Established"
            for switch, peers in zip(living, found, strict=True)
            for port, peer in peers.items()
        }

    def drops(self) -> dict[End, int]:
        """Return how often each session of living switches has ended, by its port."""
        living = [switch for switch in self.switches if switch not in self.dead]
        found = each(lambda switch: frr.sessions(self.bottle, switch), living)
        return {
            End(device=switch, interface=port): int(peer["connectionsDropped"])
            for switch, peers in zip(living, found, strict=True)
            for port, peer in peers.items()
        }

    def missing_sessions(self) -> list[str]:
        """Return the cables between working switches without a session at one end, though its file or the other one has it."""
        found = self.sessions()
        lines = []
        for link in self.alive():
            if not {link.a, link.b} & found.keys() or all(found.get(end) for end, _ in link.ends()):
                continue
            bare = [str(end) for end, _ in link.ends() if end not in found]
            why = f"the files have none for {' and '.join(bare)}" if bare else "it does not come up"
            lines.append(f"no BGP session between {link.a} and {link.b} (cable {link.cable}): {why}")
        return lines

    def differences(self) -> list[str]:
        """Return differences between the kernels' tables and the cables; missing sessions that would explain them come first."""
        found = super().differences()
        return [*self.missing_sessions(), *found] if found else []


def _lit(tree: SampleTree, end: End) -> list[str]:
    """Return the setup of a switch port with a cable: its addresses, and its VLANs."""
    config = tree.config(end.device)
    vlans = [vlan.name for vlan in config.vlans() if end.interface in vlan.members]
    return [
        *wiring.port_setup(config, end.interface),
        *(f"link set dev {end.interface} master {name}" for name in vlans),
    ]
