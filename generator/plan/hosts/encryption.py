"""Local drives that are encrypted: one LUKS2 volume a tier, above the drives once these are joined, and its line of crypttab(5).

Above and not below RAID: striped drives are lost together, so a key of each would keep nothing more; one volume has one header, one key, one line, and is erased at once.
A volume is found by its UUID, as udev makes no link by label of a volume on joined drives (63-md-raid-arrays.rules of mdadm 4.2). Like the label of an unencrypted
file system, it follows from the name of the tier alone: it is the same on all hosts, and no renamed host or domain loses its drives.
"""

from collections.abc import Sequence
from uuid import NAMESPACE_DNS, uuid5

from msgspec import Struct

from generator.plan.hosts.records import Family
from generator.spec.storage import TierSpec

_NAMES = uuid5(NAMESPACE_DNS, "drives.clustergen.invalid")
CRYPTTAB = "/etc/clustergen/crypttab"
"""Our lines, which the role copies into /etc/crypttab between two marks: others of that file are the site's."""
_KEYS = "/etc/cryptsetup-keys.d"
"""Where systemd looks for keys by the name of the volume (crypttab(5))."""
_OPTIONS = ("luks", "nofail", "headless=true", "x-systemd.device-timeout=90s")
"""As with other mounts, a missing volume does not stop the boot, which waits for a drive as long as for others (systemd-system.conf(5), `DefaultDeviceTimeoutSec`);
there is no prompt for a passphrase at the console (`headless`, systemd 249)."""
_TPM = "tpm2-device=auto"
_PROGRAMS: dict[Family, tuple[str, str]] = {
    "ubuntu": ("cryptsetup-bin", "tpm2-tools"),
    "debian": ("cryptsetup-bin", "tpm2-tools"),
    "redhat": ("cryptsetup", "tpm2-tss"),
}
"""The package with cryptsetup, and the one that installs the libraries by which systemd uses a TPM (libtss2-esys, -mu, -rc and tcti-device: Suggests of Debian's systemd)."""
_SPLIT = {"debian-13": ("systemd-cryptsetup",)}
"""Where systemd's programs for crypttab are a package of their own: Debian since 256.1 (its bug 1074443)."""


class Volume(Struct, frozen=True, kw_only=True):
    """An encrypted volume: `name` is that of its mapping, `uuid` that of its header, `key_file` is empty where the TPM has the key."""

    tier: str
    name: str
    uuid: str
    key: str
    key_file: str

    @property
    def device(self) -> str:
        """The device that is mounted."""
        return f"/dev/mapper/{self.name}"

    @property
    def source(self) -> str:
        """The device that is opened."""
        return f"/dev/disk/by-uuid/{self.uuid}"

    @property
    def unit(self) -> str:
        """The service that opens it, as systemd-cryptsetup-generator names it."""
        instance = self.name.replace("-", "\\x2d")
        return f"systemd-cryptsetup@{instance}.service"

    @property
    def line(self) -> str:
        """Its line of crypttab(5)."""
        options = (*_OPTIONS, *((_TPM,) if not self.key_file else ()))
        return f"{self.name} UUID={self.uuid} {self.key_file or '-'} {','.join(options)}"


def volume_of(tier: str, spec: TierSpec) -> Volume | None:
    """Return the volume of a tier; None where it is not encrypted."""
    if spec.encryption is None:
        return None
    name = f"luks-{tier}"
    key_file = f"{_KEYS}/{name}.key" if spec.encryption.key == "reference" else ""
    return Volume(tier=tier, name=name, uuid=str(uuid5(_NAMES, tier)), key=spec.encryption.key, key_file=key_file)


def volume_packages(volumes: Sequence[Volume], family: Family, system: str) -> tuple[str, ...]:
    """Return the packages of a host's system that its volumes need."""
    if not volumes:
        return ()
    programs, tpm = _PROGRAMS[family]
    return (programs, *_SPLIT.get(system, ()), *((tpm,) if any(each.key == "tpm" for each in volumes) else ()))
