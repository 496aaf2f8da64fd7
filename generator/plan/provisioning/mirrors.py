"""Where the packages of an installation come from: the mirrors that the spec names, in the terms of each installer."""

from msgspec import Struct

from generator.spec.mirrors import MirrorSpec

_AMD64, _ARM64 = ("amd64", "i386"), ("arm64",)
"""Architectures of Ubuntu's archive and of its ports."""


class Mirrors(Struct, frozen=True, kw_only=True):
    """The mirrors for one system's installer. Fields of other families are empty.

    `archives` are Ubuntu's, each with its architectures; `security` is the host before `/debian-security`; `tree` is the folder of BaseOS, without the
    processor's. `enough`: whether the installer has all that it needs.
    """

    enough: bool
    archives: tuple[tuple[tuple[str, ...], str], ...] = ()
    debian: str = ""
    security: str = ""
    tree: str = ""


def mirrors_of(spec: MirrorSpec, system: str) -> Mirrors:
    """Return those of a system. Ubuntu's installer has all that it needs on its medium."""
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
    """Return the keys of `services.mirror` for hosts of a system, by their processors (Debian's names, empty where not known)."""
    name = system.partition("-")[0]
    if name == "ubuntu":
        return ("ubuntu",) * bool(architectures - {"arm64"}) + ("ubuntu_ports",) * ("arm64" in architectures)
    return ("debian", "debian_security") if name == "debian" else (name,)
