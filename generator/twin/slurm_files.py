"""Slurm's rendered files, reduced for the twin: hosts, partitions and topology; nothing that names a program.

Keys that are not listed here are left out. Some start programs as root (Prolog, RebootProgram, MailProg), and a tree is not trusted; others
need what a namespace does not have (cgroups, a database of accounts, GPUs).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.twin.answer import TwinError

PLACE = "/run/clustergen-slurm"
"""The folder of all of it, in the twin's own /run."""
OWN = f"{PLACE}/own"
"""The mount point of each host's own folder."""
TIMEOUT_S = 20
"""The time-out of slurmctld for a host or another controller that does not respond."""
FIRST_YAML = (25, 5)
"""The first release that reads topology.yaml (its release notes)."""
_FIRST_WITHOUT_CGROUPS = (23, 11)
"""From this release on, `CgroupPlugin=disabled` is needed without cgroups; 22.05 does not have it."""

_KEPT = frozenset({
    "ClusterName", "MaxNodeCount", "ReturnToService", "SelectType", "SelectTypeParameters",
    "SlurmctldPort", "SlurmdPort", "SrunPortRange", "TopologyParam", "TopologyPlugin", "TreeWidth",
})  # fmt: skip
_KEPT_OF = {
    "NodeName": {"NodeName", "NodeAddr", "NodeHostname", "Boards", "CPUs", "Sockets", "SocketsPerBoard", "CoresPerSocket", "ThreadsPerCore", "RealMemory", "TmpDisk", "Feature", "Weight", "State"},
    "NodeSet": {"NodeSet", "Nodes", "Feature"},
    "PartitionName": {"PartitionName", "Nodes", "Default", "State", "DefaultTime", "MaxTime", "MaxNodes", "MinNodes", "DefMemPerCPU", "DefMemPerNode", "MaxMemPerCPU", "OverSubscribe", "PriorityTier"},
}  # fmt: skip
"""Lines that begin with the key, and their kept keys."""
_WORD = re.compile(r"([A-Za-z]+)=(\S+)")
_SAFE = re.compile(r"[A-Za-z0-9_./:,\[\]=+*-]+")
_TOPOLOGY = re.compile(r"(?:SwitchName|BlockName|BlockSizes)=[A-Za-z0-9_.,\[\]= -]+")
_RELEASE = re.compile(r"^# .*, Slurm (\d+\.\d+)", re.MULTILINE)

_OWN = f"""\
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={PLACE}/munge/socket
StateSaveLocation={PLACE}/state
SlurmdSpoolDir={OWN}/spool
SlurmdPidFile={OWN}/slurmd.pid
SlurmctldPidFile={OWN}/slurmctld.pid
SlurmdLogFile={OWN}/slurmd.log
SlurmctldLogFile={OWN}/slurmctld.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
MailProg=/bin/true
SlurmdParameters=config_overrides
SlurmctldTimeout={TIMEOUT_S}
SlurmdTimeout={TIMEOUT_S}
"""
LEFT_OUT = (
    "not used of slurm/: accounts, limits and priorities (no database), prologs, epilogs and health checks (their programs are the hosts'), cgroups, "
    f"GPUs, parameters of the scheduler, and time-outs (here {TIMEOUT_S} s)"
)
"""The note for every tree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Partition:
    """A partition with its hosts, as Slurm's hostlist."""

    name: str
    nodes: str
    default: bool
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlurmFiles:
    """The files by name, and their values."""

    files: dict[str, str]
    controllers: tuple[str, ...]
    partitions: tuple[Partition, ...]
    release: str
    """The release that the files are made for, as their first line states it."""
    upper: int
    """Switches of topology.conf above the lowest level: with one of them at most, a job of any size is to be in the fewest units."""


def read_slurm(root: Path, version: tuple[int, int]) -> SlurmFiles:
    """Read a tree's files for an installed release.

    Raises TwinError: the tree has no Slurm, has other lines than clustergen writes, or needs a later release.
    """
    folder = root / "slurm"
    if not (folder / "slurm.conf").is_file():
        raise TwinError(f"{root} has no slurm/slurm.conf: its spec plans no Slurm")
    if (folder / "topology.yaml").is_file() and version < FIRST_YAML and not (folder / "topology.conf").is_file():
        raise TwinError(
            f"slurm/topology.yaml needs Slurm {FIRST_YAML[0]}.{FIRST_YAML[1]:02d}, and {version[0]}.{version[1]:02d} is installed"
        )
    text = (folder / "slurm.conf").read_text(encoding="utf-8")
    rows = list(_rows(text))
    files = {"slurm.conf": _conf(rows), "cgroup.conf": _cgroup(version)}
    switches = _topology(folder / "topology.conf")
    if switches:
        files["topology.conf"] = "\n".join(switches) + "\n"
    if (folder / "topology.yaml").is_file() and version >= FIRST_YAML:
        files["topology.yaml"] = (folder / "topology.yaml").read_text(encoding="utf-8")
    release = _RELEASE.search(text)
    return SlurmFiles(
        files=files,
        release=release[1] if release else "",
        controllers=tuple(row["SlurmctldHost"] for row in rows if "SlurmctldHost" in row),
        partitions=tuple(_partition(row) for row in rows if "PartitionName" in row),
        upper=sum(" Switches=" in line for line in switches),
    )


def _rows(text: str) -> Iterator[dict[str, str]]:
    """Yield the lines that are kept, by key."""
    for line in text.splitlines():
        row = dict(_WORD.findall(line)) if not line.startswith("#") else {}
        first = next(iter(row), "")
        if first in _KEPT_OF:
            row = {key: value for key, value in row.items() if key in _KEPT_OF[first]}
        elif first not in _KEPT and first != "SlurmctldHost":
            continue
        else:
            row = {first: _of_any_release(row[first]) if first == "SelectTypeParameters" else row[first]}
        if odd := next((value for value in row.values() if not _SAFE.fullmatch(value)), ""):
            raise TwinError(f"slurm/slurm.conf: {odd[:60]!r} is no value that clustergen writes")
        yield row


def _of_any_release(parameters: str) -> str:
    """Keep only CR_... of SelectTypeParameters; other words bind GPUs, and older releases refuse them."""
    return ",".join(word for word in parameters.split(",") if word.startswith("CR_"))


def _conf(rows: list[dict[str, str]]) -> str:
    """Return the used part of slurm.conf, without the controllers, of which not all may be up. Cloud hosts never exist in the twin."""
    lines = [
        " ".join(f"{key}={'DOWN' if (key, value) == ('State', 'CLOUD') else value}" for key, value in row.items())
        for row in rows
        if "SlurmctldHost" not in row
    ]
    return "\n".join(lines) + "\n" + _OWN


def _partition(row: dict[str, str]) -> Partition:
    most = row.get("MaxNodes", "")
    return Partition(
        name=row["PartitionName"],
        nodes=row.get("Nodes", ""),
        default=row.get("Default") == "YES",
        most=int(most) if most.isdigit() else None,
    )


def _topology(file: Path) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    found = [line for line in lines if line and not line.startswith("#")]
    if odd := next((line for line in found if not _TOPOLOGY.fullmatch(line)), ""):
        raise TwinError(f"slurm/topology.conf: {odd[:60]!r} is no line that clustergen writes")
    return found


def _cgroup(version: tuple[int, int]) -> str:
    return "CgroupPlugin=disabled\n" if version >= _FIRST_WITHOUT_CGROUPS else ""
