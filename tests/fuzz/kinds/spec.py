"""Specs: keys of the schema with wild values, bent data, bitten text, bombs of aliases and of depth."""

import json
import os

from tests.fuzz.bend import bend, bite
from tests.fuzz.ground import Case
from tests.fuzz.shapes import grow
from tests.fuzz.words import odd


def make(case: Case) -> list[list[str]]:
    """Write a spec, and give the commands that read it."""
    dice = case.dice
    which = dice.randrange(len(case.ground.specs))
    match dice.randrange(20):
        case 0 | 1 | 2 | 3 | 4 | 5 | 6:
            case.write("cluster.yaml", json.dumps(grow(case.ground.data[which], dice, case.canary)))
        case 7 | 8 | 9 | 10 | 11 | 12 | 13:
            case.write("cluster.yaml", json.dumps(bend(case.ground.data[which], dice, case.canary)))
        case 14 | 15 | 16 | 17:
            case.write("cluster.yaml", bite(case.ground.specs[which], dice))
        case 18:
            case.write(
                "cluster.yaml", _bomb(dice.choice((2, 5, 9)), dice.choice((3, 9, 40))) + case.ground.specs[which]
            )
        case _:
            _oddity(case)
    return case.render()


def _bomb(wide: int, deep: int) -> str:
    """Return aliases of aliases under a key that segments could have."""
    lines = [f"a0: &a0 [{', '.join(['x'] * wide)}]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * wide)}]" for n in range(1, deep)]
    return "\n".join(lines) + "\n"


def _oddity(case: Case) -> None:
    """Write what is hardly a file, or hardly a spec."""
    place = case.write("cluster.yaml", "")
    match case.dice.randrange(10):
        case 0:
            place.unlink()
            os.mkfifo(place)
        case 1:
            place.unlink()
            place.symlink_to("/dev/zero")
        case 2:
            os.truncate(place, 5_000_000_000)
        case 3:
            place.unlink()
            place.mkdir()
        case 4:
            place.write_text("[" * 100_000)
        case 5:
            place.write_text('{"a":' * 100_000)
        case 6:
            place.write_text(
                json.dumps(
                    {"clustergen": 1, "hosts": {f"g{n}": {"model": "server-1u", "count": 65_536} for n in range(300)}}
                )
            )
        case 7:
            data = json.loads(json.dumps(case.ground.data[0]))
            data["segments"] = {f"s{n}": {"vlan": 100 + n, "prefix": f"10.{n % 256}.0.0/24"} for n in range(300)}
            place.write_text(json.dumps(data))
        case 8:
            place.write_text(json.dumps(odd(case.dice, case.canary)))
        case _:
            place.write_text(
                case.dice.choice(("", "\n", "# x\n", "\ufeff", "---\n", "...\n", "null", "%YAML 1.2\n", "--- \n--- \n"))
            )
