"""Which files a host's system has, where they are, and what proves their form."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.plan.hosts.clock import LOCAL_STRATUM
from generator.plan.hosts.setup import HostSetup
from generator.render.artifact import UNPROVEN, Grade, Proof

_UNIT = Proof(Grade.PARSED, "systemd-analyze verify")
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")
_SYSCTL = Proof(Grade.PARSED, "sysctl (keys of a network namespace are set)")
_MODPROBE = Proof(Grade.PARSED, "modprobe --showconfig")
_PRESET = Proof(Grade.APPLIED, "systemctl preset")
_CHRONY = Proof(Grade.PARSED, "chronyd -p")
_RULES = Proof(Grade.PARSED, "udevadm test")
_SSHD = Proof(Grade.PARSED, "sshd -t")


class SystemFile(Struct, frozen=True):
    """A file: its path below the host's root, its template and what is printed into it. `own`: it is about one host, whatever its group has."""

    path: str
    template: str
    proof: Proof
    values: Mapping[str, Any] = field(default_factory=dict)
    own: bool = False


def system_files(setup: HostSetup) -> Iterator[SystemFile]:
    """Yield every file that follows from a setup, in a fixed order."""
    for wanted, files in _PARTS:
        if wanted(setup):
            yield from files(setup)


def _firewall(_setup: HostSetup) -> Iterator[SystemFile]:
    """Yield a unit of ours: the distributions' own flush every table when they stop, those of container networks among them."""
    yield SystemFile("etc/systemd/system/clustergen-firewall.service", "clustergen-firewall.service.j2", _UNIT)


def _sshd(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/ssh/sshd_config.d/10-clustergen.conf", "sshd.conf.j2", _SSHD)


def _cloud(_setup: HostSetup) -> Iterator[SystemFile]:
    """Yield what keeps an image's first-start program from writing names and networks anew at every boot; nobody reads it elsewhere."""
    yield SystemFile("etc/cloud/cloud.cfg.d/99-clustergen.cfg", "cloud.cfg.j2", UNPROVEN)


def _roce(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/systemd/system/clustergen-roce@.service", "clustergen-roce.service.j2", _UNIT)


def _acs(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/systemd/system/clustergen-acs.service", "clustergen-acs.service.j2", _UNIT)


def _script(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("usr/local/sbin/clustergen-host.sh", "clustergen-host.sh.j2", _SHELL)


def _nccl(setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/nccl.conf", "nccl.conf.j2", UNPROVEN, {"settings": setup.nccl})


def _sysctl(setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/sysctl.d/90-clustergen.conf", "sysctl.conf.j2", _SYSCTL, {"settings": setup.sysctl})


def _limits(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/security/limits.d/90-clustergen.conf", "limits.conf.j2", UNPROVEN)
    yield SystemFile("etc/systemd/system.conf.d/90-clustergen.conf", "system.conf.j2", UNPROVEN)


def _device_names(setup: HostSetup) -> Iterator[SystemFile]:
    """Yield the rule of rdma-core's own file name, so that it stands in its place."""
    path = "etc/udev/rules.d/60-rdma-persistent-naming.rules"
    yield SystemFile(path, "device-names.rules.j2", _RULES, {"devices": setup.rdma_names, "kernel": setup.kernel_names})


def _modules(setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/modprobe.d/clustergen.conf", "modprobe.conf.j2", _MODPROBE, {"lines": setup.modules})


def _boot(setup: HostSetup) -> Iterator[SystemFile]:
    """Yield update-grub's drop-in; Red Hat's family keeps arguments in boot entries, where grubby puts the words of our file."""
    path = "etc/default/grub.d/90-clustergen.cfg" if setup.debian else "etc/clustergen/kernel-arguments"
    proof = Proof(Grade.PARSED, "sh") if setup.debian else UNPROVEN
    yield SystemFile(path, "boot.j2", proof, {"arguments": setup.boot, "debian": setup.debian})


def _persistence(_setup: HostSetup) -> Iterator[SystemFile]:
    yield SystemFile("etc/systemd/system/nvidia-persistenced.service.d/clustergen.conf", "persistence.conf.j2", _UNIT)


def _mounts(setup: HostSetup) -> Iterator[SystemFile]:
    for mount in setup.mounts:
        yield SystemFile(f"etc/systemd/system/{mount.unit}.mount", "mount.j2", _UNIT, {"mount": mount})


def _preset(setup: HostSetup) -> Iterator[SystemFile]:
    lines = tuple(setup.presets())
    if lines:
        yield SystemFile("etc/systemd/system-preset/80-clustergen.preset", "preset.j2", _PRESET, {"lines": lines})


def _clock(setup: HostSetup) -> Iterator[SystemFile]:
    path = "etc/chrony/chrony.conf" if setup.debian else "etc/chrony.conf"
    values = {"clock": setup.clock, "debian": setup.debian, "stratum": LOCAL_STRATUM}
    peers = (
        setup.clock is not None and setup.clock.alone
    )  # control hosts that agree among themselves each ask the others
    yield SystemFile(path, "chrony.conf.j2", _CHRONY, values, own=peers)


_PARTS: tuple[tuple[Callable[[HostSetup], Any], Callable[[HostSetup], Iterator[SystemFile]]], ...] = (
    (lambda _setup: True, _firewall),
    (lambda _setup: True, _sshd),
    (lambda _setup: True, _cloud),
    (lambda setup: setup.roce, _roce),
    (lambda setup: setup.acs_off, _acs),
    (lambda setup: setup.roce or setup.acs_off or setup.rdma_names, _script),
    (lambda setup: setup.nccl, _nccl),
    (lambda _setup: True, _sysctl),
    (lambda setup: setup.rdma, _limits),
    (lambda setup: setup.rdma_names or setup.kernel_names, _device_names),
    (lambda setup: setup.modules, _modules),
    (lambda setup: setup.boot, _boot),
    (lambda setup: setup.persistence, _persistence),
    (lambda setup: setup.mounts, _mounts),
    (lambda _setup: True, _preset),
    (lambda setup: setup.clock, _clock),
)
