"""Ports of switches by use: uplinks on the last cages, links to the tier below on the first ones."""

from collections.abc import Sequence

from generator.model.demand import Tier
from generator.model.device import End
from generator.model.faceplate import Bank, ports_in, step
from generator.model.interfaces import interface_name


def management_end(device: str) -> End:
    """The out-of-band port of a switch."""
    return End(device=device, cage="mgmt0", port=1, ports=1, interface="eth0", form_factor="rj45")


def up_ports(tier: Tier, steps: Sequence[int], count: int) -> list[End]:
    """The uplinks of a tier's switches, each as an end without a device."""
    return [up_port("", tier, steps, index) for index in range(count)]


def down_ports(tier: Tier) -> list[End]:
    """The ports of a tier's switches towards the tier below, each as an end without a device."""
    return [down_port("", tier, index) for index in range(ports_in(len(tier.bank.cages), tier.breakout))]


def up_port(device: str, tier: Tier, steps: Sequence[int], index: int) -> End:
    """Uplink `index` of a switch that keeps so many of them: they take the last cages of the faceplate, those of a later step the cages before."""
    first = len(tier.bank.cages)
    for uplinks in steps:
        first -= -(-uplinks // tier.breakout.ports) * step(tier.breakout)
        if index < uplinks:
            break
        index -= uplinks
    cage, port = divmod(index, tier.breakout.ports)
    return port_of(
        device, tier, tier.bank, tier.bank.cages[first + cage * step(tier.breakout)], port, tier.breakout.ports
    )


def down_port(device: str, tier: Tier, index: int) -> End:
    """Port `index` of a switch towards the tier below, from the first cage on."""
    cage, port = divmod(index, tier.breakout.ports)
    return port_of(device, tier, tier.bank, tier.bank.cages[cage * step(tier.breakout)], port, tier.breakout.ports)


def port_of(device: str, tier: Tier, bank: Bank, cage: int, port: int, ports: int) -> End:
    """Port `port` (from 0) of a cage that is divided into so many."""
    return End(
        device=device,
        cage=str(cage),
        port=port + 1,
        ports=ports,
        form_factor=bank.form_factor,
        interface=interface_name(tier.model, tier.os, cage, port + 1, ports),
    )
