"""Planes: parallel fabrics over which every NIC port is split. Plane p has the ordinals that follow those of plane p - 1."""

from msgspec import Struct

from generator.model.device import TIERS, LinkKind, SwitchTier
from generator.model.fabric_shape import FabricShape
from generator.model.naming import device_name


class Installed(Struct, frozen=True):
    """Installed switches of a fabric over all planes: sorted ordinals by tier."""

    leaves: tuple[int, ...]
    spines: tuple[int, ...]
    cores: tuple[int, ...]

    def of(self, tier: SwitchTier) -> tuple[int, ...]:
        """The ordinals of a tier."""
        return _of_tier(self, tier)


class Plane(Struct, frozen=True):
    """One plane of a fabric: its number from 0, and which of its switches are meant, by ordinals within the plane."""

    shape: FabricShape
    number: int
    leaves: tuple[int, ...]
    spines: tuple[int, ...]
    cores: tuple[int, ...]

    def of(self, tier: SwitchTier) -> tuple[int, ...]:
        """The ordinals of a tier, within the plane."""
        return _of_tier(self, tier)

    def switch(self, tier: SwitchTier, ordinal: int) -> str:
        """Name a switch by its ordinal within the plane."""
        return switch_name(self.shape, tier, self.number * self.shape.in_plane(tier) + ordinal)

    def numbered(self, tier: SwitchTier, ordinal: int) -> int:
        """Return the number over all planes of a switch by its ordinal in this one."""
        return self.shape.number(tier, self.number * self.shape.in_plane(tier) + ordinal)

    def host_link(self, kind: str, place: int) -> int:
        """Return the coordinate over all planes of a host link of a member, or of a switch that manages itself."""
        return self.shape.host_link_number(self.number, kind, place)


def _of_tier(there: Installed | Plane, tier: SwitchTier) -> tuple[int, ...]:
    return {"leaf": there.leaves, "spine": there.spines, "core": there.cores}[tier]


def planes_of(shape: FabricShape, installed: Installed) -> list[Plane]:
    """Divide the installed switches by plane."""
    return [
        Plane(shape, number, *(_local(installed.of(tier), shape.in_plane(tier), number) for tier in TIERS))
        for number in range(shape.planes)
    ]


def _local(ordinals: tuple[int, ...], size: int, plane: int) -> tuple[int, ...]:
    return tuple(ordinal - plane * size for ordinal in ordinals if plane * size <= ordinal < (plane + 1) * size)


def switch_name(shape: FabricShape, tier: SwitchTier, ordinal: int) -> str:
    """Name a switch by its coordinate: `compute-leaf07`, or `compute-p1-leaf07` where there are planes."""
    size = shape.in_plane(tier)
    plane, local = divmod(ordinal, size)
    stem, digits = f"{switch_stem(shape, plane)}-{tier}", shape.digits(tier, shape.first.in_plane(tier))
    naming = shape.demand.baseline.names.get(stem)
    return naming.name(local, stem, digits) if naming else device_name(stem, local, digits)


def switch_stem(shape: FabricShape, plane: int) -> str:
    """The prefix of the names of a plane's switches."""
    name = shape.carrier or shape.name
    return f"{name}-p{plane}" if shape.planes > 1 else name


def envelope_switches(shape: FabricShape) -> Installed:
    """All switches of the envelope."""
    return Installed(tuple(range(shape.leaves)), tuple(range(shape.spines)), tuple(range(shape.cores)))


def installed_switches(shape: FabricShape) -> Installed:
    """Find the switches that today's hosts need.

    A scalable unit with a host has all its leaves, a pod with a leaf all its spines (each installed leaf has all of its uplinks), or as many as the
    spec states, and cores come with the second pod. All installed planes are alike.
    """
    seating = shape.seating
    if shape.carrier or shape.demand.spec.carries:  # a converged pair is installed with the first host
        return Installed(tuple(range(shape.leaves)), (), ())
    sus = {seating.run_of(member.name, ordinal).su for member in shape.demand.members for ordinal in member.installed}
    per_su = seating.leaves_per_su
    leaves = [su * per_su + leaf for su in sorted(sus) for leaf in range(per_su)]
    upper = shape.upper
    if upper is None:
        return Installed(_everywhere(shape, "leaf", leaves), (), ())
    pods = sorted({shape.pod_of(leaf) for leaf in leaves})
    spines = [pod * upper.spines + spine for pod in pods for spine in range(shape.spines_there)]
    cores = range(shape.in_plane("core")) if len(pods) > 1 else ()
    return Installed(
        *(_everywhere(shape, tier, found) for tier, found in zip(TIERS, (leaves, spines, cores), strict=True))
    )


def _everywhere(shape: FabricShape, tier: SwitchTier, ordinals: list[int] | range | tuple[()]) -> tuple[int, ...]:
    size = shape.in_plane(tier)
    return tuple(plane * size + ordinal for plane in range(shape.planes_there) for ordinal in ordinals)


def links_in_plane(shape: FabricShape) -> dict[LinkKind, int]:
    """How many links of each kind one plane of the envelope may have: the range of their coordinates."""
    hosts = sum(member.max * len(member.ports) for member in shape.demand.members)
    own = shape.leaves + shape.spines if shape.demand.own_management else 0
    upper = shape.upper
    return {
        "host_leaf": hosts + own,
        "leaf_spine": shape.in_plane("leaf") * shape.uplinks if upper else 0,
        "spine_core": shape.in_plane("spine") * upper.spine_uplinks if upper else 0,
        "leaf_leaf": shape.peer_links,
    }


def envelope_links(shape: FabricShape) -> dict[LinkKind, int]:
    """How many links of each kind the whole envelope may have."""
    return {kind: count * shape.planes for kind, count in links_in_plane(shape).items()}
