"""fping from a namespace: addresses that do not answer."""

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from generator.twin.bottle import Bottle, BottleError
from generator.twin.threads import each
from generator.twin.tree import End, Rail

Pair = tuple[End, End]
Address = IPv4Address | IPv6Address

SIZE_BYTES = 56
HEADERS_BYTES = {4: 28, 6: 48}
"""IP and ICMP by the version of IP: headers in addition to a ping's payload."""
RETRIES = 2


def silent(
    bottle: Bottle,
    device: str,
    source: Address,
    targets: Iterable[Address],
    size_bytes: int = SIZE_BYTES,
    retries: int = RETRIES,
) -> set[Address]:
    """The targets that do not answer a ping of `size_bytes`, never fragmented, sent from `source` on `device`."""
    command = f"fping -u -M -r {retries} -t 500 -i 1 -b {size_bytes} -S {source}".split()
    asked = {str(target): target for target in targets}
    done = bottle.run(*command, netns=device, stdin="\n".join(asked))
    if done.returncode not in (0, 1):
        message = f"fping on {device}: {done.stderr.strip()}"
        raise BottleError(message)
    return {asked[str(ip_address(line.split()[0]))] for line in done.stdout.splitlines()}


def silent_pairs(
    bottle: Bottle, sources: Iterable[Rail], rails: Sequence[Rail], version: int, size_bytes: int, retries: int
) -> set[Pair]:
    """The pairs of NICs of different hosts in which the second does not answer the first."""

    def ask(rail: Rail) -> list[Pair]:
        others = {_address(far, version): far.nic for far in rails if far.nic.device != rail.nic.device}
        mute = silent(bottle, rail.nic.device, _address(rail, version), others, size_bytes, retries)
        return [(rail.nic, others[address]) for address in mute]

    return {pair for pairs in each(ask, sources) for pair in pairs}


def _address(rail: Rail, version: int) -> Address:
    address = rail.address if version == 4 else rail.address_ipv6
    assert address is not None, f"{rail.nic} has no IPv6 address"
    return address.ip
