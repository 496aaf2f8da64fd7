"""Input and results of rules about settings: rows of a switch, and required values."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from generator.source.span import Loc
from generator.verify.settings.places import Places

Row = Mapping[str, Any]
SONIC, FRR, CUMULUS, EOS = "config_db.json", "frr.conf", "startup.yaml", "running.cfg"
"""Files of switches; each system is identified by the first of these that it has, except FRR's."""


class Wanted(Struct, frozen=True):
    """A place with its required value (None: it must not exist), and the fault where it differs."""

    loc: Loc
    value: str | None
    why: str
    file: str = ""
    """Which of the switch's files, where it is not its first."""
    ports: tuple[str, ...] = ()
    """The ports whose sessions are not opened where it differs."""

    def fault(self, found: str | None) -> str:
        """Describe a difference, with both values."""
        name = " ".join(map(str, self.loc[-2:]))
        if self.value is None:
            return f"{name} is set: {self.why}"
        if found is None:
            return f"{name} is not set: {self.why}"
        return f"{name} is {found or 'set'}, not {self.value}: {self.why}"


class SwitchRows(Struct, frozen=True):
    """A switch's rows of the plan, and its files. `reserved`: the ports of its envelope, some of which may not be configured yet."""

    plan: Row
    row: Row
    ports: list[Row]
    reserved: list[Row]
    lags: list[Row]
    addresses: list[Row]
    files: Mapping[str, Places]

    @property
    def os(self) -> str:
        """Its first file, by which its system is known."""
        return next(iter(self.files))

    @property
    def main(self) -> Places:
        """Its first file."""
        return self.files[self.os]

    @property
    def bgp(self) -> str:
        """The line of its file of commands that BGP is below, with the AS number that it has there, which `underlay` compares."""
        commands, planned = self.files.get(FRR, self.main), f"router bgp {self.row['asn']}"
        other = None if commands.value((planned,)) is not None else commands.value(("router bgp",))
        return f"router bgp {other}" if other else planned

    @property
    def system(self) -> Row:
        """The facts of its system."""
        found: Row = self.plan["choices"]["hardware"]["systems"][self.row["os"]]
        return found

    def has(self, feature: str) -> bool:
        """Whether its release has a feature, by its system's facts."""
        found = self.system["features"].get(feature) or {}
        releases, since, release = self.system["versions"], found.get("since"), self.row["version"]
        only = found.get("only")
        known = since in releases and release in releases and releases.index(release) >= releases.index(since)
        return known and (not only or self.row["model"] in only)

    def fabric(self, name: str) -> Row:
        """The plan's record of a fabric."""
        found: Row = self.plan["choices"]["fabrics"][name]
        return found


Rule = Callable[[SwitchRows], Iterator[Wanted]]
