"""A leaf's own address in a VLAN whose gateway all leaves share.

Where a gateway is an anycast address, some systems ask for an address of the switch's own beside it, which it uses when it starts a
conversation (Cumulus Linux, Virtual Router Redundancy). The segment's first places are for such: place 1 is the shared gateway, leaf n
(from 0) has place n + 2. They belong to role 0, which no host has.
"""

from ipaddress import ip_address

from generator.plan.addressing.records import Address


def own_gateway(gateway: Address, leaf: int) -> str:
    """Return the address of a leaf (its ordinal, from 0) beside the shared gateway of a VLAN."""
    return str(ip_address(gateway.address) + 1 + leaf)
