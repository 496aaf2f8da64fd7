"""`hosts`: groups of equal hosts."""

from typing import Annotated, Literal

from pydantic import Field, StrictInt, StringConstraints

from generator.spec.base import Count, CountOrZero, ModelRef, SpecModel

PackageName = Annotated[
    str, StringConstraints(strict=True, max_length=120, pattern=r"^[A-Za-z0-9][A-Za-z0-9+._-]*([A-Za-z0-9._]|[+]{2})$")
]
"""A package of a distribution or of a vendor's repository (Debian Policy 5.6.1; RPM names have capitals too), without a version. Behind a name, apt takes `-` for an order to remove it."""
DiskPath = Annotated[
    str, StringConstraints(strict=True, max_length=200, pattern=r"^/dev/disk/by-(path|id)/[A-Za-z0-9._:+@-]+$")
]
"""A drive by a name that does not depend on the order in which the kernel finds drives (udev's 60-persistent-storage.rules)."""
HostRole = Literal["compute", "storage", "control", "login", "manager", "gateway", "border"]
HostSystem = Literal[
    "ubuntu-22.04", "ubuntu-24.04", "debian-12", "debian-13", "rhel-9", "rhel-10", "rocky-9", "rocky-10"
]
"""A host's operating system: Ubuntu is configured through netplan, Debian through systemd-networkd, the others through NetworkManager."""


class HostGroupSpec(SpecModel):
    """A group of equal hosts. Its name is the first part of their names: `gpu` makes `gpu01`, `gpu02`."""

    model: ModelRef
    """The host model, a name of the catalog."""
    role: HostRole | None = None
    """What the hosts are for; by default what the model is made for. A `manager` runs the subnet of an InfiniBand fabric, a
    `gateway` joins fabrics, a `border` host (a firewall, a router) joins the cluster with the site."""
    count: CountOrZero = 0
    """Hosts installed now; a group that serves storage tiers may leave it out, and has as many as they need."""
    max: Count | None = None
    """The envelope: hosts that everything is numbered for. By default `count`; without a `count`, what the tiers need of it when all GPUs of the envelope are there."""
    per_rack: Annotated[StrictInt, Field(ge=1, le=100)] | None = None
    """Hosts in one rack; by default what the vendor's reference design has, else what fits."""
    positions: tuple[Count, ...] | None = None
    """The places of the installed hosts within the envelope, from 1, when they are not simply the first `count`."""
    manages: Literal["compute", "storage"] | None = None
    """The InfiniBand fabric that hosts of role `manager` look after, and take their ports on; by default compute."""
    os: HostSystem = "ubuntu-24.04"
    """The operating system of its hosts, which decides the form of their files."""
    driver: Annotated[StrictInt, Field(ge=470, le=999)] | None = None
    """The branch of NVIDIA's driver that the playbooks install from Ubuntu's archive, such as 580, with Fabric Manager of the same
    branch where the GPUs need it. Left out: the image brings the driver."""
    packages: tuple[PackageName, ...] = ()
    """Packages that the playbooks install beside those of the plan, from repositories that the image knows: a vendor's driver, DCGM, a client."""
    system_disk: DiskPath | None = None
    """The drive that an installation from the network may erase, such as `/dev/disk/by-path/pci-0000:01:00.0-nvme-1`: the same on every host of the
    group. Left out: nothing says which drive that is, and hosts of the group are not installed from the network."""
    hugepages_gib: Annotated[StrictInt, Field(ge=1, le=4096)] | None = None
    """Memory of each host that is set apart in pages of 2 MiB when it boots, GiB: for programs that ask for it."""
    gap_units: Annotated[StrictInt, Field(ge=0, le=10)] = 0
    """Empty rack units above each host."""

    @property
    def counted(self) -> bool:
        """Whether somebody says how many hosts there are: the spec, or what follows from its tiers."""
        return "count" in self.model_fields_set
