"""Slurm: hosts of slurm.conf and topology.conf, and the partitions that they are in (slurm.conf(5), topology.conf(5)).

Hosts are those of `NodeName` lines, and those behind switches and blocks. A partition names hosts and sets of hosts (`NodeSet`), and makes none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from generator.adopt.slurm_lines import Line, expand, lines
from generator.adopt.source_file import Format, Options, SourceFile
from generator.adopt.survey import Survey

_KNOWN = re.compile(
    r"^\s*(SlurmctldHost|ClusterName|NodeName|NodeSet|PartitionName|SwitchName|BlockName)\s*=",
    re.IGNORECASE | re.MULTILINE,
)
_NAMES = {"slurm.conf", "topology.conf"}
_BEHIND = {"switchname", "blockname"}
_DEFAULT, _ALL = "DEFAULT", "ALL"
_CLOUD = "nodes of Slurm that a cloud provides when they are needed (State=CLOUD)"
_FRONTENDS = "front ends of Slurm, which are no nodes (FrontendName)"
_NO_NODES = "members of partitions, in files of Slurm without a NodeName line"


def _recognises(file: SourceFile, options: Options) -> bool:
    del options
    return file.path.suffix == ".conf" and (
        bool(_KNOWN.search(file.text)) or (file.path.name in _NAMES and _is_empty(file))
    )


def _is_empty(file: SourceFile) -> bool:
    """Whether a file has comments alone: a `topology.conf` where `topology.yaml` is used, or hosts have no topology."""
    return not any(line.partition("#")[0].strip() for line in file.text.splitlines())


def _read(file: SourceFile, survey: Survey, options: Options) -> None:
    del options
    found = list(lines(file))
    nodes = _nodes(found, survey)
    for line in found:
        if line.key in _BEHIND:
            for name in expand(line.values.get("nodes", "")):
                survey.device(name, line.place)
        elif line.key == "include":
            survey.remark(
                f"{file.path.name} includes {line.value[:80]!r}, which is not followed",
                line.place,
                "name that file as a source, too; a partition's sets of nodes (NodeSet) are read if they are in the file of the partition",
            )
        elif line.key == "frontendname":
            survey.leave(_FRONTENDS, line.place)
    _partitions(found, nodes, _sets(found, nodes), survey)


def _nodes(found: Iterable[Line], survey: Survey) -> dict[str, frozenset[str]]:
    """Take the nodes, and return them with their features. Those of a line of defaults apply to the lines after it."""
    nodes: dict[str, frozenset[str]] = {}
    usual: Mapping[str, str] = {}
    for line in found:
        if line.key != "nodename":
            continue
        if line.value.upper() == _DEFAULT:
            usual = {**usual, **line.values}
            continue
        said = {**usual, **line.values}
        features = frozenset(said.get("features", said.get("feature", "")).split(","))
        state = said.get("state", "").upper()
        if state == "FUTURE":
            survey.remark(
                f"{line.value[:80]} is FUTURE in Slurm",
                line.place,
                "it is read as if it were installed; where it is not, put it under ignore: of --map",
            )
        for name in expand(line.value):
            nodes[name] = features
            if state == "CLOUD":
                survey.leave(_CLOUD, line.place)
            else:
                survey.device(name, line.place)
    return nodes


def _sets(found: Iterable[Line], nodes: Mapping[str, frozenset[str]]) -> dict[str, set[str]]:
    """Return sets of nodes by name: those that a line lists, and those that have its feature."""
    sets: dict[str, set[str]] = {}
    for line in found:
        if line.key == "nodeset":
            listed, feature = line.values.get("nodes", ""), line.values.get("feature", "")
            mine = set(nodes) if listed.upper() == _ALL else set(expand(listed))
            sets[line.value] = mine | {name for name, features in nodes.items() if feature and feature in features}
    return sets


def _partitions(
    found: Iterable[Line], nodes: Mapping[str, frozenset[str]], sets: Mapping[str, set[str]], survey: Survey
) -> None:
    usual = ""
    for line in found:
        if line.key != "partitionname":
            continue
        listed = line.values.get("nodes", usual)
        if line.value.upper() == _DEFAULT:
            usual = listed
            continue
        for name in _members(listed, nodes, sets):
            device = name.partition(".")[0].lower()
            survey.belongs(device, line.value, line.place)
            if name in nodes:
                continue
            if not nodes:
                survey.leave(_NO_NODES, line.place)
            else:
                survey.remark(
                    f"{name[:80]} is in partition {line.value[:40]}, and is neither a NodeName nor a NodeSet",
                    line.place,
                    "correct the partition, or add the line of the node to this file",
                    device,
                )


def _members(listed: str, nodes: Mapping[str, frozenset[str]], sets: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the nodes of a partition's list; `ALL` is every node."""
    if listed.upper() == _ALL:
        yield from nodes
        return
    for name in expand(listed):
        yield from sorted(sets[name]) if name in sets else (name,)


FORMAT = Format("slurm", "configuration of Slurm", _recognises, _read)
