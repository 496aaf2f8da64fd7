"""Route leaks between a switch's routing instances, as text for `ip -batch`.

Instances are namespaces here, between which a kernel does not forward: a veth pair between each two replaces the ASIC. Routes over it are those of
the switch's own file, and they are set before FRR starts, which does not change routes of others in the kernel.
"""

from generator.twin.switch_config import DEFAULT, SwitchConfig

_NETWORKS = {4: "169.254.{0}.{1}/31", 6: "fd00:ffff:{0}::{1}/127"}


def add(lines: dict[str, list[str]], switch: str, config: SwitchConfig) -> None:
    """Append to the lines of the switch's namespaces what joins those between which a route crosses."""
    pairs: dict[tuple[str, str], int] = {}
    for into, source, prefix in config.crossings():
        low, high = sorted((into, source))
        number = pairs.setdefault((low, high), len(pairs))
        end = int(into == high)
        if len(pairs) - 1 == number and f"link set dev cross{number} up" not in lines[_home(switch, low)]:
            _join(lines, switch, (low, high), number)
        hop = _NETWORKS[prefix.version].format(number, 1 - end).partition("/")[0]
        lines[_home(switch, into)].append(f"route add {prefix} via {hop} dev cross{number}")


def _join(lines: dict[str, list[str]], switch: str, pair: tuple[str, str], number: int) -> None:
    one, other = (f"cross{number} netns {_home(switch, vrf)}" for vrf in pair)
    lines[switch].append(f"link add dev {one} mtu 9216 type veth peer name {other} mtu 9216")
    for end, vrf in enumerate(pair):
        named = lines[_home(switch, vrf)]
        named += [f"addr add {network.format(number, end)} dev cross{number}" for network in _NETWORKS.values()]
        named.append(f"link set dev cross{number} up")


def _home(switch: str, vrf: str) -> str:
    return switch if vrf == DEFAULT else f"{switch}.{vrf}"
