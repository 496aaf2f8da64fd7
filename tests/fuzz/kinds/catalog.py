"""Catalogs: the shipped files of models that a spec names, bent, in a folder beside the spec."""

import json
from pathlib import Path

import yaml

import generator.catalog
from tests.fuzz.bend import bend, bite
from tests.fuzz.ground import Case

_SHIPPED = Path(generator.catalog.__file__).parent
_NAMED = (
    "switches/sn5600",
    "switches/sn2201",
    "switches/sn4600c",
    "hosts/dgx-h100",
    "hosts/server-1u",
    "hosts/storage-2u",
    "nics/connectx-7",
    "gpus/h100-80gb",
    "systems/sonic",
)


def make(case: Case) -> list[list[str]]:
    """Write one or two models over ours."""
    dice = case.dice
    case.write("cluster.yaml", case.ground.specs[0])
    for name in dice.sample([each for each in _NAMED if (_SHIPPED / f"{each}.yaml").is_file()], dice.randint(1, 2)):
        text = (_SHIPPED / f"{name}.yaml").read_text("utf-8")
        if dice.random() < 0.2:
            case.write(f"catalog/{name}.yaml", bite(text, dice))
        else:
            case.write(f"catalog/{name}.yaml", json.dumps(bend(yaml.safe_load(text), dice, case.canary)))
    return case.render()
