"""What NetBox has against what a plan has: both values of every fact that differs, with the line of the export that states NetBox's.

Only kinds of facts that the files have are compared: an export without cables says nothing of cables.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from generator.adopt.formats.netbox import FORMAT
from generator.adopt.source_file import Options, read_sources
from generator.adopt.survey import Survey
from generator.exports.netbox.table import role, slug
from generator.plan.cabling.records import Link
from generator.plan.plan import Plan
from generator.plan.power.loads import installed_models


class Difference(Struct, frozen=True, kw_only=True):
    """One fact that differs. `netbox` or `plan` is empty where that side has nothing."""

    about: str
    netbox: str
    plan: str
    place: str = ""

    @property
    def text(self) -> str:
        """One line for a terminal."""
        where = f" ({self.place})" if self.place else ""
        return f"{self.about}: netbox has {self.netbox or 'nothing'}, the plan has {self.plan or 'nothing'}{where}"


class Comparison(Struct, frozen=True, kw_only=True):
    """The differences, how many facts were compared, and what the files have that is no fact."""

    differences: tuple[Difference, ...]
    compared: int
    remarks: tuple[str, ...]


def compare(plan: Plan, sources: Sequence[Path]) -> Comparison:
    """Read answers of NetBox's API or its tables, and hold them against the plan.

    Raises:
        SpecError: a file that cannot be read, or is none of NetBox's.
    """
    survey = Survey()
    read_sources(sources, Options(), (FORMAT,), survey)
    survey.join(lambda end: end)
    here = _Sides(plan, survey)
    differences = (*here.devices(), *here.facts(), *here.addresses(), *here.cables(), *here.conflicts())
    remarks = tuple(f"{each.place}: {each.what}; {each.help}" for each in survey.remarks)
    return Comparison(
        differences=differences, compared=len(survey.devices) + len(survey.facts) + len(survey.cables), remarks=remarks
    )


class _Sides:
    """Each method yields the differences of one kind of fact."""

    def __init__(self, plan: Plan, survey: Survey) -> None:
        self.plan, self.survey = plan, survey
        self.named = {device.name: device for device in plan.devices}

    def devices(self) -> Iterator[Difference]:
        """Devices that one side alone has, and roles. Only a list of devices, which states models, tells which are missing."""
        whole = any(self.survey.about("model"))
        for name, place in self.survey.devices.items():
            if name not in self.named:
                yield Difference(about=name, netbox="this device", plan="", place=str(place))
        for name in self.named if whole else ():
            if ("model", name) not in self.survey.facts:
                yield Difference(about=name, netbox="", plan="this device")
        for name, groups in self.survey.groups.items():
            if name in self.named and (mine := role(self.named[name])) not in groups:
                group, place = next(iter(groups.items()))
                yield Difference(about=f"{name} role", netbox=group, plan=mine, place=str(place))

    def facts(self) -> Iterator[Difference]:
        """What is fixed of a device, of a VLAN or of a pool."""
        mine = dict(self._own())
        for key, fact in self.survey.facts.items():
            if key[0] in {"model", "address"} or (key[0] not in {"vlan", "pool"} and key[1] not in self.named):
                continue
            if key in mine and str(fact.value) != mine[key] and (mine[key] or key[0] not in {"serial", "mac"}):
                about = " ".join((*key[1:], key[0])) if key[0] != "vlan" else f"VLAN {key[1]}"
                yield Difference(about=about, netbox=str(fact.value), plan=mine[key], place=str(fact.place))
        models = installed_models(self.plan)
        for (_, name), fact in self.survey.about("model"):
            if name in self.named:
                entry = models[self.named[name].model]
                if slug(str(fact.value)) not in {slug(entry.model), slug(entry.title)}:
                    yield Difference(
                        about=f"{name} model", netbox=str(fact.value), plan=entry.title, place=str(fact.place)
                    )

    def _own(self) -> Iterator[tuple[tuple[str, ...], str]]:
        for name, device in self.named.items():
            yield ("rack", name), device.rack
            yield ("unit", name), str(device.unit)
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
        """Addresses of ports; several of a port are a set."""
        theirs: dict[tuple[str, str], dict[str, str]] = {}
        for (_, name, port, *_), fact in self.survey.about("address"):
            if name in self.named:
                theirs.setdefault((name, port), {})[fact.value] = str(fact.place)
        special = {
            (s.name, a.interface)
            for s in self.plan.switches
            for a in self.plan.addresses_of[s.name]
            if a.use in {"loopback", "vtep"}
        }
        mine: dict[tuple[str, str], set[str]] = {}
        for each in self.plan.addresses:
            if (each.device, each.interface) not in special:
                mine.setdefault((each.device, each.interface), set()).update(v for v in (each.address, each.ipv6) if v)
        for name, port in dict.fromkeys((*theirs, *mine)) if theirs else ():
            there, here = theirs.get((name, port), {}), mine.get((name, port), set())
            if set(there) != here:
                said, place = (
                    ", ".join(sorted(set(there) - here)),
                    next((p for v, p in there.items() if v not in here), ""),
                )
                yield Difference(
                    about=f"{name} {port} address", netbox=said, plan=", ".join(sorted(here - set(there))), place=place
                )

    def cables(self) -> Iterator[Difference]:
        """The far end of every cabled port, and each cable's label and length."""
        mine: dict[tuple[str, str], tuple[tuple[str, str], Link]] = {}
        for link in self.plan.links:
            a, b = (link.a.device, link.a.interface), (link.b.device, link.b.interface)
            mine.update({a: (b, link), b: (a, link)})
        seen = set()
        for cable in self.survey.cables:
            seen |= {cable.a, cable.b}
            known = mine.get(cable.a)
            if known is None or known[0] != cable.b:
                plan = f"a cable to {' '.join(known[0])}" if known else ""
                about = " ".join(cable.a)
                yield Difference(
                    about=about, netbox=f"a cable to {' '.join(cable.b)}", plan=plan, place=str(cable.place)
                )
                continue
            link = known[1]
            if cable.label and cable.label != link.cable:
                yield Difference(
                    about=f"{' '.join(cable.a)} label", netbox=cable.label, plan=link.cable, place=str(cable.place)
                )
            if cable.length_m is not None and cable.length_m != link.length_m:
                yield Difference(
                    about=f"{' '.join(cable.a)} length",
                    netbox=f"{cable.length_m:g} m",
                    plan=f"{link.length_m:g} m",
                    place=str(cable.place),
                )
        for link in self.plan.links if seen else ():
            a, b = (link.a.device, link.a.interface), (link.b.device, link.b.interface)
            if not {a, b} & seen:
                yield Difference(about=" ".join(a), netbox="", plan=f"a cable to {' '.join(b)}")

    def conflicts(self) -> Iterator[Difference]:
        """What the files contradict each other in: the first one was compared."""
        for each in self.survey.conflicts:
            yield Difference(
                about=f"{each.about} in two files of netbox",
                netbox=f"{each.first.value} and {each.other.value}",
                plan="one value",
                place=str(each.other.place),
            )
