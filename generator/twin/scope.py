"""Parts of a rendered tree that the twin starts, and omitted ones, with the reason."""

import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from generator.plan.counts import counted
from generator.twin.answer import TwinError
from generator.twin.cumulus_config import FILE
from generator.twin.tree import Link, Tree
from generator.verify import admitted

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")
_INTERFACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,14}")
"""Names of ports that Linux accepts (IFNAMSIZ), and that are one word for `ip -batch`."""
_OOB = "oob"
_NO_PROGRAM = {
    "running.cfg": "Arista EOS runs only on its own image",
}
_NO_EVPN = "its spines wait until routes are installed (`wait-for-install`), and FRR before its commit 4d616f022fdd then passes no EVPN routes on"
_READ = ("config_db.json", FILE)
"""Files of the systems whose ports the twin reads."""
NEVER = (
    ("filters of switches and firewalls of hosts", "a connection that only they deny is not judged"),
    ("PFC, ECN, buffers and bandwidth", "a kernel's virtual cable has none of them"),
    ("optics, cables' media and the switches' own systems", "FRR reads their routing, and the kernel forwards"),
    ("Kubernetes and services of hosts", "a host has its interfaces, routes, rules and kernel settings, and nothing else but the Slurm that `jobs` starts"),
)  # fmt: skip
"""Parts that no twin has."""


class Scope(Struct, frozen=True):
    """The fabrics that are brought up, and every part that is not, with its reason."""

    fabrics: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]


def read_scope(root: Path) -> Scope:
    """Decide which fabrics of a tree come up: those whose switches FRR routes and whose hosts have network files.

    Raises TwinError: there is none, or a file is one that may not be used.
    """
    if not (root / "cabling" / "cables.csv").is_file():
        raise TwinError(f"{root} has no cabling/cables.csv: pass the folder that `clustergen render SPEC -o DIR` wrote")
    tree = Tree(root)
    _refuse_names(tree.links)
    fabrics, left_out = [], []
    for fabric in dict.fromkeys(link.fabric for link in tree.links):
        reason = _why_not(tree, fabric)
        if reason:
            left_out.append((_sized(tree, fabric), reason))
        else:
            fabrics.append(fabric)
    if not fabrics:
        said = "; ".join(f"{part}: {reason}" for part, reason in left_out)
        raise TwinError(f"{root} has no fabric that can be brought up here: {said or 'it has no cables'}")
    _refuse_files(tree, fabrics)
    return Scope(tuple(fabrics), tuple(left_out))


def _why_not(tree: Tree, fabric: str) -> str:
    if fabric == _OOB:
        return "BMCs, PDUs and management ports have no program here"
    devices = {end.device for link in tree.links if link.fabric == fabric for end, _ in link.ends()}
    switches = {name for name in devices if tree.switch_dir(name).is_dir()}
    if (tree.root / "infiniband" / fabric / "opensm.conf").is_file():
        return "InfiniBand has no links in this kernel; `subnets` has OpenSM route it on simulated switches"
    if (tree.root / "infiniband" / fabric).is_dir() or not switches:
        return "InfiniBand has no links in this kernel, and UFM, which manages it, is no program of this machine"
    for name in sorted(switches):
        folder = tree.switch_dir(name)
        if not (folder / "frr.conf").is_file() or not any((folder / file).is_file() for file in _READ):
            said = (why for file, why in _NO_PROGRAM.items() if (folder / file).is_file())
            return next(said, "its switches have no files that are known here")
        if missing := tree.config(name).missing:
            return f"{name}: {missing}"
    configs = [tree.config(name) for name in switches]
    if any(each.vtep for each in configs) and any(each.waits and not each.vtep for each in configs):
        return _NO_EVPN
    return ""


def _sized(tree: Tree, fabric: str) -> str:
    links = [link for link in tree.links if link.fabric == fabric]
    return f"fabric {fabric} ({counted(len(links), 'link')})"


def _refuse_names(links: tuple[Link, ...]) -> None:
    """Refuse names that are no words for `ip -batch` and for a shell: a tree is data."""
    for end in (end for link in links for end, _ in link.ends()):
        if not _NAME.fullmatch(end.device):
            raise TwinError(f"cabling/cables.csv: {end.device!r} is not the name of a device")


def _refuse_files(tree: Tree, fabrics: list[str]) -> None:
    odd = [*_odd_ports(tree, fabrics)]
    for name in sorted({name for fabric in fabrics for name in tree.switches(fabric)}):
        file = tree.switch_dir(name) / "frr.conf"
        if said := admitted.frr(file.read_text(encoding="utf-8")):
            odd.append(f"switches/{name}/frr.conf: {said}")
        words = (*tree.config(name).vrfs, *(vlan.name for vlan in tree.config(name).vlans()))
        odd += [f"switches/{name}: {word!r} is not a name" for word in words if not _INTERFACE.fullmatch(word)]  # fmt: skip
    if odd:
        raise TwinError("; ".join(odd[:5]))


def _odd_ports(tree: Tree, fabrics: list[str]) -> Iterator[str]:
    for end in (end for link in tree.links if link.fabric in fabrics for end, _ in link.ends()):
        if not _INTERFACE.fullmatch(end.interface):
            yield f"cabling/cables.csv: {end.interface!r} of {end.device} is not the name of an interface"
