"""Cages and their ports: division, lanes, and forward error correction. No other end shows these at a host's port: its NIC negotiates lanes and FEC, or takes what its transceiver has."""

import re
from collections.abc import Iterator

from generator.verify.reach.packet import numbers
from generator.verify.settings.wanted import CUMULUS, EOS, SONIC, Row, Rule, SwitchRows, Wanted

_OTHER = "the plan divides this cage otherwise, and its ports have other lanes"
_LANES = "these are the lanes of the port by the platform's own data"
_FEC_FROM_GBPS = 100
_FEC = "from 100 Gb/s the other end has Reed-Solomon FEC (IEEE 802.3, clauses 91, 119 and 172)"
_NO_FEC = "below 100 Gb/s the plan states no FEC, so each end has its own default"


def _facts(switch: SwitchRows) -> Row:
    """Return the record of the switch's model; empty where the plan has none."""
    models: Row = switch.plan["choices"]["hardware"].get("switches", {})
    found: Row = models.get(switch.row["model"], {})
    return found


def _sonic(switch: SwitchRows) -> Iterator[Wanted]:
    facts = _facts(switch).get("os", {}).get("sonic")
    if not facts:
        return
    modes = {each["ports"]: each["mode"] for each in reversed(facts["breakouts"] or ())}
    for port in switch.ports:
        name, parts, cage = port["interface"], port["ports"], facts["cages"][str(port["cage"])]
        mode = modes.get(parts) if parts > 1 else None
        yield Wanted(("BREAKOUT_CFG", f"Ethernet{cage['ethernet']}", "brkout_mode"), mode, _OTHER)
        width = len(cage["lanes"]) // parts
        lanes = cage["lanes"][(port["port"] - 1) * width : port["port"] * width]
        yield Wanted(("PORT", name, "lanes"), ",".join(map(str, lanes)), _LANES)
        rs = port["speed_gbps"] >= _FEC_FROM_GBPS
        yield Wanted(("PORT", name, "fec"), "rs" if rs else None, _FEC if rs else _NO_FEC)


def _cumulus(switch: SwitchRows) -> Iterator[Wanted]:
    for port in switch.ports:
        name, parts = port["interface"], port["ports"]
        division = ("interface", name if parts == 1 else name.rpartition("s")[0], "link", "breakout")
        yield Wanted(division, None, _OTHER) if parts == 1 else Wanted((*division, f"{parts}x"), "", _OTHER)
        rs = port["speed_gbps"] >= _FEC_FROM_GBPS
        yield Wanted(("interface", name, "link", "fec"), "rs" if rs else None, _FEC if rs else _NO_FEC)


def _eos(switch: SwitchRows) -> Iterator[Wanted]:
    """EOS divides a cage by the names of its ports; a speed may state its lanes, which are those of the division."""
    widths = {cage: group["lanes"] for group in _facts(switch).get("cages", ()) for cage in numbers(group["numbers"])}
    for port in switch.ports:
        head = f"interface {port['interface']}"
        # Another speed has other lanes: it is compared with that of the other end.
        stated = re.fullmatch(rf"(.*\b{port['speed_gbps']:g}g-)(\d+)", switch.main.value((head, "speed")) or "")
        lanes = widths.get(port["cage"], 0) // port["ports"]
        if stated and lanes and int(stated[2]) != lanes:
            yield Wanted((head, "speed"), f"{stated[1]}{lanes}", _OTHER)
        rs = port["speed_gbps"] >= _FEC_FROM_GBPS
        yield Wanted((head, "error-correction encoding"), "reed-solomon" if rs else None, _FEC if rs else _NO_FEC)


RULES: dict[str, Rule] = {SONIC: _sonic, CUMULUS: _cumulus, EOS: _eos}
