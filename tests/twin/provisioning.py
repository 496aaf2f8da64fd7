"""Servers of names and addresses in a bottle: BIND and Kea as control hosts run them, on rendered files as they are, and clients that ask."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from generator.twin.bottle import Bottle

_TELL = '#!/bin/sh\nfor key in ip mask router dns ntpsrv hostname domain boot_file bootfile siaddr serverid vendor opt239; do eval "echo $1 $key=\\$$key"; done\n'
"""What udhcpc runs when something happens: tells what it was given."""
_NAMED_CONF = """options {
  directory "/run/named"; listen-on { 127.0.0.1; }; listen-on-v6 { none; }; recursion no; pid-file none; session-keyfile none;
};
controls { };
include "/run/named/clustergen/named.conf";
"""
_KEA_FAILED = ("DHCP4_INIT_FAIL", "DHCP4_CONFIG_LOAD_FAIL", "ERROR [kea-dhcp4.dhcp4/", "ERROR [kea-dhcp4.dhcpsrv/")
"""Errors of the server and its sockets; those of `kea-dhcp4.packets` are about a frame that came before the filter was set."""
_SECONDS = 20


class NotReadyError(Exception):
    """A server did not come up; the message is its log."""


def start_named(bottle: Bottle, tree: Path) -> None:
    """Run BIND on the loopback with the rendered zones where named.conf says that they lie, below its directory."""
    bottle.must(
        "sh", "-c", f"rm -rf /run/named && mkdir /run/named && ln -s {tree}/provisioning/dns /run/named/clustergen"
    )
    bottle.must("sh", "-c", "cat >/run/named.conf", stdin=_NAMED_CONF)
    bottle.must("sh", "-c", "named -g -c /run/named.conf >/run/named.log 2>&1 & echo $! >/run/named.pid")
    _wait(bottle, "/run/named.log", ("all zones loaded",), ("exiting", "not loaded due to errors"))


def stop_named(bottle: Bottle) -> None:
    """End it, so that another tree can be served."""
    bottle.must(
        "sh", "-c", "kill $(cat /run/named.pid); while kill -0 $(cat /run/named.pid) 2>/dev/null; do sleep 0.05; done"
    )


def dig(bottle: Bottle, questions: Iterable[str]) -> list[str]:
    """Ask the server on the loopback: `gpu01.atlas.example.net A`, `-x 10.0.0.1`. An answer a question, several values joined by a comma."""
    asked = list(questions)
    # each question is a command line of dig's own; its header says the status
    stdin = "".join(f"{question} +noall +answer +comments +norecurse\n" for question in asked)
    said = bottle.must("dig", "@127.0.0.1", "-f", "-", stdin=stdin)
    answers = said.split(";; Got answer:\n")[1:]
    assert len(answers) == len(asked), said[-2000:]
    return [_answer(each) for each in answers]


def _answer(said: str) -> str:
    """Read one answer: its values, or its status where that is no success."""
    status = said.partition("status: ")[2].partition(",")[0]
    rows = [line.split(None, 4)[4] for line in said.splitlines() if line and not line.startswith(";")]
    return ", ".join(sorted(rows)) if status == "NOERROR" else status


_SHARED = """
set -e
for bridge in inband oob; do ip link add dev $bridge type bridge; ip link set dev $bridge up; done
mkdir -p /run/kea
cat >/run/tell && chmod 755 /run/tell
"""
_CONTROL = """
set -e
ip netns add $1
while read -r bridge port address; do
  ip link add dev "$1-$port" type veth peer name "$port" netns "$1"
  ip link set dev "$1-$port" master "$bridge" up
  ip -n "$1" addr add "$address" dev "$port"
  ip -n "$1" link set dev "$port" up
