"""Plans: a `plan.json` of ours, bent, as a baseline and as either side of a comparison."""

import json

from generator.exports.formats import exports
from tests.fuzz.bend import bend, bite
from tests.fuzz.ground import Case


def make(case: Case) -> list[list[str]]:
    """Write a plan, and give the commands that read one."""
    dice = case.dice
    case.write("cluster.yaml", case.ground.specs[0])
    text = (case.ground.tree / "plan.json").read_text("utf-8")
    if dice.random() < 0.2:
        plan = case.write("plan.json", bite(text, dice))
    else:
        whole = json.loads(text)
        section = dice.choice([name for name, rows in whole.items() if rows])
        if dice.random() < 0.8:  # among some thousand values, one section is where something is found
            whole[section] = bend(whole[section], dice, case.canary)
        else:
            whole = bend(whole, dice, case.canary, most=2)
        plan = case.write("plan.json", json.dumps(whole))
    sides = [str(plan), str(case.spec)]
    if dice.random() < 0.3:
        return [["export", sides[0], dice.choice(sorted(exports())), "-o", f"{case.folder}/exported"]]
    if dice.random() < 0.4:
        return [["render", sides[1], "-o", f"{case.folder}/build", "-j1", "--baseline", sides[0], "--allow-disruptive"]]
    dice.shuffle(sides)
    return [["plan", *sides, "--format", dice.choice(("text", "json", "markdown"))]]
