"""Operating systems of switches: their releases, and which of them has what."""

import operator
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from generator.catalog.entry import CatalogEntry
from generator.spec.base import Line, Note, Number, SpecModel, VlanId, Word, own_error

FeatureName = Literal[
    "acl",
    "adaptive-routing",
    "anycast-gateway",
    "bfd",
    "dhcp-relay-unnumbered",
    "evpn-l3vni",
    "evpn-multihoming",
    "evpn-multihoming-pair",
    "evpn-multihoming-vlans",
    "gnmi",
    "mlag",
    "pfc",
    "route-leaking",
    "snmpv3",
    "syslog-tls",
    "tacacs",
    "unnumbered-bgp",
    "vxlan",
    "wait-install",
    "weighted-ecmp",
]


class Feature(SpecModel):
    """Since when a system has something; null: no release that is known has it."""

    since: Word | None
    """The first release that has it; the oldest known one where documents name none."""
    only: tuple[Word, ...] | None = None
    """Switch models that can do it; null: all that the system runs on."""
    because: Note
    """The document, and what it says where that matters."""


class WatchdogFact(SpecModel):
    """The PFC watchdog of a system as its maker sets it. Times in ms."""

    poll_ms: Number
    """Time between two looks."""
    detection_ms: Number
    """How long a queue must stand still."""
    restoration_ms: Number | None
    """How long it must move again; null: the system has no such setting."""
    ports_a_step: Number | None = None
    """All times are multiplied for every so many ports begun; null: they are not."""
    poll_most_ms: Number | None = None
    """The largest time between two looks."""


_Plain = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$")]
"""A name that expressions and inventories use as it is."""
_Option = Annotated[int, Field(ge=54, le=254)]
"""A DHCP option (RFC 2132), none of those by which DHCP itself works."""


class VlanRange(SpecModel):
    """VLAN ids, both ends included."""

    first: VlanId
    """The lowest."""
    last: VlanId
    """The highest."""

    @property
    def ids(self) -> range:
        """All of them."""
        return range(self.first, self.last + 1)


class FirstStart(SpecModel):
    """How a switch says that it starts for the first time."""

    option: _Option
    """The DHCP option in which it says so."""
    says: _Plain
    """What stands there, or where that begins."""
    whole: bool
    """Whether nothing else stands there."""
    url_option: _Option
    """The DHCP option in which it looks for a URL."""


class Reached(SpecModel):
    """How Ansible reaches switches of a system."""

    user: _Plain | None
    """The user that the image has from the factory, over SSH; null: modules run on the controller."""
    network_os: _Plain | None
    """The network OS of the collection that somebody may bring; null: none is needed."""


_Said = Annotated[str, StringConstraints(strict=True, max_length=600, pattern=r"^[A-Za-z][A-Za-z0-9 ,.;:()/'`_-]+$")]
"""Words that a page shows as they are: nothing in them is markup but for code between backticks."""


class OpenFact(SpecModel):
    """Something that no document at hand states of a system, and what follows until somebody does."""

    where: Literal["lossless", "two-lossless", "marked", "tunnels"]
    """Switches that it is about: with lossless ports, with several lossless classes on them, with marked ones, or with ends of VXLAN tunnels."""
    asics: tuple[Line, ...] | None = None
    """Silicon that it is about, by how its name begins; null: all."""
    what: _Said
    """What is not known, what follows, and how it is found out."""


class SwitchSystem(CatalogEntry):
    """An operating system of Ethernet switches."""

    versions: Annotated[tuple[Word, ...], Field(min_length=1)]
    """Releases whose form is known, oldest first."""
    features: dict[FeatureName, Feature]
    """What it has; a name that is missing here is not known, and refused."""
    mtu_most_bytes: Number
    """The largest packet of a routed port, bytes."""
    watchdog: WatchdogFact | None = None
    """Its PFC watchdog."""
    reserved_vlans: Annotated[VlanRange | None, Field(exclude_if=operator.not_)] = None
    """VLAN ids that it keeps for its own forwarding; null: no document has any."""
    upgrades_from: Annotated[dict[Word, Word], Field(exclude_if=operator.not_)] = {}
    """The oldest release from which each can be installed in place; a release that is missing here has no limit in any document."""
    first_start: FirstStart | None
    """Its start from the network; null: in no document."""
    reached: Reached
    """How it is reached."""
    takes: tuple[Word, ...] = ()
    """Vendors whose transceivers and cables it runs without a licence; empty: no document says that it looks at their code."""
    open: tuple[OpenFact, ...] = ()
    """What no document states of it: every tree that has it waits for it."""
    own_gateway: bool = False
    """Whether a leaf needs an address of its own beside a gateway that all leaves share."""

    @model_validator(mode="after")
    def _known_releases(self) -> "SwitchSystem":
        for name, fact in self.features.items():
            if fact.since is not None and fact.since not in self.versions:
                raise own_error(
                    f"{name} came with {fact.since}, which is none of the releases {', '.join(self.versions)}"
                )
        return self

    def has(self, feature: FeatureName, version: str, model: str) -> bool:
        """Whether a release on a switch model has a feature."""
        fact = self.features.get(feature)
        if fact is None or fact.since is None or (fact.only is not None and model not in fact.only):
            return False
        return self.versions.index(version) >= self.versions.index(fact.since)
