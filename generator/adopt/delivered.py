"""Serial numbers, MAC addresses and GUIDs of a site for `assets.yaml`: by device and port of the plan, without those that its rules refuse."""

from typing import Any

from msgspec import Struct
from pydantic import ValidationError

from generator.adopt.adopt import Import
from generator.adopt.ground import at_home
from generator.adopt.seating import Ports
from generator.adopt.site_map import SiteMap
from generator.adopt.survey import Fact, Key
from generator.plan.asset_ports import MANAGEMENT, guid_ports, mac_ports
from generator.plan.draft import Draft
from generator.plan.sonic import BASE_MAC
from generator.source.diagnostic import Diagnostic, SpecError
from generator.source.span import Loc
from generator.spec.assets import DeviceAssets

Assets = dict[str, dict[str, Any]]
_MANAGEMENT = frozenset({"eth0", MANAGEMENT, "management0", "management1", "ma0", "ma1"})
"""Names of management ports in systems of switches."""
_FIELDS = {"mac": "macs", "guid": "guids"}
_CORRECT = "correct it in the source, or write it into assets.yaml"
_UNUSED = "MAC addresses of switch ports, bonds and VLANs (no file needs them)"
_SAME = "base MAC addresses of switches that their management ports have, too"


class Delivery(Struct, frozen=True):
    """The delivered hardware, and the plan with it."""

    assets: Assets
    plan: Draft


def delivered(done: Import, site: SiteMap) -> Delivery:
    """Return the delivered hardware and the plan with it; assets that the plan refuses are reported and left out.

    Raises: DocumentError: other problems of the written spec.
    """
    found = _Found(done, site)
    found.read()
    while assets := found.assets():
        try:
            plan = done.ground.plan(found.draft.cluster.catalog, done.adopted.pins.data(), assets)
        except SpecError as error:
            if not found.refuse(error.problems):
                raise at_home(done.ground, error.problems) from None
        else:
            return Delivery(assets, plan)
    return Delivery({}, found.draft)


class _Found:
    """Facts for `assets.yaml`, by their place in it."""

    def __init__(self, done: Import, site: SiteMap) -> None:
        self.survey, self.seats, self.design = done.survey, done.seats.of, done.adopted.design
        self.draft, self.ports = self.design.draft, Ports(self.design, done.kinds, site)
        self.macs, self.guids = mac_ports(self.draft), guid_ports(self.draft)
        self.switches = {switch.name for switch in self.draft.switches}
        self.managed = {switch.device for subnet in self.draft.subnets for switch in subnet.switches}
        self.facts: dict[Loc, Fact] = {}

    def read(self) -> None:
        """Take every fact of a device that is in the plan."""
        for what in ("serial", "mac", "guid"):
            for key, fact in self.survey.about(what):
                name = self.design.names.get(self.seats.get(key[1], ""))
                if name is not None and self._is_valid(key, fact):
                    self._take(name, key, fact)
        for name in self.switches:
            base, management = (self.facts.get(("assets", name, "macs", port)) for port in (BASE_MAC, MANAGEMENT))
            if base and management and base.value == management.value:
                del self.facts["assets", name, "macs", BASE_MAC]
                self.survey.leave(_SAME, base.place)

    def assets(self) -> Assets:
        """Return the facts in the form of `assets.yaml`."""
        tree: Assets = {}
        for loc, fact in sorted(self.facts.items(), key=lambda each: each[0][1]):
            below: dict[str, Any] = tree
            for part in map(str, loc[1:-1]):
                below = below.setdefault(part, {})
            below[str(loc[-1])] = fact.value
        return tree

    def _is_valid(self, key: Key, fact: Fact) -> bool:
        what, device, *said = key
        value = {said[0]: fact.value} if said else fact.value
        try:
            DeviceAssets.model_validate({_FIELDS[what] if said else what: value})
        except ValidationError:
            self.survey.remark(
                f"{' '.join(key[1:])} {what}: {str(fact.value)[:40]!r} is none", fact.place, _CORRECT, device
            )
            return False
        return True

    def _take(self, name: str, key: Key, fact: Fact) -> None:
        what, device, *said = key
        if not said:
            if what == "guid" and name not in self.managed:
                self.survey.remark(
                    f"{device} has a node GUID, but is not an InfiniBand switch",
                    fact.place,
                    "correct the name in the source: a host's GUIDs are those of its ports",
                    device,
                )
            else:
                self._keep(("assets", name, what), fact)
            return
        port = self._port(name, key)
        if port in (self.macs if what == "mac" else self.guids)[name]:
            self._keep(("assets", name, _FIELDS[what], port), fact)
        elif what == "mac" and (name in self.switches or self.ports.of(device, said[0], self.seats[device])):
            self.survey.leave(_UNUSED, fact.place)
        else:
            kind = "a port of its model" if what == "mac" else "an InfiniBand port of its model"
            self.survey.remark(
                f"{device} {said[0]} has a {what}, but is not {kind}",
                fact.place,
                "map its name with ports: of --map",
                device,
            )

    def _port(self, name: str, key: Key) -> str:
        """Return what assets call a port; as the source calls it where the plan has no other name."""
        _, device, said = key
        port = self.ports.of(device, said, self.seats[device]) or said
        return MANAGEMENT if name in self.switches and port.lower() in _MANAGEMENT else port

    def _keep(self, loc: Loc, fact: Fact) -> None:
        """Keep the first value of a port that sources call by several names; report another one."""
        known = self.facts.setdefault(loc, fact)
        if known.value != fact.value:
            self.survey.contradict(" ".join(map(str, loc[1:])), known, fact, str(loc[1]))

    def refuse(self, problems: tuple[Diagnostic, ...]) -> bool:
        """Leave out what problems are about; false where none of them is about an asset."""
        below: dict[Loc, list[Loc]] = {}
        for loc in self.facts:
            for length in range(2, len(loc) + 1):
                below.setdefault(loc[:length], []).append(loc)
        before = len(self.facts)
        for problem in problems:
            for loc in below.get(problem.loc, ()):
                if fact := self.facts.pop(loc, None):
                    self.survey.remark(problem.message, fact.place, _CORRECT, str(loc[1]))
        return len(self.facts) < before
