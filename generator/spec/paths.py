"""Paths on hosts: plain names, and none of the operating system's places where data is to be."""

from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from generator.spec.base import own_error

_SYSTEM = frozenset(
    [
        "/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/proc", "/root", "/run", "/sbin",
        "/sys", "/usr",
    ]
)  # fmt: skip
"""Folders of the system, with all their contents (Filesystem Hierarchy Standard 3.0)."""
_SHARED_HOMES = frozenset(
    ["/var", "/var/cache", "/var/lib", "/var/log", "/var/mail", "/var/run", "/var/lock", "/var/spool", "/var/tmp"]  # noqa: S108  (refused, not used)
)
"""Folders of many programs: a subfolder of them is allowed."""
_STATE = tuple(f"/var/lib/{each}" for each in ("apt", "dbus", "dnf", "dpkg", "pam", "rpm", "systemd"))
"""State of the system itself."""


def _data_path(value: str) -> str:
    """Refuse a path that the system needs: a mount there would hide its files."""
    parts = value.split("/")
    first = "/".join(parts[:2])
    if (
        first in _SYSTEM
        or value in _SHARED_HOMES
        or any(value == each or value.startswith(f"{each}/") for each in _STATE)
    ):
        raise own_error(
            f"{value} belongs to the operating system; use a place of its own, such as /data or /srv/{parts[-1] or 'data'}"
        )
    return value


PlainPath = Annotated[str, StringConstraints(strict=True, max_length=120, pattern=r"^(/[a-z0-9][A-Za-z0-9_.-]*)+$")]
"""An absolute path of plain names: no spaces, no `..`."""
MountPath = Annotated[PlainPath, AfterValidator(_data_path)]
"""An absolute path of plain names that is no place of the operating system."""
