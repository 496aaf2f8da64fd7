"""`hosts`: groups of equal hosts."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.base import Count, CountOrZero, HostModel, ModelRef, SpecModel

PackageName = Annotated[
    str, StringConstraints(strict=True, max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9+._-]*([A-Za-z0-9._]|[+]{2})$")
]
"""A package of a distribution or of a vendor's repository (Debian Policy 5.6.1; RPM names have capitals too), without a version. Behind a name, apt takes `-` for an order to remove it."""
DiskPath = Annotated[
    str, StringConstraints(strict=True, max_length=200, pattern=r"^/dev/disk/by-(path|id)/[A-Za-z0-9._:+@-]+$")
]
"""A drive by a name that does not depend on the order in which the kernel finds drives (udev's 60-persistent-storage.rules)."""
FirmwareRelease = Annotated[str, StringConstraints(strict=True, pattern=r"^[0-9][A-Za-z0-9._-]{0,31}$")]
"""A release of firmware as the adapter itself shows it: `fw_ver` of its RDMA device (Linux, Documentation/ABI/stable/sysfs-class-infiniband)."""
HostRole = Literal["compute", "storage", "control", "login", "manager", "gateway", "border"]
HostSystem = Literal[
    "ubuntu-22.04", "ubuntu-24.04", "debian-12", "debian-13", "rhel-9", "rhel-10", "rocky-9", "rocky-10"
]
"""A host's operating system: Ubuntu is configured through netplan, Debian through systemd-networkd, the others through NetworkManager."""


class HostGroupSpec(SpecModel):
    """A group of identical hosts. Its name is the first part of their names: `gpu` makes `gpu01`, `gpu02`."""

    model: HostModel
    """The host model, a name of the catalog."""
    role: HostRole | None = None
    """The purpose of the hosts; by default that of the model. A `manager` runs the subnet of an InfiniBand fabric, a
    `gateway` joins fabrics, a `border` host (a firewall, a router) joins the cluster with the site."""
    count: CountOrZero = 0
    """Hosts installed now; a group that serves storage tiers may leave it out, and has as many as they need."""
    max: Count | None = None
    """The envelope: the largest number of hosts, for all of which names and numbers are assigned. By default `count`; without a `count`, what the tiers need when all GPUs of the envelope are installed."""
    per_rack: Annotated[StrictInt, Field(ge=1, le=100)] | None = None
    """Hosts in one rack; by default as in the vendor's reference design, else as many as fit."""
    positions: tuple[Count, ...] | None = None
    """The places of the installed hosts within the envelope, from 1, when they are not simply the first `count`."""
    manages: Literal["compute", "storage"] | None = None
    """The InfiniBand fabric that hosts of role `manager` manage and are connected to; by default compute."""
    os: HostSystem = "ubuntu-24.04"
    """The operating system of its hosts, which determines the format of their files."""
    driver: Annotated[StrictInt, Field(ge=470, le=999)] | None = None
    """The branch of NVIDIA's driver that the playbooks install from Ubuntu's archive, such as 580, with Fabric Manager of the same
    branch where the GPUs need it. If left out, the image has the driver."""
    packages: tuple[PackageName, ...] = ()
    """Packages that the playbooks install in addition to those of the plan, from repositories of the image: a vendor's driver, DCGM, a client."""
    system_disk: DiskPath | None = None
    """The drive that an installation from the network may erase, such as `/dev/disk/by-path/pci-0000:01:00.0-nvme-1`: the same on every host of the
    group. If left out, the drive is unknown, and hosts of the group are not installed from the network."""
    hugepages_gib: Annotated[StrictInt, Field(ge=1, le=4096)] | None = None
    """Memory of each host that is reserved as huge pages of 2 MiB at boot, GiB: for programs that need it."""
    firmware: dict[ModelRef, FirmwareRelease] = {}
    """The firmware that network adapters of its hosts must have, by adapter: `connectx-7: "28.43.2566"`. The health check of hosts that compute reports ports
    that show another one in `fw_ver`, and drains no host for it. An adapter that is left out is not checked."""
    gap_units: Annotated[StrictInt, Field(ge=0, le=10)] = 0
    """Empty rack units above each host."""

    @property
    def counted(self) -> bool:
        """Whether the number of hosts is known: from the spec, or from its tiers."""
        return "count" in self.model_fields_set
