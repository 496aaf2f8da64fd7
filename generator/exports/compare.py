"""Comparison of NetBox or Nautobot with a plan: both values of every fact that differs, with the place of the other one.

Only kinds of facts that were read are compared: without cables in an export, none are compared.
"""

from collections.abc import Iterator
from ipaddress import ip_address

from generator.adopt.survey import Survey
from generator.exports.difference import Comparison, Difference
from generator.exports.netbox.pdus import ROLE
from generator.exports.netbox.table import role, slug
from generator.plan.cabling.records import Link
from generator.plan.pdu_records import PORT, ManagedPdu
from generator.plan.plan import Plan
from generator.plan.power.loads import installed_models

Port = tuple[str, str]
"""A device and its interface; the interface is empty for the IPv6 addresses of a switch itself."""


def compare(plan: Plan, survey: Survey, tool: str) -> Comparison:
    """Compare what was read of a tool with the plan."""
    here = _Sides(plan, survey, tool)
    differences = (*here.devices(), *here.facts(), *here.addresses(), *here.cables(), *here.conflicts())
    remarks = tuple(f"{each.place}: {each.what}; {each.help}" for each in survey.remarks)
    return Comparison(
        differences=differences, compared=len(survey.devices) + len(survey.facts) + len(survey.cables), remarks=remarks
    )


