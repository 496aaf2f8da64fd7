"""What each file of a scheduler tells of the tree, and what it is to be held against: the tree of cables, or NVLink domains where hosts share them."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.judges.kubernetes import read_objects
from tests.judges.trees import Levels, Names, Together, climbed, grouped, unfolded

DOMAIN = re.compile(r"^(accelerator\.topograph\.run/domain|network\.topology\.nvidia\.com/accelerator)$")
TIERS = (
    re.compile(r"^(fabric\.topograph\.run/tier-0|network\.topology\.nvidia\.com/leaf)$"),
    re.compile(r"^(fabric\.topograph\.run/tier-1|network\.topology\.nvidia\.com/spine)$"),
    re.compile(r"^(fabric\.topograph\.run/tier-2|network\.topology\.nvidia\.com/core)$"),
)
Learned = tuple[str, Levels, Levels | None, str]
"""A file, the tree that it tells, what it is held against, and whose compute hosts it must name (where it must)."""


def _slurm(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    path = tree / "slurm" / "topology.conf"
    if not path.exists():
        return
    rows = [
        dict(re.findall(r"(\w+)=(\S+)", line)) for line in path.read_text().splitlines() if not line.startswith("#")
    ]
    conf = (tree / "slurm" / "slurm.conf").read_text()
    cloud = {
        name
        for line in re.findall(r"^NodeName=.*\bState=CLOUD\b.*$", conf, re.MULTILINE)
        for name in unfolded(line.split()[0].partition("=")[2])
    }
    # Hosts of a provider hang on no cable: a switch of theirs alone stands beside the tree
    switches = [row for row in rows if "SwitchName" in row and not _beside(row, cloud)]
    if switches:
        named = [(row["SwitchName"], row.get("Nodes", ""), row.get("Switches", "")) for row in switches]
        yield "slurm/topology.conf", climbed(named), fabric, "slurm"
    blocks = frozenset(frozenset(unfolded(row["Nodes"])) for row in rows if "BlockName" in row)
    if blocks:
        yield "slurm/topology.conf", (blocks,), (_lowest(fabric, near),), "slurm"
    hosts = {name for text in re.findall(r"^NodeName=(\S+)", conf, re.MULTILINE) for name in unfolded(text)}
    yield "slurm/slurm.conf", (frozenset({frozenset(hosts - cloud)}),), None, "slurm"


def _beside(row: Mapping[str, str], cloud: set[str]) -> bool:
    nodes = set(unfolded(row.get("Nodes", "")))
    return bool(nodes) and nodes <= cloud


def _lowest(fabric: Levels, near: Levels) -> Together:
    """Return NVLink domains, and the units of hosts that are in none."""
    spanned = frozenset().union(*near[0])
    return near[0] | frozenset(unit - spanned for unit in fabric[0] if unit - spanned)


def _slurm_yaml(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    """Read every topology; the one that is the cluster's own names all hosts of Slurm's, others may be of some partitions."""
    path = tree / "slurm" / "topology.yaml"
    for each in yaml.safe_load(path.read_text()) if path.exists() else []:
        name, of = f"slurm/topology.yaml {each['topology']}", "slurm" if each.get("cluster_default") else ""
        if "tree" in each:
            rows = [(row["switch"], row.get("nodes", ""), row.get("children", "")) for row in each["tree"]["switches"]]
            yield name, climbed(rows), fabric, of
        elif "block" in each:
            blocks = frozenset(frozenset(unfolded(row["nodes"])) for row in each["block"]["blocks"])
            yield name, (blocks,), (_lowest(fabric, near),), of


def _labels(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    nodes = _nodes(tree)
    workers = {name: mine for name, mine in nodes.items() if mine.get("clustergen.dev/role") == "compute"}
    if not workers:
        return
    yield "labels of tiers", tuple(_by(workers, pattern) for pattern in TIERS), fabric, "kubernetes"
    yield "label su", (_by(workers, re.compile(r"^clustergen\.dev/su$")),), fabric[:1], "kubernetes"
    if _by(workers, DOMAIN):
        yield "label of domains", (_by(workers, DOMAIN),), near[:1], ""


def _kueue(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    folder = tree / "kubernetes" / "kueue"
    if not folder.exists():
        return
    nodes = _nodes(tree)
    topologies = {
        each["metadata"]["name"]: [level["nodeLabel"] for level in each["spec"]["levels"]]
        for each in read_objects((folder / "topologies.yaml").read_text())
    }
    for flavor in read_objects((folder / "flavors.yaml").read_text()):
        spec = flavor["spec"]
        mine = {host: labels for host, labels in nodes.items() if spec["nodeLabels"].items() <= labels.items()}
        keys = [key for key in reversed(topologies[spec["topologyName"]]) if key != "kubernetes.io/hostname"]
        levels = tuple(_by(mine, re.compile(f"^{re.escape(key)}$")) for key in keys)
        spans = any(DOMAIN.match(key) for key in keys)
        yield f"kueue/flavors.yaml {flavor['metadata']['name']}", levels, near if spans else fabric, ""


def _kai(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    """Read the trees of KAI Scheduler, which has no flavors: a tree is of the nodes that have all of its labels."""
    nodes = _nodes(tree)
    for each in read_objects(text_of(tree / "kubernetes" / "kai" / "topologies.yaml")):
        keys = [level["nodeLabel"] for level in reversed(each["spec"]["levels"])]
        keys = [key for key in keys if key != "kubernetes.io/hostname"]
        mine = {host: labels for host, labels in nodes.items() if set(keys) <= labels.keys()}
        levels = tuple(_by(mine, re.compile(f"^{re.escape(key)}$")) for key in keys)
        spans = any(DOMAIN.match(key) for key in keys)
        of = "" if near[0] else "kubernetes"
        yield f"kai/topologies.yaml {each['metadata']['name']}", levels, near if spans else fabric, of


def _volcano(tree: Path, fabric: Levels, near: Levels) -> Iterator[Learned]:
    path = tree / "kubernetes" / "volcano" / "hypernodes.yaml"
    if not path.exists():
        return
    nodes, below = _nodes(tree), dict[str, Names]()
    tiers: dict[int, set[Names]] = {}
    for each in sorted(read_objects(path.read_text()), key=lambda each: int(each["spec"]["tier"])):
        hosts: set[str] = set()
        for member in each["spec"]["members"]:
            selector = member["selector"]
            hosts |= below.get(selector.get("exactMatch", {}).get("name", ""), set())
            if "labelMatch" in selector:
                hosts |= {name for name, mine in nodes.items() if _matches(selector["labelMatch"], mine)}
        below[each["metadata"]["name"]] = frozenset(hosts)
        tiers.setdefault(each["spec"]["tier"], set()).add(frozenset(hosts))
    levels = tuple(frozenset(tiers[tier]) for tier in sorted(tiers))
    yield "volcano/hypernodes.yaml", levels, (_lowest(fabric, near), *fabric[1:]), "kubernetes"


READERS: tuple[Callable[[Path, Levels, Levels], Iterator[Learned]], ...] = (
    _slurm,
    _slurm_yaml,
    _labels,
    _kueue,
    _volcano,
    _kai,
)


def _nodes(tree: Path) -> dict[str, dict[str, str]]:
    path = tree / "kubernetes" / "node-labels.yaml"
    return {each["metadata"]["name"]: each["metadata"]["labels"] for each in read_objects(text_of(path))}


def text_of(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def _by(nodes: Mapping[str, Mapping[str, str]], key: re.Pattern[str]) -> Together:
    return grouped({host: value for host, mine in nodes.items() for name, value in mine.items() if key.match(name)})


def _matches(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    without = [each["key"] for each in selector.get("matchExpressions", ()) if each["operator"] == "DoesNotExist"]
    return selector.get("matchLabels", {}).items() <= labels.items() and not set(without) & labels.keys()
