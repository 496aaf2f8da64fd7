"""Linux audit on a host: what its kernel records, how much of it, and where the records go.

Jobs and pods make no record of their own: slurmd and kubelet are started by systemd, not by a login, and what they start has no login's number (`auid`).
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from generator.plan.access.firewall import forwarding
from generator.plan.hosts.architecture import architecture_of
from generator.plan.hosts.certificates import has_tls
from generator.plan.hosts.configured import system_of
from generator.plan.hosts.encryption import Volume
from generator.plan.hosts.tuning import has_nvidia_gpus
from generator.plan.plan import Plan
from generator.plan.records import Host

UNIT = "auditd.service"
_FILES = 8
_CHANGES, _READS = "wa", "r"
"""Kinds of access (auditctl(8), `perm`): a file opened to be written or its attributes changed, and one opened to be read."""
_SLURM_ROLES, _KUBERNETES_ROLES = frozenset({"compute", "control", "login"}), frozenset({"compute", "control"})


class Watch(Struct, frozen=True, kw_only=True):
    """A rule of files: `field` is `path` for one file and `dir` for a folder with all below it. `people`: only what logins do is recorded."""

    field: str
    place: str
    access: str
    key: str
    people: bool = False


class Audit(Struct, frozen=True, kw_only=True):
    """What a host records. `later` are rules of folders that other roles or packages bring: the kernel takes them once the folder is there."""

    records_per_s: int
    files: int
    file_mb: int
    group: str
    """The group that may read the records."""
    architectures: tuple[str, ...]
    watches: tuple[Watch, ...]
    later: tuple[Watch, ...]
    quiet: tuple[str, ...]
    """Programs that every job starts, and that are root by their file: their start is not recorded."""
    sends: bool
    """Whether the records go to syslog, too, by which they reach the collectors of logs."""


def has_audit(plan: Plan) -> bool:
    """Whether hosts record by Linux audit."""
    return plan.site.services.audit is not None


def audit_of(plan: Plan, host: Host, volumes: Iterable[Volume], *, sends: bool) -> Audit | None:
    """Return what a host records; None where the spec does not ask for it. Hosts of a group have the same, wherever their scheduler is."""
    spec = plan.site.services.audit
    if spec is None:
        return None
    return Audit(
        records_per_s=spec.records_per_s,
        files=_FILES,
        file_mb=spec.keep_mb // _FILES,
        group="root" if system_of(plan, host).startswith(("rhel", "rocky")) else "adm",
        architectures=("b64",) if architecture_of(plan, host) == "arm64" else ("b64", "b32"),
        watches=tuple(_watches()),
        later=tuple(_later(plan, host, volumes)),
        quiet=("/usr/bin/nvidia-modprobe",) if has_nvidia_gpus(plan, host) else (),
        sends=sends,
    )


def _watches() -> Iterator[Watch]:
    """Yield rules of files in folders that each host has: the kernel refuses a rule whose folder is not there."""
    for name in ("passwd", "group", "shadow", "gshadow", "security/opasswd"):
        yield Watch(field="path", place=f"/etc/{name}", access=_CHANGES, key="identity")
    yield Watch(field="path", place="/etc/sudoers", access=_CHANGES, key="sudoers")
    yield Watch(field="dir", place="/etc/ssh", access=_CHANGES, key="sshd")
    yield Watch(field="path", place="/etc/localtime", access=_CHANGES, key="time")
    yield Watch(field="dir", place="/etc/audit", access=_CHANGES, key="audit")
    yield Watch(field="dir", place="/var/log/audit", access=_CHANGES, key="audit", people=True)
    yield Watch(field="dir", place="/etc/clustergen", access=_CHANGES, key="cluster")


def _later(plan: Plan, host: Host, volumes: Iterable[Volume]) -> Iterator[Watch]:
    """Yield rules of folders that are not there on a fresh host."""
    yield Watch(field="dir", place="/etc/sudoers.d", access=_CHANGES, key="sudoers")
    schedulers = plan.scheduled.schedulers
    if "slurm" in schedulers and host.role in _SLURM_ROLES:
        yield Watch(field="dir", place="/etc/slurm", access=_CHANGES, key="cluster")
    if "kubernetes" in schedulers and host.role in _KUBERNETES_ROLES:
        for place in ("/etc/kubernetes", "/etc/rancher"):
            yield Watch(field="dir", place=place, access=_CHANGES, key="cluster")
    for place in _secrets(plan, host, volumes):
        yield Watch(field="dir", place=place, access=_CHANGES, key="cluster")
        yield Watch(field="dir", place=place, access=_READS, key="secrets", people=True)


def _secrets(plan: Plan, host: Host, volumes: Iterable[Volume]) -> Iterator[str]:
    """Yield the folders of keys: Slurm's, those of its burst hosts' tunnel, of encrypted drives and of certificates."""
    if "slurm" in plan.scheduled.schedulers and host.role in _SLURM_ROLES:
        yield "/etc/munge"
    if any(forwarding(plan, each).tunnel for each in plan.hosts_of.get(host.role, [])):
        yield "/etc/wireguard"
    yield from dict.fromkeys(each.key_file.rpartition("/")[0] for each in volumes if each.key_file)
    if has_tls(plan):
        yield "/etc/clustergen/tls"
