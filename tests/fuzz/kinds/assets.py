"""Assets: delivered devices whose serial numbers, addresses and names are somebody else's text."""

import json
from typing import Any

from tests.fuzz.bend import bend, bite
from tests.fuzz.ground import Case
from tests.fuzz.words import payload

_DEVICES = ("gpu1", "gpu2", "gpu3", "control1", "storage1", "compute-leaf1", "compute-leaf2", "oob-leaf1")


def make(case: Case) -> list[list[str]]:
    """Write `assets.yaml` beside a good spec."""
    dice = case.dice
    case.write("cluster.yaml", case.ground.specs[0])
    assets: dict[str, Any] = {
        name: {
            "serial": f"S{n}X{dice.randrange(999)}",
            "macs": {"mgmt0" if "leaf" in name else "bmc": f"02:00:00:00:{n:02x}:{dice.randrange(256):02x}"},
        }
        for n, name in enumerate(_DEVICES)
    }
    if dice.random() < 0.3:
        assets[dice.choice(_DEVICES)]["serial"] = payload(dice, case.canary)
    if dice.random() < 0.2:
        case.write("assets.yaml", bite(json.dumps(assets, indent=1), dice))
    else:
        case.write(
            "assets.yaml", json.dumps(bend(assets, dice, case.canary, most=1) if dice.random() < 0.9 else assets)
        )
    return case.render()
