"""A host's files applied: systemd-networkd or NetworkManager configures a network namespace, and the kernel is asked what came of it."""

from __future__ import annotations

import json
import re
import tempfile
import time
from dataclasses import dataclass, field
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from generator.twin.bottle import Bottle
from tests.judges.host_facts import MAIN, NOWHERE, UNREACHABLE_METRIC, Facts, sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from types import TracebackType

    from generator.plan.hosts.records import HostInterface

_NO_NETDEV = "NetDev could not be found, ignoring assignment."
_NOT_MADE = "netdev could not be created: Operation not supported"
_COMPLAINT = re.compile(r"^/(etc|run)/systemd/network/|[Ff]ailed|[Cc]ould not|[Uu]nknown|[Ii]nvalid|ignoring")
NETWORKD = "/lib/systemd/systemd-networkd"
_PATIENCE_S = 60
"""How long a program may take: nothing waits so long where all is well."""
_NM_SETTINGS = "[main]\nplugins=keyfile\ndns=none\n[keyfile]\npath=/etc/NetworkManager/system-connections\n"


@dataclass
class HostNamespace:
    """A host in a bottle: its ports are ends of veth pairs under the names that they shall have.

    What the kernel cannot make (`lacks`: bond, vlan) has a veth of the same name as a stand-in, so that addresses and routes of a bond are tried
    even so; only the making is left out.
    """

    interfaces: Iterable[HostInterface]
    bottle: Bottle = field(default_factory=Bottle)
    lacks: dict[str, str] = field(default_factory=dict)
    _excused: str = ""

    def __enter__(self) -> Self:
        self.bottle.__enter__()
        self.bottle.must("mount", "-t", "sysfs", "-o", "ro", "sysfs", "/sys")
        tries = {"bond": "ip link add probe type bond", "vlan": "ip link add link lo name probe type vlan id 9"}
        for kind, command in tries.items():
            done = self.bottle.run("sh", "-c", f"{command} && ip link del probe")
            if done.returncode:
                self.lacks[kind] = done.stderr.strip()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bottle.close()

    @property
    def judged(self) -> list[HostInterface]:
        """The interfaces that are looked at: InfiniBand cannot be had here, and ports of a bond only with the bond."""
        left_out = {"infiniband"} | ({"member"} if "bond" in self.lacks else set())
        return [each for each in self.interfaces if each.kind not in left_out]

    def plug(self, *, stand_ins: bool) -> None:
        """Create the host's ports, each with a carrier."""
        made = {"bond", "vlan"} - (set(self.lacks) if stand_ins else set())
        lines = []
        for number, each in enumerate(each for each in self.judged if each.kind not in made):
            lines.append(f"link add name {each.name} type veth peer name peer{number}")
            lines.append(f"link set dev peer{number} up mtu 9216")
        self.bottle.must("ip", "-batch", "-", stdin="\n".join(lines))

    def networkd(self, units: Mapping[str, str], *, whole: bool = False) -> None:
        """Start systemd-networkd on these units; unless `whole`, without a .netdev of what a stand-in replaces."""
        self._excused = _NOT_MADE if whole else _NO_NETDEV
        kept = units if whole else {name: text for name, text in units.items() if not self._replaced(name, text)}
        self._put("/etc/systemd/network", kept)
        self.bottle.must("install", "-d", "-o", "systemd-network", "-g", "systemd-network", "/run/systemd/netif")
        self._start(NETWORKD)

    def network_manager(self, files: Mapping[str, str]) -> None:
        """Start NetworkManager on these files of /etc/NetworkManager, with a bus of its own."""
        self._put("/etc/NetworkManager", files)
        self._put("/var/lib/NetworkManager", {})
        self.bottle.must("sh", "-c", "cat > /run/judge.conf", stdin=_NM_SETTINGS)
        self.bottle.must("sh", "-c", "mkdir -p /run/dbus && dbus-daemon --system --fork --nopidfile")
        self._start("NetworkManager --debug --config=/run/judge.conf --config-dir=/etc/NetworkManager/conf.d")

    def facts(self) -> dict[str, Facts]:
        """Read what the kernel has, of the interfaces that are looked at."""
        asked = ("addr", "-4 route show table all", "-6 route show table all", "-4 rule", "-6 rule")
        script = "\n".join(f'echo "$(ip -j {what})"' for what in asked)
        answers = self.bottle.must("sh", stdin=script).splitlines()
        links, routes4, routes6, rules4, rules6 = ([] if not each else json.loads(each) for each in answers)
        routes, rules = [*routes4, *routes6], [*rules4, *rules6]
        ours = {each.name: each for each in self.judged}
        metrics = {UNREACHABLE_METRIC, *(each.backup_metric for each in self.judged)} - {None}

        def stated(route: dict[str, Any]) -> int:
            """Return a metric that the plan states, not one that the program chose."""
            return int(route["metric"]) if route.get("metric") in metrics else 0

        found = {}
        for link in links:
            name = link["ifname"]
            if name in ours:
                mine = [
                    route
                    for route in routes
                    if route.get("protocol") == "static"
                    and (route.get("dev") == name or (ours[name].unreachable and route.get("type") == NOWHERE))
                ]
                found[name] = Facts(
                    mtu=link["mtu"],
                    addresses=frozenset(
                        f"{a['local']}/{a['prefixlen']}" for a in link["addr_info"] if a["scope"] != "link"
                    ),
                    routes=frozenset(
                        (_prefix(r["dst"]), r.get("gateway") or r.get("type", ""), int(r.get("table", MAIN)), stated(r))
                        for r in mine
                    ),
                    rules=frozenset(
                        (rule["src"], int(rule["table"]), rule["priority"])
                        for rule in rules
                        if rule["table"] == str(ours[name].table)
                        or rule["src"] in {a["local"] for a in link["addr_info"]}
                    ),
                )
        return found

    def settled(self, expected: Mapping[str, Facts], seconds: float = _PATIENCE_S) -> dict[str, Facts]:
        """Wait until the kernel has what is expected, or the time is over; give what it has."""
        end = time.monotonic() + seconds
        while (found := self.facts()) != expected and time.monotonic() < end:
            time.sleep(0.2)
        return found

    def wait_for(self, words: str, seconds: float = _PATIENCE_S) -> None:
        """Wait until the program has said something."""
        end = time.monotonic() + seconds
        while words not in self._log():
            assert time.monotonic() < end, self._log()
            time.sleep(0.05)

    def carrier(self, interface: str, state: str) -> None:
        """Take the far end of a port up or down, as a cable that is plugged or pulled."""
        (link,) = json.loads(self.bottle.must("ip", "-j", "link", "show", "dev", interface))
        self.bottle.must("ip", "link", "set", "dev", link["link"], state)

    def way(self, to: str) -> str:
        """Return the interface by which the kernel would send to an address; nothing where it has no way."""
        done = self.bottle.run("ip", "-j", "route", "get", to)
        return "" if done.returncode else str(json.loads(done.stdout)[0]["dev"])

    def ways(self, to: list[str], expected: list[str], seconds: float = _PATIENCE_S) -> list[str]:
        """Wait until addresses have the ways that are expected, or the time is over; give those that they have."""
        end = time.monotonic() + seconds
        while (found := [self.way(each) for each in to]) != expected and time.monotonic() < end:
            time.sleep(0.2)
        return found

    def complaints(self) -> list[str]:
        """Return what systemd-networkd had to say of the files and of what it could not do, but for what the kernel lacks."""
        said = [line for line in self._log().splitlines() if _COMPLAINT.search(line)]
        return [line for line in said if not (self.lacks and line.endswith(self._excused))]

    def profiles(self) -> set[str]:
        """Return the names of the profiles that NetworkManager has, its own for the loopback left out; it may have applied them before it answers."""
        asked, end = ("nmcli", "-t", "-f", "NAME", "connection", "show"), time.monotonic() + _PATIENCE_S
        while self.bottle.run(*asked).returncode and time.monotonic() < end:
            time.sleep(0.2)
        return set(self.bottle.must(*asked).splitlines()) - {"lo"}

    def _log(self) -> str:
        return self.bottle.must("cat", "/run/judge.log")

    def _replaced(self, name: str, text: str) -> bool:
        return name.endswith(".netdev") and sections(text)[0][1]["Kind"][0] in self.lacks

    def _put(self, folder: str, files: Mapping[str, str]) -> None:
        self.bottle.must("mount", "-t", "tmpfs", "-o", "mode=755", "judge", folder)
        with tempfile.TemporaryDirectory() as scratch:
            for name, text in files.items():
                path = Path(scratch) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                path.chmod(0o600 if name.endswith(".nmconnection") else 0o644)
            self.bottle.must("cp", "-r", f"{scratch}/.", folder)
        self.bottle.must("chmod", "755", folder)

    def _start(self, command: str) -> None:
        self.bottle.must("sh", "-c", f"setsid {command} > /run/judge.log 2>&1 < /dev/null &")


def _prefix(text: str) -> str:
    return "0.0.0.0/0" if text == "default" else str(ip_network(text))
