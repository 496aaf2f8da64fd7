"""Facts of an Arista EOS switch, read from the text of its running.cfg."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from tests.judges.switch_facts import DEFAULT, LagFact, SwitchFacts

_INDENT = 3
_TWIN = "-IPV6"
_PORT = re.compile(r"Ethernet(\d+)(?:/(\d+))?")
_ECN = re.compile(
    r"random-detect ecn minimum-threshold (\d+) bytes maximum-threshold (\d+) bytes max-mark-probability (\d+)"
)


@dataclass
class Block:
    """A command and what stands below it."""

    line: str
    below: list["Block"] = field(default_factory=list)

    def find(self, start: str) -> Iterator["Block"]:
        """Return the commands below that begin with some words."""
        return (each for each in self.below if each.line == start or each.line.startswith(f"{start} "))

    def rest(self, start: str) -> list[str]:
        """Return what follows those words, command by command."""
        return [each.line[len(start) :].strip() for each in self.find(start)]


def blocks(text: str) -> Block:
    """Read indentation as EOS writes it: three blanks a level; `!` separates, `!!` comments.

    Raises:
        ValueError: a line stands deeper than the one above allows.
    """
    root = Block("")
    stack = [root]
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        if not words or words.startswith("!"):
            continue
        depth, odd = divmod(len(line) - len(line.lstrip(" ")), _INDENT)
        if odd or depth >= len(stack):
            raise ValueError(f"line {number} stands at {len(line) - len(line.lstrip(' '))} blanks: {line!r}")
        block = Block(words)
        stack[depth].below.append(block)
        stack[depth + 1 :] = [block]
    return root


class Running:
    """A running.cfg, looked up by what it does."""

    def __init__(self, text: str) -> None:
        """Read the text once."""
        self.root = blocks(text)

    @cached_property
    def interfaces(self) -> dict[str, Block]:
        """Every interface by the name that it has here."""
        return {each.line.split()[1]: each for each in self.root.find("interface")}

    @cached_property
    def _ports(self) -> dict[str, str]:
        """`cage/port` of every front port: lanes count up in a cage, so the n-th lane that is a port is port n."""
        lanes: dict[int, list[tuple[int, str]]] = {}
        for name in self.interfaces:
            if found := _PORT.fullmatch(name):
                lanes.setdefault(int(found[1]), []).append((int(found[2] or 1), name))
        return {name: f"{cage}/{n}" for cage, every in lanes.items() for n, (_, name) in enumerate(sorted(every), 1)}

    def canonical(self, name: str) -> str:
        """Call an interface as all systems' facts do."""
        if name in self._ports:
            return self._ports[name]
        if name.startswith("Loopback"):
            return "lo"
        return "eth0" if name == "Management1" else name.lower()

    def in_use(self) -> Iterator[tuple[str, Block]]:
        """Yield the front ports that are not shut down."""
        for name in self._ports:
            if not any(self.interfaces[name].find("shutdown")):
                yield self._ports[name], self.interfaces[name]

    def addresses(self) -> Iterator[tuple[str, str, str]]:
        """Yield (interface, address/length, VRF), both families."""
        for name, block in self.interfaces.items():
            vrf = next(iter(block.rest("vrf")), DEFAULT)
            for family in ("ip address", "ipv6 address"):
                for text in block.rest(family):
                    yield self.canonical(name), text.removeprefix("virtual ").strip(), vrf

    @cached_property
    def bgp(self) -> Block:
        """The routing process; an empty one where there is none."""
        return next(self.root.find("router bgp"), Block("router bgp 0"))

    def twins(self) -> set[str]:
        """Return the interfaces of the sessions that carry IPv6 beside a numbered underlay."""
        return {name for name, group, _ in self.sessions() if group.endswith(_TWIN)}

    def sessions(self) -> Iterator[tuple[str, str, str]]:
        """Yield (interface or address, peer group, VRF), of those that have an AS number: EOS starts no other."""
        numbered = {each.line.split()[1] for each in self.bgp.find("neighbor") if " remote-as " in each.line}
        for each in self.bgp.find("neighbor"):
            words = each.line.split()
            if words[1] == "interface" and "remote-as" in words:
                yield self.canonical(words[2]), words[words.index("peer-group") + 1], DEFAULT
            elif words[2:4] == ["peer", "group"] and len(words) == 5 and words[1] in numbered:
                yield words[1], words[4], DEFAULT

    def announced(self) -> Iterator[tuple[str, str]]:
        """Yield (VRF, prefix) of every network statement, in every family."""
        for vrf, home in ((DEFAULT, self.bgp), *((each.line.split()[1], each) for each in self.bgp.find("vrf"))):
            for block in (home, *home.find("address-family")):
                yield from ((vrf, prefix.split()[0]) for prefix in block.rest("network"))

    @cached_property
    def vxlan(self) -> Block:
        """The tunnel interface; an empty one where there is none."""
        return self.interfaces.get("Vxlan1", Block(""))

    def profile(self, port: Block) -> Block | None:
        """Find the QoS profile of a port.

        Raises:
            KeyError: it names one that is not there.
        """
        names = port.rest("service-profile")
        return {each.line.split()[2]: each for each in self.root.find("qos profile")}[names[0]] if names else None


