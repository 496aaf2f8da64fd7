"""`storage.<tier>.nfs`: the pair of hosts that exports the tier in turn, and the address that moves between them."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from generator.spec.addresses import Address4
from generator.spec.base import Flag, SpecModel
from generator.spec.lustre import DevicePath

BmcUser = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z][A-Za-z0-9_-]{0,30}$")]
"""An account of a BMC, as its own administration names it."""


class NfsSpec(SpecModel):
    """How the first two hosts of the group serve the tier: one exports it at an address that both share, and if it fails, the other one takes over."""

    address: Address4
    """The address that clients mount from. It is in the storage hosts' part of the in-band segment, and no host of the envelope has it: the last ones are free."""
    device: DevicePath
    """The file system's device in the enclosure that both hosts reach, by the same path on both."""
    filesystem: Literal["xfs", "ext4"] = "xfs"
    """The file system on the device."""
    bmc_user: BmcUser = "fence"
    """The account at the BMCs of both hosts by which each powers the other one off before it takes over; its password is a secret that you provide
    (`fence_password`)."""
    bmc_verify: Flag = True
    """Whether the certificates of these BMCs are verified. A new BMC has a self-signed certificate."""
