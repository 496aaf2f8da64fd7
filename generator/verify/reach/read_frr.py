"""frr.conf: the networks that a switch announces, by instance, and the VXLAN network of each instance."""

from pathlib import Path

from msgspec import Struct, field

from generator.verify.reach.learned import Learned
from generator.verify.reach.packet import Span, family_of, span_of
from generator.verify.reach.read_frr_policy import read_frr_learned


class FrrRoutes(Struct):
    """What is announced, `vni` lines of instances, and what hosts may tell."""

    announced: dict[str, list[tuple[int, Span]]] = field(default_factory=dict)
    vnis: dict[str, int] = field(default_factory=dict)
    learned: Learned = field(default_factory=Learned)


def read_frr(file: Path) -> FrrRoutes:
    """Read a file. Networks of an instance count where EVPN passes them on (`advertise`), and those of the default one as they stand."""
    found = FrrRoutes()
    if not file.is_file():
        return found
    networks: dict[str, list[tuple[int, Span]]] = {}
    advertised: dict[str, set[int]] = {"": {4, 6}}
    instance = ""
    lines = file.read_text(encoding="utf-8").splitlines()
    found.learned = read_frr_learned(f"switches/{file.parent.name}/{file.name}", lines)
    for line in lines:
        words = line.split()
        if not line.startswith(" "):
            is_vrf = words[:1] == ["vrf"]
            instance = words[1] if is_vrf else words[words.index("vrf") + 1] if words[:2] == ["router", "bgp"] and "vrf" in words else ""  # fmt: skip
        elif words[0] == "vni":
            found.vnis[instance] = int(words[1])
        elif words[0] == "network":
            networks.setdefault(instance, []).append((family_of(words[1]), span_of(words[1])))
        elif words[0] == "advertise" and words[2:] == ["unicast"]:
            advertised.setdefault(instance, set()).add(6 if words[1] == "ipv6" else 4)
    found.announced = {
        name: [each for each in rows if each[0] in advertised.get(name, ())] for name, rows in networks.items()
    }
    return found
