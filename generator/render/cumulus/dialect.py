"""NVUE syntax by release: 5.15 renamed most switches from `enable: on` to `state: enabled`, and split `ip` by family.

Rule: CumulusNetworks/docs, Cumulus Linux 5.15, New and Changed NVUE Commands.
"""

from ipaddress import ip_interface

from msgspec import Struct

from generator.render.cumulus.grammar import release_of
from generator.render.cumulus.tree import Branch, at

_RENAMED = (5, 15)
MGMT = "mgmt"
DEFAULT = "default"


class Dialect(Struct, frozen=True):
    """The words of one release."""

    modern: bool

    @classmethod
    def of(cls, version: str) -> "Dialect":
        """Return the dialect of a release."""
        return cls(release_of(version) >= _RENAMED)

    @property
    def yes(self) -> str:
        """The value that turns a setting on."""
        return "enabled" if self.modern else "on"

    @property
    def no(self) -> str:
        """The value that turns a setting off."""
        return "disabled" if self.modern else "off"

    def turn_on(self, branch: Branch, *path: str) -> Branch:
        """Turn a feature on, and return its branch."""
        found = at(branch, *path)
        found["state" if self.modern else "enable"] = self.yes
        return found

    def family(self, interface: Branch, prefix: str) -> Branch:
        """Return the branch of an interface for the IP version of an address."""
        return at(interface, f"ipv{ip_interface(prefix).version}" if self.modern else "ip")

    def add_address(self, interface: Branch, prefix: str) -> None:
        """Set the address of an interface, with its prefix length."""
        at(self.family(interface, prefix), "address", prefix)

    def add_virtual(self, interface: Branch, prefix: str) -> None:
        """Set the address that a VLAN interface shares with those of other leaves (VRR)."""
        branch = self.turn_on(self.family(interface, prefix), "vrr")
        at(branch, "address", prefix)
        at(branch, "vrr-state" if self.modern else "state", "up")

    def set_vrf(self, interface: Branch, vrf: str) -> None:
        """Put an interface into a routing instance."""
        (interface if self.modern else at(interface, "ip"))["vrf"] = vrf
