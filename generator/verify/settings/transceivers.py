"""Whether EOS takes transceivers of any vendor: by the licence that the spec names, and not without one."""

from collections.abc import Iterator

from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Rule, SwitchRows, Wanted

_LINE = "service unsupported-transceiver"
_DARK = "the cables are planned for any vendor's transceivers, and EOS may disable those of other vendors without the licence"
_UNLICENSED = "the spec has no licence of that kind (cabling.transceiver_licences)"


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    """Ask for the line alone: behind the name is a key, which stays unread."""
    licence = switch.plan["choices"]["site"]["cabling"].get("transceiver_licences", {}).get("eos")
    if not licence:
        yield Wanted((_LINE,), None, _UNLICENSED)
    elif switch.main.value((f"{_LINE} {licence}",)) is None:
        yield Wanted((f"{_LINE} {licence}",), "a key", _DARK)


def _none(switch: SwitchRows) -> Iterator[Wanted]:
    """Other systems take transceivers of any vendor."""
    del switch
    yield from ()


RULES: dict[str, Rule] = {SONIC: _none, CUMULUS: _none, EOS: _eos}
