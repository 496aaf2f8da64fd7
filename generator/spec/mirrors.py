"""`services.mirror`: where installers get packages, and hosts images."""

import operator
import re
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from generator.spec.base import SpecModel, own_error

_HOST = r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_URL = (
    rf"(?P<scheme>https?)://(?P<host>{_HOST}(?::[1-9][0-9]{{0,4}})?)(?P<folder>(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*)/?"
)
"""Host names or IPv4 addresses, a port, a path of plain names: nothing that a shell, a preseed, a kernel's command line or iPXE reads otherwise."""
_MOST = 160
_SECURITY = "/debian-security"
"""The folder that Debian's installer looks for on the host of security updates (apt-setup, generators/91security)."""


def _url(value: Any, example: str) -> str:
    """Validate a URL without query and login: a password would be in every file for installers."""
    if isinstance(value, str) and "@" in value:
        raise own_error("a mirror's URL must not have a user: everybody who boots from the network can read it")
    if not isinstance(value, str) or len(value) > _MOST or not re.fullmatch(_URL, value):
        raise own_error(f"{str(value)[:60]!r} is not the URL of a mirror; write it like {example}")
    return value.rstrip("/")


def _signed(value: Any) -> str:
    return _url(value, "http://mirror.example.net/ubuntu")


def _security(value: Any) -> str:
    url = _url(value, f"http://mirror.example.net{_SECURITY}")
    if not url.startswith("http://") or not url.endswith(_SECURITY):
        raise own_error(
            f"Debian's installer requests security updates only from http://HOST{_SECURITY}; {url} does not have this form"
        )
    return url


def _unsigned(value: Any) -> str:
    url = _url(value, "https://mirror.example.net/rocky")
    if not url.startswith("https://"):
        raise own_error(
            f"Anaconda installs packages without looking at their signatures, so {url} must be reached by https"
        )
    return url


def _registry(value: Any) -> str:
    url = _url(value, "https://mirror.example.net:5000")
    if not url.startswith("https://"):
        raise own_error(f"images have no signature that hosts check, so {url} must be reached by https")
    if url != url.lower() or "~" in url:
        raise own_error(f"names of repositories have no capitals and no tilde: {url}")  # distribution/reference
    return url


SignedMirror = Annotated[str, BeforeValidator(_signed)]
"""The URL of a mirror whose packages are signed, and whose signatures the installer checks: http will do."""
SecurityMirror = Annotated[str, BeforeValidator(_security)]
"""The URL of a mirror of Debian's security updates: `http://`, and `/debian-security` at its end."""
TlsMirror = Annotated[str, BeforeValidator(_unsigned)]
"""The URL of a mirror whose packages the installer accepts unchecked: https alone."""

RegistryMirror = Annotated[str, BeforeValidator(_registry)]
"""The URL of a registry, and of a folder in it: https alone."""


class MirrorSpec(SpecModel):
    """Mirrors of distributions and of registries, each as a URL without a user. Installers check signatures as usual, and no key disables that."""

    ubuntu: SignedMirror | None = None
    """A mirror of Ubuntu's archive for x86-64, including its security updates, such as `http://mirror.example.net/ubuntu`."""
    ubuntu_ports: SignedMirror | None = None
    """A mirror of Ubuntu's archive for Arm, such as `http://mirror.example.net/ubuntu-ports`."""
    debian: SignedMirror | None = None
    """A mirror of Debian's archive, such as `http://mirror.example.net/debian`."""
    debian_security: SecurityMirror | None = None
    """A mirror of Debian's security updates, such as `http://mirror.example.net/debian-security`. If left out, an installed host gets no security updates until one is stated."""
    rocky: TlsMirror | None = None
    """A mirror of Rocky Linux, such as `https://mirror.example.net/rocky`, with `9/BaseOS/x86_64/os` below it. The installer must trust its certificate."""
    rhel: TlsMirror | None = None
    """A mirror of Red Hat Enterprise Linux, with the same folders as that of Rocky Linux."""
    registry: Annotated[RegistryMirror | None, Field(exclude_if=operator.not_)] = None
    """The site's registry, such as `https://mirror.example.net:5000`, to which `mirror.yml` copies what a tree lists. Names of images and charts in rendered files then begin
    with it, and container runtimes of Kubernetes request images of public registries from it, and from nowhere else. Hosts must trust its certificate.
    Images that charts and installers name themselves are in that list and keep their names (docs/mirror.md). Images that the spec names are not renamed."""
    files: Annotated[SignedMirror | None, Field(exclude_if=operator.not_)] = None
    """The folder to which `mirror.yml -e mirror_files=FOLDER` copies files that kubespray fetches, such as `http://mirror.example.net/files`. Kubespray then fetches them from it,
    and compares their checksums as usual."""
