"""Which files a host's system has, where they are, and what proves their form."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from generator.plan.hosts.audit import Audit
from generator.plan.hosts.caches import CONFIGURATION, LUSTRE_ROOM, LUSTRE_SERVICE, LUSTRE_TIMER, SERVICE, LustreCache
from generator.plan.hosts.certificates import SYSLOG_USER
from generator.plan.hosts.clock import LOCAL_STRATUM
from generator.plan.hosts.encryption import CRYPTTAB
from generator.plan.hosts.logs import LogTls
from generator.plan.hosts.setup import HostSetup
from generator.plan.kubernetes.audit import AUDIT_FOLDER
from generator.render.artifact import UNPROVEN, Grade, Proof

_UNIT = Proof(Grade.PARSED, "systemd-analyze verify")
_UNITS = "etc/systemd/system"
_SHELL = Proof(Grade.PARSED, "sh -n; run with recording stand-ins for its programs")
_SYSCTL = Proof(Grade.PARSED, "sysctl (keys of a network namespace are set)")
_MODPROBE = Proof(Grade.PARSED, "modprobe --showconfig")
_PRESET = Proof(Grade.APPLIED, "systemctl preset")
_CHRONY = Proof(Grade.PARSED, "chronyd -p")
_RULES = Proof(Grade.PARSED, "udevadm test")
_RSYSLOG = Proof(Grade.APPLIED, "rsyslogd")
_LOGROTATE = Proof(Grade.PARSED, "logrotate --debug")
_CACHE = Proof(Grade.PARSED, "cachefilesd, with a file in the place of the kernel's device")
_CRYPTTAB = Proof(Grade.PARSED, "systemd-cryptsetup-generator")
_AUDITCTL = Proof(Grade.PARSED, "auditctl and augenrules, in a namespace that the kernel's audit refuses")
_AUDITD = Proof(Grade.PARSED, "auditd, in a namespace that the kernel's audit refuses")
_AUDISP = Proof(Grade.GRAMMAR, "keys and values of auditd's own file")
_SSHD = Proof(Grade.PARSED, "sshd -t")


class SystemFile(Struct, frozen=True):
    """A file: its path below the host's root, its template and values. `own`: it belongs to one host, regardless of its group."""

    path: str
    template: str
    proof: Proof
    values: Mapping[str, Any] = field(default_factory=dict)
    own: bool = False


def system_files(setup: HostSetup) -> Iterator[SystemFile]:
    """Yield every file that follows from a setup, in a fixed order."""
    # A unit of ours: the distributions' own flush every table when they stop, those of container networks among them
    yield SystemFile(f"{_UNITS}/clustergen-firewall.service", "clustergen-firewall.service.j2", _UNIT)
    yield SystemFile("etc/ssh/sshd_config.d/10-clustergen.conf", "sshd.conf.j2", _SSHD)
    # Stops cloud-init of an image from rewriting names and networks at every boot; unused elsewhere
    yield SystemFile("etc/cloud/cloud.cfg.d/99-clustergen.cfg", "cloud.cfg.j2", UNPROVEN)
    if setup.roce:
        yield SystemFile(f"{_UNITS}/clustergen-roce@.service", "clustergen-roce.service.j2", _UNIT)
    if setup.acs_off:
        yield SystemFile(f"{_UNITS}/clustergen-acs.service", "clustergen-acs.service.j2", _UNIT)
    if setup.roce or setup.acs_off or setup.rdma_names:
        yield SystemFile("usr/local/sbin/clustergen-host.sh", "clustergen-host.sh.j2", _SHELL)
    if setup.nccl:
        yield SystemFile(setup.nccl_file, "nccl.conf.j2", UNPROVEN, {"settings": setup.nccl})
    yield SystemFile(
        "etc/sysctl.d/90-clustergen.conf", "sysctl.conf.j2", _SYSCTL, {"settings": setup.sysctl}, setup.tunnel
    )
    if setup.rdma:
        yield SystemFile("etc/security/limits.d/90-clustergen.conf", "limits.conf.j2", UNPROVEN)
        yield SystemFile("etc/systemd/system.conf.d/90-clustergen.conf", "system.conf.j2", UNPROVEN)
    if setup.rdma_names or setup.kernel_names:
        path = "etc/udev/rules.d/60-rdma-persistent-naming.rules"  # rdma-core's own file name, so that it replaces that file
        values = {"devices": setup.rdma_names, "kernel": setup.kernel_names}
        yield SystemFile(path, "device-names.rules.j2", _RULES, values)
    if setup.modules:
        yield SystemFile("etc/modprobe.d/clustergen.conf", "modprobe.conf.j2", _MODPROBE, {"lines": setup.modules})
    if setup.boot:
        yield _boot(setup)
    if setup.persistence:
        yield SystemFile(f"{_UNITS}/nvidia-persistenced.service.d/clustergen.conf", "persistence.conf.j2", _UNIT)
    for mount in setup.mounts:
        yield SystemFile(f"{_UNITS}/{mount.unit}.mount", "mount.j2", _UNIT, {"mount": mount})
    if setup.volumes:
        values = {"volumes": setup.volumes}
        yield SystemFile(CRYPTTAB.lstrip("/"), "crypttab.j2", _CRYPTTAB, values)
    if setup.cache:
        yield SystemFile(CONFIGURATION, "cachefilesd.conf.j2", _CACHE, {"cache": setup.cache})
        yield SystemFile(
            f"{_UNITS}/{SERVICE}",
            "clustergen-cache.service.j2",
            _UNIT,
            {"cache": setup.cache, "conf": f"/{CONFIGURATION}"},
        )
    if setup.lustre_cache:
        yield from _lustre_cache(setup.lustre_cache)
    lines = tuple(setup.presets())
    yield SystemFile("etc/systemd/system-preset/80-clustergen.preset", "preset.j2", _PRESET, {"lines": lines})
    if setup.clock:
        path = "etc/chrony/chrony.conf" if setup.debian else "etc/chrony.conf"
        values = {"clock": setup.clock, "debian": setup.debian, "stratum": LOCAL_STRATUM}
        # Control hosts that agree on a time each query the others
        yield SystemFile(path, "chrony.conf.j2", _CHRONY, values, own=setup.clock.alone)
    if setup.collects_logs:
        # The collector's own: the others of its group do not listen
        values = {"plain": setup.collects_plainly, "tls": setup.log_tls}
        yield SystemFile("etc/rsyslog.d/30-clustergen.conf", "rsyslog.conf.j2", _RSYSLOG, values, own=True)
        user = SYSLOG_USER if setup.family == "ubuntu" else ""
        yield SystemFile("etc/logrotate.d/clustergen", "logrotate.j2", _LOGROTATE, {"user": user}, own=True)
    if setup.log_tls:
        yield from _sends(setup, setup.log_tls)
    if setup.audit:
        yield from _audit(setup.audit, own=setup.collects_logs)