done
ip -n "$1" link set dev lo up
"""
_KEA = """
mount -t tmpfs leases /var/lib && mkdir -p /var/lib/kea /run/lock/kea
KEA_PIDFILE_DIR=/run/$2 KEA_LOCKFILE_DIR=none
export KEA_PIDFILE_DIR KEA_LOCKFILE_DIR
mkdir -p /run/$2
kea-dhcp4 -c "$1" >"/run/$2.log" 2>&1 &
echo $! >"/run/$2.pid"
"""


class Office:
    """Control hosts with Kea on their two ports, each port in a segment; clients come to either segment."""

    def __init__(self, bottle: Bottle, inband: str, management: str, way_out_of_band: str) -> None:
        """Wire the first, `control`; the addresses have their prefix lengths. All out of band is reached by `way_out_of_band`, its leaf."""
        self._bottle = bottle
        bottle.must("sh", "-c", _SHARED, stdin=_TELL)
        self.join("control", management, inband)
        bottle.must("ip", "-n", "control", "route", "add", "10.192.0.0/11", "via", way_out_of_band)

    def join(self, name: str, management: str, inband: str) -> None:
        """Wire a control host."""
        self._bottle.must("sh", "-c", _CONTROL, "sh", name, stdin=f"inband bond0 {inband}\noob mgmt0 {management}\n")

    def check(self, conf: Path) -> str:
        """Check a file with Kea in the namespace of its ports, and return its error message, or nothing."""
        done = self._bottle.run("kea-dhcp4", "-t", str(conf), netns="control")
        return "" if done.returncode == 0 else done.stderr.strip() or done.stdout.strip()

    def serve(self, name: str, conf: Path) -> None:
        """Start it on a file as it is, with leases of its own."""
        self._bottle.must("unshare", "--mount", "sh", "-c", _KEA, "sh", str(conf), name, netns=name)
        _wait(self._bottle, f"/run/{name}.log", ("DHCP4_STARTED",), _KEA_FAILED)

    def stop(self, name: str) -> None:
        """End a server."""
        self._bottle.must("sh", "-c", f"kill $(cat /run/{name}.pid)")

    def log(self, name: str) -> str:
        """What a server has written."""
        return self._bottle.must("cat", f"/run/{name}.log")

    def client(self, segment: str, name: str, mac: str) -> None:
        """Plug a machine with a MAC address into a segment, `inband` or `oob`, by its port eth0."""
        self._bottle.must("ip", "netns", "add", name)
        self._bottle.must("ip", "link", "add", "dev", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        self._bottle.must("ip", "-n", name, "link", "set", "dev", "eth0", "address", mac, "up")
        self._bottle.must("ip", "link", "set", "dev", name, "master", segment, "up")

    def relay(self, gateway: str, uplink: str, servers: Iterable[str]) -> None:
        """Put a leaf on the out-of-band segment that relays for a VLAN of its own, of which `gateway` is its address.

        It runs ISC's relay as SONiC starts it: a VLAN downstream, everything else upstream.
        """
        for line in (
            "ip netns add leaf",
            "ip link add dev leaf-up type veth peer name up netns leaf",
            "ip link set dev leaf-up master oob up",
            "ip link add dev vlan type bridge",
            "ip link set dev vlan up",
            "ip link add dev leaf-vlan type veth peer name vlan netns leaf",
            "ip link set dev leaf-vlan master vlan up",
            f"ip -n leaf addr add {uplink} dev up",
            f"ip -n leaf addr add {gateway} dev vlan",
            "ip -n leaf link set dev up up",
            "ip -n leaf link set dev vlan up",
        ):
            self._bottle.must(*line.split())
        self._start_relay("-id vlan -iu up", servers)

    def relay_both_ways(self, servers: Iterable[str]) -> None:
        """Have the leaf relay as Cumulus Linux starts it: every interface both ways, that of the servers' own VLAN among them."""
        self._bottle.must("sh", "-c", "kill $(cat /run/relay.pid)")
        self._start_relay("-i up -i vlan", servers)

    def _start_relay(self, interfaces: str, servers: Iterable[str]) -> None:
        command = f"dhcrelay -4 -d {interfaces} {' '.join(servers)} >/run/relay.log 2>&1 & echo $! >/run/relay.pid"
        self._bottle.must("sh", "-c", command, netns="leaf")
        _wait(self._bottle, "/run/relay.log", ("Listening on LPF/vlan",), ("exiting",))

    def ask(self, name: str, *more: str) -> dict[str, str]:
        """Ask for a lease with udhcpc, and give what was told; empty where nobody answers."""
        command = ["udhcpc", "-i", "eth0", "-f", "-n", "-q", "-t", "4", "-T", "1", "-s", "/run/tell", *more]
        said = self._bottle.run(*command, netns=name).stdout
        rows = [line.removeprefix("bound ").partition("=") for line in said.splitlines() if line.startswith("bound ")]
        return {key: value for key, _, value in rows if value}


def _wait(bottle: Bottle, log: str, good: tuple[str, ...], bad: tuple[str, ...]) -> None:
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        said = bottle.run("cat", log).stdout
        if any(word in said for word in bad):
            break
        if any(word in said for word in good):
            return
        time.sleep(0.05)
    raise NotReadyError(bottle.run("cat", log).stdout[-4000:])
