"""Where the packages of an installation come from: the mirrors that the spec names, in the terms of each installer."""

from msgspec import Struct

from generator.spec.mirrors import MirrorSpec

_AMD64, _ARM64 = ("amd64", "i386"), ("arm64",)
"""Architectures of Ubuntu's archive and of its ports."""


class Mirrors(Struct, frozen=True, kw_only=True):
    """What one system's installer asks. What belongs to another family is empty.

    `archives` are Ubuntu's, each with its architectures; `security` is the host before `/debian-security`; `tree` is the folder of BaseOS, without the
    processor's. `enough`: whether the installer has all that it cannot do without.
    """

    enough: bool
    archives: tuple[tuple[tuple[str, ...], str], ...] = ()
    debian: str = ""
    security: str = ""
    tree: str = ""


def mirrors_of(spec: MirrorSpec, system: str) -> Mirrors:
    """Return those of a system. Ubuntu's installer has on its medium what it cannot do without."""
    name, _, release = system.partition("-")
    if name == "ubuntu":
        archives = ((_AMD64, spec.ubuntu), (_ARM64, spec.ubuntu_ports))
        return Mirrors(enough=True, archives=tuple((arches, url) for arches, url in archives if url))
    if name == "debian":
        security = (spec.debian_security or "").removeprefix("http://").removesuffix("/debian-security")
        return Mirrors(enough=spec.debian is not None, debian=spec.debian or "", security=security)
    url = spec.rocky if name == "rocky" else spec.rhel
    return Mirrors(enough=url is not None, tree=f"{url}/{release}/BaseOS" if url else "")


def mirror_keys(system: str, architectures: set[str]) -> tuple[str, ...]:
    """Name the keys of `services.mirror` that hosts of a system ask, by the processors that they have (Debian's names, empty where nobody knows)."""
    name = system.partition("-")[0]
    if name == "ubuntu":
        return ("ubuntu",) * bool(architectures - {"arm64"}) + ("ubuntu_ports",) * ("arm64" in architectures)
    return ("debian", "debian_security") if name == "debian" else (name,)