def _audit(audit: Audit, *, own: bool) -> Iterator[SystemFile]:
    """Yield the rules, an empty file in place of the package's own rules, and the settings of auditd. Where the kernel has no audit, its unit is left out."""
    values = {"audit": audit}
    yield SystemFile("etc/audit/rules.d/60-clustergen.rules", "audit.rules.j2", _AUDITCTL, values)
    yield SystemFile("etc/audit/rules.d/audit.rules", "audit_base.rules.j2", _AUDITCTL)
    yield SystemFile("etc/audit/auditd.conf", "auditd.conf.j2", _AUDITD, values)
    if audit.sends:
        # A collector sends to the others alone
        yield SystemFile("etc/audit/plugins.d/syslog.conf", "audisp_syslog.conf.j2", _AUDISP, own=own)
    yield SystemFile(f"{_UNITS}/auditd.service.d/clustergen.conf", "auditd.service.j2", _UNIT)


def _lustre_cache(cache: LustreCache) -> Iterator[SystemFile]:
    """Yield what caches Lustre, and what keeps room for jobs beside it."""
    for unit in (LUSTRE_SERVICE, LUSTRE_ROOM, LUSTRE_TIMER):
        yield SystemFile(f"{_UNITS}/{unit}", f"{unit}.j2", _UNIT, {"cache": cache})
    yield SystemFile("usr/local/sbin/clustergen-pcc-room.sh", "clustergen-pcc-room.sh.j2", _SHELL)


def _sends(setup: HostSetup, tls: LogTls) -> Iterator[SystemFile]:
    """Yield the files that send the journal over TLS, and the AppArmor rule of rsyslogd on Ubuntu for the certificate: its profile only admits /etc/rsyslog.d."""
    if tls.targets:
        values = {"tls": tls}
        # A collector sends to the others alone
        yield SystemFile(
            "etc/rsyslog.d/40-clustergen-send.conf", "rsyslog_send.conf.j2", _RSYSLOG, values, own=setup.collects_logs
        )
    if setup.family == "ubuntu" and tls.audit:
        read = {"folder": AUDIT_FOLDER, "file": tls.audit, "user": SYSLOG_USER}
        path = f"{_UNITS}/rsyslog.service.d/clustergen.conf"
        yield SystemFile(path, "rsyslog_audit.conf.j2", Proof(Grade.PARSED, "sh"), read, own=setup.collects_logs)
    if setup.family == "ubuntu":
        yield SystemFile("etc/apparmor.d/rsyslog.d/clustergen", "rsyslog.apparmor.j2", UNPROVEN, {"tls": tls})


def _boot(setup: HostSetup) -> SystemFile:
    """Return update-grub's drop-in; Red Hat's family keeps arguments in boot entries, where grubby puts the words of our file."""
    path = "etc/default/grub.d/90-clustergen.cfg" if setup.debian else "etc/clustergen/kernel-arguments"
    proof = Proof(Grade.PARSED, "sh") if setup.debian else UNPROVEN
    return SystemFile(path, "boot.j2", proof, {"arguments": setup.boot, "debian": setup.debian})
