"""Debian's lldpd in every namespace: who stands at the other end of each cable, told by the devices themselves."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from generator.twin.tree import End

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.twin.bottle import Bottle

Adjacency = tuple[End, End]

# A host name of its own, and a line for it in a hosts file of its own: lldpd would wait for DNS at every turn. /run/lldpd is its chroot.
_START = """
set -e
hostname {name}
mkdir -p /run/lldp
echo '127.0.0.1 {name}' > /run/lldp/{name}.hosts
mount --bind /run/lldp/{name}.hosts /etc/hosts
mkdir -p /run/lldpd
mount -t tmpfs lldp /run/lldpd
echo 'configure lldp portidsubtype ifname' > /run/lldp/{name}.conf
lldpd -u /run/lldp/{name}.socket -O /run/lldp/{name}.conf -I '*,!lo' </dev/null >/run/lldp/{name}.log 2>&1
"""


def start(bottle: Bottle, devices: Iterable[str]) -> None:
    """Start lldpd in each device's namespace and let each speak at once, not when its interval of 30 s is over."""
    names = list(devices)

    def run(name: str) -> None:
        bottle.must("unshare", "--mount", "--uts", "sh", "-c", _START.format(name=name), netns=name)
        _tell(bottle, name, "resume")

    with ThreadPoolExecutor(max_workers=4) as pool:
        list(pool.map(run, names))
    speak(bottle, names)


def speak(bottle: Bottle, devices: Iterable[str]) -> None:
    """Make every device send its LLDP frame."""
    for name in devices:
        _tell(bottle, name, "update")


def neighbours(bottle: Bottle, devices: Iterable[str]) -> set[Adjacency]:
    """What every device has heard: its own port, and the port at the other end."""
    return {pair for name in devices for pair in _heard(bottle, name)}


def settle(bottle: Bottle, devices: Iterable[str], wanted: set[Adjacency], timeout_s: float) -> set[Adjacency]:
    """Wait until all has been heard that is wanted, or the time is over; gives what was heard."""
    names = list(devices)
    end = time.monotonic() + timeout_s
    while (heard := neighbours(bottle, names)) != wanted and time.monotonic() < end:
        speak(bottle, names)
        time.sleep(1)
    return heard


def _tell(bottle: Bottle, name: str, word: str) -> None:
    bottle.must("lldpcli", "-u", f"/run/lldp/{name}.socket", word)


def _heard(bottle: Bottle, name: str) -> list[Adjacency]:
    said = bottle.must("lldpcli", "-u", f"/run/lldp/{name}.socket", "-f", "json0", "show", "neighbors", "details")
    ports: list[dict[str, Any]] = json.loads(said)["lldp"][0].get("interface", [])
    return [
        (
            End(device=name, interface=port["name"]),
            End(device=port["chassis"][0]["name"][0]["value"], interface=port["port"][0]["id"][0]["value"]),
        )
        for port in ports
    ]
