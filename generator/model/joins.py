"""Whether a host's port can be joined to a switch's cage at all: some cable, or some pair of transceivers, fits both ends.

Lengths are not checked: places are not known yet, and the plan reports what does not reach.
"""

from generator.catalog.load import Catalog
from generator.catalog.model import Cable, Optic
from generator.model.member import MemberPort


def joins(port: MemberPort, cage: str, technology: str, catalog: Catalog) -> bool:
    """Return whether anything of the catalog joins a port to a switch's `cage`, divided as the port asks."""
    return any(technology in cable.technologies and _fits(cable, port, cage) for cable in catalog.cables) or any(
        _understand(one, two)
        for one in _seated(port.form_factor, port.cage_ports, port, technology, catalog)
        for two in _seated(cage, port.breakout.ports, port, technology, catalog)
    )


def _fits(cable: Cable, port: MemberPort, cage: str) -> bool:
    """Whether a ready-made cable goes from one switch cage to one host cage, or to as many as the switch's has ports."""
    if cable.speed_gbps != port.speed_gbps:
        return False
    return any(
        cage in trunk.form_factors
        and trunk.ports == port.breakout.ports == len(legs) * port.cage_ports
        and all(port.form_factor in leg.form_factors and leg.ports == port.cage_ports for leg in legs)
        for trunk, legs in ((cable.ends[0], cable.ends[1:]), (cable.ends[-1], cable.ends[:-1]))
    )


def _seated(form_factor: str, ports: int, port: MemberPort, technology: str, catalog: Catalog) -> list[Optic]:
    return [
        optic
        for optic in catalog.optics
        if technology in optic.technologies
        and form_factor in optic.form_factors
        and (optic.ports, optic.speed_gbps) == (ports, port.speed_gbps)
    ]


def _understand(one: Optic, two: Optic) -> bool:
    return (one.signal, one.fibre, one.connector) == (two.signal, two.fibre, two.connector)