class _Sides:
    """Each method yields the differences of one kind of fact."""

    def __init__(self, plan: Plan, survey: Survey, tool: str) -> None:
        self.plan, self.survey, self.tool = plan, survey, tool
        self.named = {device.name: device for device in plan.devices}
        self.strips = {pdu.name: pdu for pdu in plan.pdus}
        self.known = {*self.named, *self.strips}

    def _differ(self, about: str, *, there: str, plan: str, place: str = "") -> Difference:
        return Difference(tool=self.tool, about=about, there=there, plan=plan, place=place)

    def devices(self) -> Iterator[Difference]:
        """Devices that only one side has, and roles. Only a list of devices, with models, shows missing ones."""
        whole = any(self.survey.about("model"))
        for name, place in self.survey.devices.items():
            if name not in self.known:
                yield self._differ(name, there="this device", plan="", place=str(place))
        for name in (*self.named, *self.strips) if whole else ():
            if ("model", name) not in self.survey.facts:
                yield self._differ(name, there="", plan="this device")
        for name, groups in self.survey.groups.items():
            mine = role(self.named[name]) if name in self.named else ROLE
            if name in self.known and mine not in groups:
                group, place = next(iter(groups.items()))
                yield self._differ(f"{name} role", there=group, plan=mine, place=str(place))

    def facts(self) -> Iterator[Difference]:
        """Values of devices, VLANs and pools."""
        mine = dict(self._own())
        for key, fact in self.survey.facts.items():
            if key[0] in {"model", "address", "address6"} or (
                key[0] not in {"vlan", "pool"} and key[1] not in self.known
            ):
                continue
            if key in mine and str(fact.value) != mine[key] and (mine[key] or key[0] not in {"serial", "mac"}):
                about = " ".join((*key[1:], key[0])) if key[0] != "vlan" else f"VLAN {key[1]}"
                yield self._differ(about, there=str(fact.value), plan=mine[key], place=str(fact.place))
        if any(self.survey.about("vlan")):
            for each in self.plan.vlans:
                if ("vlan", each.name) not in self.survey.facts:
                    yield self._differ(f"VLAN {each.name}", there="", plan=str(each.vlan))
        models = installed_models(self.plan)
        for (_, name), fact in self.survey.about("model"):
            if name in self.named:
                entry = models[self.named[name].model]
                if slug(str(fact.value)) not in {slug(entry.model), slug(entry.title)}:
                    yield self._differ(f"{name} model", there=str(fact.value), plan=entry.title, place=str(fact.place))

    def _own(self) -> Iterator[tuple[tuple[str, ...], str]]:
        yield from ((("unit", name), str(device.unit)) for name, device in self.named.items())
        for name, device in (*self.named.items(), *self.strips.items()):
            yield ("rack", name), device.rack
            assets = self.plan.site.assets.get(name)
            yield ("serial", name), (assets.serial if assets else "")
            yield from ((("mac", name, port), mac) for port, mac in (assets.macs if assets else {}).items())
        for switch in self.plan.switches:
            yield ("os", switch.name), switch.os or ""
            yield ("loopback", switch.name), switch.loopback
            yield ("vtep", switch.name), switch.vtep
        yield from ((("vlan", each.name), str(each.vlan)) for each in self.plan.vlans)
        for each in self.plan.prefixes:
            if each.kind == "pool":
                yield ("pool", each.name.removeprefix("oob-")), each.prefix

    def addresses(self) -> Iterator[Difference]:
        """Addresses of ports, of both families in their normal form; several of a port are a set."""
        theirs: dict[Port, dict[str, str]] = {}
        for kind in ("address", "address6"):
            for (_, name, port, *_), fact in self.survey.about(kind):
                if name in self.known:
                    theirs.setdefault((name, port), {})[_normal(fact.value)] = str(fact.place)
        mine = self._own_addresses()
        for name, port in dict.fromkeys((*theirs, *mine)) if theirs else ():
            there, here = theirs.get((name, port), {}), mine.get((name, port), set())
            if set(there) != here:
                said = ", ".join(sorted(set(there) - here))
                place = next((where for value, where in there.items() if value not in here), "")
                about = f"{name} {port or 'loopback'} address"
                yield self._differ(about, there=said, plan=", ".join(sorted(here - set(there))), place=place)

    def _own_addresses(self) -> dict[Port, set[str]]:
        """Return the plan's addresses by port. IPv4 addresses of a switch itself are facts of the switch."""
        special = {
            (switch.name, each.interface)
            for switch in self.plan.switches
            for each in self.plan.addresses_of[switch.name]
            if each.use in {"loopback", "vtep"}
        }
        mine: dict[Port, set[str]] = {}
        for pdu in self.plan.pdus:
            mine[pdu.name, PORT] = {_normal(pdu.address)}
        for each in self.plan.device_addresses:
            itself = (each.device, each.interface) in special
            if each.address and not itself:
                mine.setdefault((each.device, each.interface), set()).add(_normal(each.address))
            if each.ipv6:
                mine.setdefault((each.device, "" if itself else each.interface), set()).add(_normal(each.ipv6))
        return mine

    def cables(self) -> Iterator[Difference]:
        """The far end of every cabled port, and each cable's label and length."""
        mine: dict[Port, tuple[Port, Link | ManagedPdu]] = {}
        for a, b, link in self._own_cables():
            mine.update({a: (b, link), b: (a, link)})
        reported = {frozenset((row.a, row.b)) for row in self.survey.rows}
        for cable in self.survey.cables:
            # the end that a difference is about is one that the plan cables, so that it names the cable that is missing there
            a, b = (cable.a, cable.b) if cable.a in mine else (cable.b, cable.a)
            known = mine.get(a)
            if known is None or known[0] != b:
                plan = f"a cable to {' '.join(known[0])}" if known else ""
                yield self._differ(" ".join(a), there=f"a cable to {' '.join(b)}", plan=plan, place=str(cable.place))
                reported |= {frozenset((a, known[0]))} if known else set()
                continue
            link = known[1]
            if cable.label and cable.label != link.cable:
                yield self._differ(
                    f"{' '.join(cable.a)} label", there=cable.label, plan=link.cable, place=str(cable.place)
                )
            if cable.length_m is not None and cable.length_m != link.length_m:
                yield self._differ(
                    f"{' '.join(cable.a)} length",
                    there=f"{cable.length_m:g} m",
                    plan=f"{link.length_m:g} m",
                    place=str(cable.place),
                )
        for a, b, _ in self._own_cables() if self.survey.cables else ():
            if frozenset((a, b)) not in reported:
                yield self._differ(" ".join(a), there="", plan=f"a cable to {' '.join(b)}")

    def _own_cables(self) -> Iterator[tuple[Port, Port, Link | ManagedPdu]]:
        """Yield the plan's cables by their ends."""
        for link in self.plan.links:
            yield (link.a.device, link.a.interface), (link.b.device, link.b.interface), link
        for pdu in self.plan.pdus:
            yield (pdu.name, PORT), (pdu.leaf, pdu.interface), pdu

    def conflicts(self) -> Iterator[Difference]:
        """Contradictions between files: the first one was compared."""
        for each in self.survey.conflicts:
            yield self._differ(
                f"{each.about} stated twice by {self.tool}",
                there=f"{each.first.value} and {each.other.value}",
                plan="one value",
                place=str(each.other.place),
            )


def _normal(address: str) -> str:
    """Return an address in its normal form: `2001:DB8::0001` is `2001:db8::1`."""
    return str(ip_address(address))