def _dscp_map(running: Running) -> dict[int, int]:
    found: dict[int, int] = {}
    for line in running.root.rest("qos map dscp"):
        values, _, traffic_class = line.partition(" to traffic-class ")
        for value in map(int, values.split()):
            if found.setdefault(value, int(traffic_class)) != int(traffic_class):
                raise ValueError(f"DSCP {value} is in two classes")
    return found


def _paused(running: Running) -> Iterator[int]:
    for _, port in running.in_use():
        profile = running.profile(port)
        if profile and any(profile.find("priority-flow-control on")):
            for words in map(str.split, profile.rest("priority-flow-control priority")):
                if words[1] == "no-drop":
                    yield int(words[0])


def _marked(running: Running, port: Block, queue: int) -> tuple[int, int, int] | None:
    profile = running.profile(port)
    if profile is None:
        return None
    for each in profile.below:
        if each.line in {f"uc-tx-queue {queue}", f"tx-queue {queue}"}:
            for command in each.below:
                if found := _ECN.match(command.line):
                    return int(found[1]), int(found[2]), int(found[3])
    return None


def _lags(running: Running) -> Iterator[LagFact]:
    """Yield port-channels with their members, as far as these speak LACP."""
    members: dict[str, set[str]] = {}
    for name, port in running.in_use():
        for number, _, mode in (words.split() for words in port.rest("channel-group")):
            assert mode == "active", name
            members.setdefault(number, set()).add(name)
    for number, ports in members.items():
        channel = running.interfaces[f"Port-Channel{number}"]
        trunk = channel.rest("switchport trunk allowed vlan")
        untagged = int(
            next(iter((*channel.rest("switchport access vlan"), *channel.rest("switchport trunk native vlan"))), 0)
        )
        every = {int(vlan) for text in trunk for vlan in text.split(",")}
        mac, preference = "", 0
        for segment in channel.find("evpn ethernet-segment"):
            mac = segment.rest("route-target import")[0]
            (identifier,), (system,) = segment.rest("identifier"), channel.rest("lacp system-id")
            whole = bytes.fromhex(identifier.replace(":", ""))
            assert whole == bytes(1) + bytes.fromhex(mac.replace(":", "")) + int(number).to_bytes(3, "big")
            assert bytes.fromhex(system.replace(".", "")).hex(":") == mac
            preference = int(segment.rest("designated-forwarder election algorithm preference")[0])
        yield frozenset(ports), int(number), mac, preference, untagged, frozenset(every - {untagged})


def facts(text: str, priority: int = 3) -> SwitchFacts:
    """Read the facts of a switch; `priority` is the queue of the RoCE class. A bridged port has no MTU of its own on EOS, so none is given.

    Raises:
        ValueError, KeyError: the text contradicts itself.
    """
    running = Running(text)
    vnis = {int(vlan): int(vni) for vlan, _, vni in map(str.split, running.vxlan.rest("vxlan vlan"))}
    vlans = [int(each.line.split()[1]) for each in running.root.find("vlan") if each.line.split()[1].isdigit()]
    classes = _dscp_map(running)
    return SwitchFacts(
        hostname=running.root.rest("hostname")[0],
        asn=int(running.bgp.line.split()[2]),
        router_id=next(iter(running.bgp.rest("router-id")), ""),
        addresses=frozenset(running.addresses()),
        sessions=frozenset(running.sessions()),
        announced=frozenset(running.announced()),
        vlans=frozenset((vlan, vnis.get(vlan, 0)) for vlan in vlans),
        l3vnis=frozenset((vrf, int(vni)) for vrf, _, vni in map(str.split, running.vxlan.rest("vxlan vrf"))),
        mtu={name: int(mtu) for name, port in running.in_use() for mtu in port.rest("mtu")},
        dscp_to_class=classes,
        lossless=frozenset(_paused(running)),
        marking={name: _marked(running, port, priority) for name, port in running.in_use()} if classes else {},
        lags=frozenset(_lags(running)),
        access=frozenset(
            (name, int(vlan))
            for name, port in running.in_use()
            for vlan in port.rest("switchport access vlan")
            if not port.rest("channel-group")  # what a member has for itself counts while it is in no group
        ),
    )


def access_list(text: str, name: str, family: str = "ip") -> list[str]:
    """Return the lines of an access list in their order, remarks left out.

    Raises:
        KeyError: there is none of that name.
        ValueError: its sequence numbers do not rise.
    """
    lists = {each.line: each for each in blocks(text).find(f"{family} access-list")}
    numbered = [each.line.partition(" ") for each in lists[f"{family} access-list {name}"].below]
    if any(int(low[0]) >= int(high[0]) for low, high in pairwise(numbered)):
        raise ValueError(f"{name}: sequence numbers do not rise")
    return [line for _, _, line in numbered if not line.startswith("remark")]
