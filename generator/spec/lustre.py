"""`storage.<tier>.lustre`: the file system that hosts of the cluster serve themselves, target by target."""

from typing import Annotated

from pydantic import Field, StrictBool, StrictInt, StringConstraints

from generator.spec.base import SpecModel, defaults

NAME_LETTERS = 8
"""The longest name of a file system (mkfs.lustre(8), `--fsname`)."""
OSTS_MOST = 32
"""Object targets that a host may ever have: each keeps so many indices, so that nothing is renumbered when it gets more."""
INDEX_MOST = 0xFFFF
"""Indices of targets are four hexadecimal digits of its name (mkfs.lustre(8), `--index`)."""
FileSystemName = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,7}$")]
"""mkfs.lustre(8), `--fsname`: 1 to 8 letters, digits, `-` and `_`."""
DevicePath = Annotated[
    str,
    StringConstraints(
        strict=True,
        max_length=200,
        pattern=r"^/dev/(disk/by-(id|path|partlabel|partuuid)|mapper|md)/[A-Za-z0-9][A-Za-z0-9._:+-]*$",
    ),
]
"""A device by a path that lasts: `/dev/disk/by-path/...` (or `by-id`, `by-partlabel`, `by-partuuid`), `/dev/mapper/...`, `/dev/md/...`."""


class LustreDevicesSpec(SpecModel):
    """The block devices of the targets, by the same paths on every host that has such a target."""

    mgt: DevicePath | None = None
    """The management target, on the first host. Lustre's documents give it 100 to 200 MB."""
    mdt: DevicePath | None = None
    """The metadata target of each host that has one."""
    ost: tuple[DevicePath, ...] = ()
    """The object storage targets of each host, in their order."""


class LustreSpec(SpecModel):
    """How the hosts of the group serve the tier with Lustre."""

    fsname: FileSystemName | None = None
    """The name of the file system; by default the first 8 letters of the tier's name. It is written on every target, and cannot change later."""
    metadata_hosts: Annotated[StrictInt, Field(ge=1, le=256)] = 1
    """Hosts with a metadata target, from the first one on; they have object targets as well. The first one has the root of the file system."""
    osts: Annotated[StrictInt, Field(ge=1, le=OSTS_MOST)] = 1
    """Object storage targets of each host. Each host keeps 32 indices, so that more targets renumber none."""
    pairs: StrictBool = False
    """Whether the first and second host of the group, the third and fourth, and so on, reach each other's drives in one enclosure: each can then serve the targets of both."""
    devices: LustreDevicesSpec = defaults(LustreDevicesSpec)
    """The devices of the targets. A device that is not stated must be given when its target is formatted."""


def file_system_name(tier: str, lustre: LustreSpec) -> str:
    """Return the name of a tier's file system."""
    return lustre.fsname or tier[:NAME_LETTERS]
