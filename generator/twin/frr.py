"""One switch's FRR: the daemons that SONiC's bgp container runs, and vtysh with the file as it was rendered."""

from __future__ import annotations

import re
import subprocess
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from generator.twin.bottle import Bottle

LIBRARY = "/usr/lib/frr"

# -P 0: no TCP port for the vty. -s: the netlink buffer that SONiC gives zebra.
_DAEMONS = (("zebra", "-s 90000000"), ("staticd", ""), ("bfdd", ""), ("bgpd", ""))

DAEMONS = tuple(name for name, _ in _DAEMONS)
"""Programs of the library that a switch runs."""

# On a switch nothing keeps BFD from its 300 ms. Without root this is a warning, in the log.
_AT_ONCE = "nice -n -15 "

# vtysh says this of a route-map that stands further down in the same file; it is taken once it is defined.
# The other is for sessions that are up, and none is.
_HARMLESS = ("vtysh.conf", "does not exist", "Graceful restart configuration changed, reset this peer")


class FrrError(Exception):
    """A daemon did not start, or it refused a line of its frr.conf."""


def check_syntax(config_dir: Path) -> list[str]:
    """What FRR's own check mode (vtysh -C) has against the frr.conf of a directory; it needs no daemon."""
    done = subprocess.run(  # noqa: S603
        ("vtysh", "-C", "--config_dir", str(config_dir)),  # noqa: S607
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    problems = _complaints(done.stdout + done.stderr)
    return problems if problems or done.returncode == 0 else [f"vtysh -C gave {done.returncode}"]


def start(bottle: Bottle, switch: str, config_dir: Path, vrfs: Mapping[str, str] = MappingProxyType({})) -> None:
    """Start the daemons in the switch's namespace and load the unmodified frr.conf into them.

    `vrfs` are its further routing instances, each with the namespace that it is: zebra takes the name of a file in /run/netns for the
    instance's, so the switch's daemons see a directory of their own there.
    """
    sockets = f"/run/frr/{switch}"
    lines = ["set -e", f"mkdir -p {sockets}", f"chown frr:frr {sockets}"]
    if vrfs:
        lines.append(f"mkdir -p {sockets}.netns")
        for vrf, namespace in vrfs.items():
            seen = f"{sockets}.netns/{vrf}"
            lines.append(f"touch {seen}; mount --bind /run/netns/{namespace} {seen}")
        lines.append(f"mount --rbind {sockets}.netns /run/netns")
    lines += [
        f"{_AT_ONCE if name == 'bfdd' else ''}{LIBRARY}/{name} -d -P 0 {options} {'-n' if vrfs and name == 'zebra' else ''} -z {sockets}/zserv.api "
        f"--vty_socket {sockets} -i {sockets}/{name}.pid -f /dev/null >>{sockets}/log 2>&1 || {{ cat {sockets}/log >&2; exit 1; }}"
        for name, options in _DAEMONS
    ]
    shell = ("unshare", "--mount", "sh", "-s") if vrfs else ("sh", "-s")
    bottle.must(*shell, netns=switch, stdin="\n".join(lines) + "\n")
    done = bottle.run("vtysh", "--vty_socket", sockets, "--config_dir", str(config_dir), "-b", netns=switch)
    problems = _complaints(done.stdout + done.stderr)
    if done.returncode != 0 or problems:
        raise FrrError(f"{switch}: " + ("; ".join(problems) or f"vtysh -b gave {done.returncode}"))


def signal(bottle: Bottle, switch: str, name: str) -> None:
    """Send a signal (KILL, STOP, CONT) to all of the switch's daemons and to no others."""
    bottle.must("sh", "-c", f"cat /run/frr/{switch}/*.pid | xargs kill -{name}")


def clear(bottle: Bottle, switch: str, places: Iterable[str]) -> None:
    """Take away what killed daemons leave behind: their sockets, and their routes in the switch's namespaces, which a reboot would drop too."""
    bottle.must("sh", "-c", f"rm -rf /run/frr/{switch}")
    for place in places:
        for family in ("-4", "-6"):
            for protocol in ("bgp", "static"):
                bottle.must("ip", family, "route", "flush", "proto", protocol, netns=place)


def show(bottle: Bottle, switch: str, command: str) -> str:
    """Return what vtysh prints for a command of its view mode."""
    return bottle.must("vtysh", "--vty_socket", f"/run/frr/{switch}", "-c", command)


def note_farewells(bottle: Bottle, switch: str) -> None:
    """Have the switch's daemons log to a file from here on, for `farewells`."""
    tell(bottle, switch, [f"log file /run/frr/{switch}/events informational", "router bgp", "bgp log-neighbor-changes"])


def farewells(bottle: Bottle, switch: str) -> set[str]:
    """With which reasons bgpd ended sessions since `note_farewells`: "Cease/BFD Down" (RFC 9384), "Hold Timer Expired", ..."""
    log = bottle.must("cat", f"/run/frr/{switch}/events")
    return set(re.findall(r"%NOTIFICATION.* sent to neighbor \S+ \d+/\d+ \((.*?)\)", log))


def tell(bottle: Bottle, switch: str, commands: Iterable[str]) -> None:
    """Give a running switch commands of the configuration mode."""
    words = [word for command in ("configure terminal", *commands) for word in ("-c", command)]
    done = bottle.run("vtysh", "--vty_socket", f"/run/frr/{switch}", *words)
    if done.returncode != 0 or done.stdout + done.stderr:
        raise FrrError(f"{switch}: {done.stdout}{done.stderr}")


def _complaints(text: str) -> list[str]:
    said = [line.strip() for line in text.splitlines()]
    return [line for line in said if line and not any(words in line for words in _HARMLESS)]
