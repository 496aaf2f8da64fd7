"""hosts-directory: how a host reads users of the site's directory, their keys for sshd, and the groups with sudo."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from generator.plan.hosts.configured import configured_hosts
from generator.plan.hosts.directory import HostDirectory, directory_of
from generator.plan.plan import Plan
from generator.plan.records import Host
from generator.plan.secrets import reference
from generator.render.artifact import PLAIN_MODE, ROOT_ONLY, Artifact, Grade, Proof
from generator.render.hosts.sharing import placed
from generator.render.templates import Templates

NAME = "hosts-directory"
_SSSD, _SSHD, _SUDOERS = (
    "etc/sssd/sssd.conf",
    "etc/ssh/sshd_config.d/30-clustergen-directory.conf",
    "etc/sudoers.d/clustergen-directory",
)
_HOMES = "usr/local/sbin/clustergen-homes.sh"
_UNITS = ("etc/systemd/system/clustergen-homes.service", "etc/systemd/system/clustergen-homes.timer")
_UNIT = Proof(Grade.PARSED, "systemd-analyze verify")
_PROOFS = {
    _SSSD: Proof(Grade.APPLIED, "sssd 2.8"),
    _SSHD: Proof(Grade.PARSED, "sshd -t"),
    _SUDOERS: Proof(Grade.PARSED, "visudo -c"),
    _HOMES: Proof(Grade.APPLIED, "mkhomedir_helper (Debian 12)"),
    **dict.fromkeys(_UNITS, _UNIT),
}
_TEMPLATES = {_SSSD: "sssd.conf.j2", _SSHD: "sshd.conf.j2", _SUDOERS: "sudoers.j2", _HOMES: "homes.sh.j2"}
_TEMPLATES |= {unit: f"{unit.rpartition('/')[2]}.j2" for unit in _UNITS}


def paths(plan: Plan) -> Iterable[str]:
    """Name the files; none without a directory."""
    return (place for place, _ in placed(_files(plan), _is_own))


def render(plan: Plan, templates: Templates) -> Iterator[Artifact]:
    """Yield the files; hosts of a group share equal ones. Only the file of SSSD refers to a secret."""
    for place, (path, directory) in placed(_files(plan), _is_own):
        password = reference("directory_password") if directory.bind_dn else ""
        text = templates.render(f"hosts/directory/{_TEMPLATES[path]}", directory=directory, password=password)
        yield Artifact(place, text, _PROOFS[path], ROOT_ONLY if path == _SSSD else PLAIN_MODE)


def _files(plan: Plan) -> Iterator[tuple[Host, Mapping[str, tuple[str, HostDirectory]]]]:
    """Yield the files of each host by path, as one mapping for hosts that are alike."""
    made: dict[HostDirectory, dict[str, tuple[str, HostDirectory]]] = {}
    for host in configured_hosts(plan):
        directory = directory_of(plan, host)
        if directory is not None:
            if directory not in made:
                made[directory] = {path: (path, _of_file(path, directory)) for path in _paths(directory)}
            yield host, made[directory]


def _of_file(path: str, directory: HostDirectory) -> HostDirectory:
    """Return the values of a file: hosts that differ in others have equal files."""
    if path in {_HOMES, *_UNITS}:
        return directory
    return replace(directory, homes=(), allowed=directory.allowed if path in {_SSSD, _SSHD} else ())


def _is_own(value: tuple[str, HostDirectory]) -> bool:
    """Whether a file belongs to one host regardless of its group: the first of a group exports, and the others do not."""
    return value[0] in {_HOMES, *_UNITS}


def _paths(directory: HostDirectory) -> Iterator[str]:
    yield _SSSD
    if directory.ssh_keys:
        yield _SSHD
    yield _SUDOERS
    if directory.homes:
        yield from (_HOMES, *_UNITS)
