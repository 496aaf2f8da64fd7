"""What a limit's help advises is applied, each way out by itself, and the rule is silent then."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.pipeline.read import read_plan
from generator.rules.fixes import either, raised
from generator.source.diagnostic import Diagnostic
from generator.spec.load import DocumentError
from tests.ours import CATALOG
from tests.specs import Spec, cluster

ERRORS = Path(__file__).parent.parent / "errors"
SLUGS = (
    "rack-power-exceeded", "rack-heat-exceeded", "rack-too-heavy", "feed-overloaded", "phase-overloaded", "pdu-sockets", "domain-split",
)  # fmt: skip
CASES = sorted(path.stem for slug in SLUGS for path in ERRORS.glob(f"{slug}*.yaml"))
PRODUCT = {"hosts": {"gpu": {"model": "gb200-nvl72-tray", "count": 18}}}
ROOMS: dict[str, Spec] = {
    "a switch rack over its feed": {"power": {"rack_kw": 1.5}, "hosts": {"gpu": {"per_rack": 1}}},
    "a rack sold whole over its heat": {"cooling": {"air_kw_per_rack": 20.0, "liquid_kw_per_rack": 60.0}, **PRODUCT},
    "a host over the heat of a rack": {"cooling": {"air_kw_per_rack": 5.0}},
    "a host over the weight of a rack": {"racks": {"max_kg": 100.0}},
    "a rack sold whole over its feeds": {"power": {"feeds": 2, "pdu": "pdu-415v-60a-3ph"}, **PRODUCT},
    "six strips that do not suffice": {"power": {"circuit": {"volts": 120, "amps": 5, "phases": 1}}},
}
ADVICE = re.compile(r"(?:raise|set) (?:it|([\w.]+)) to ([\d.]+)")


def problems(spec: Spec, folder: Path) -> list[Diagnostic]:
    """Return every problem of a spec that is data."""
    path = folder / "cluster.yaml"
    path.write_text(yaml.safe_dump(spec), encoding="utf-8")
    try:
        return list(read_plan(path, CATALOG, "cluster.yaml")[0].warnings)
    except DocumentError as error:
        return list(error.problems)


def applied(spec: Spec, key: str, value: float) -> Spec:
    """Return a copy of the spec with one key changed, as an engineer would type it."""
    changed: Spec = yaml.safe_load(yaml.safe_dump(spec))
    number = int(value) if value == int(value) else value
    if key == "per_rack":
        changed["hosts"]["gpu"]["per_rack"] = number
    else:
        section, _, name = key.rpartition(".")
        changed.setdefault(section, {})[name] = (
            float(value) if name.endswith(("_kw", "_kg", "_kw_per_rack")) else number
        )
    return changed


def ways(found: list[Diagnostic]) -> dict[str, float]:
    """Return every key that the helps name, with the value that suffices for all of them: the least per_rack, else the most."""
    values: dict[str, list[float]] = {}
    for problem in found:
        for key, value in ADVICE.findall(problem.help):
            values.setdefault(key or "per_rack", []).append(float(value))
    return {
        key: min(each) if key.endswith("per_rack") and "kw" not in key and "pdus" not in key else max(each)
        for key, each in values.items()
    }


def hold(spec: Spec, folder: Path, slugs: tuple[str, ...]) -> None:
    """Apply each way out by itself: what it was advised for is gone."""
    before = [problem for problem in problems(spec, folder) if problem.code in slugs]
    assert before
    assert not any(re.search(r"raise (the limit|[\w.]+)(,|$)|with more", problem.help) for problem in before)
    for slug in {problem.code for problem in before}:
        mine = [problem for problem in before if problem.code == slug]
        found = ways(mine)
        assert found or all("that take" in problem.help for problem in mine), [problem.help for problem in mine]
        for key, value in found.items():
            speaks = [
                problem for problem in mine if key in problem.help or (key == "per_rack" and "per_rack" in problem.help)
            ]
            after = problems(applied(spec, key, value), folder)
            rest = [problem for problem in after if problem.code == slug]
            assert len(rest) <= len(mine) - len(speaks), (key, value, [problem.message for problem in rest])


@pytest.mark.parametrize("case", CASES)
def test_the_helps_of_the_error_cases_work(tmp_path: Path, case: str) -> None:
    hold(yaml.safe_load((ERRORS / f"{case}.yaml").read_text(encoding="utf-8")), tmp_path, (case.partition("--")[0],))


@pytest.mark.parametrize("name", ROOMS)
def test_the_helps_of_other_rooms_work(tmp_path: Path, name: str) -> None:
    spec = cluster(4)
    rooms: dict[str, Any] = dict(ROOMS[name])
    gpu = rooms.pop("hosts", {}).get("gpu")
    if gpu:
        spec["hosts"]["gpu"] = gpu if "model" in gpu else spec["hosts"]["gpu"] | gpu
    hold(spec | rooms, tmp_path, SLUGS)


def test_a_number_is_rounded_up_and_stays_within_the_spec() -> None:
    assert raised("power.rack_kw", 40.81, 500) == "raise power.rack_kw to 40.9"
    assert raised("power.rack_kw", 10.2, 500) == "raise power.rack_kw to 10.2"
    assert raised("power.rack_kw", 500.1, 500) == "divide the load over more racks"
    assert either(0, "this") == "this"
    assert either(3, "this") == "set per_rack to 3, or this"


def test_a_domain_stands_in_one_rack_and_its_power_counts_once(tmp_path: Path) -> None:
    """18 is taken as it is; halves of a domain, a rack and a half, and two racks in one are not."""
    spec = cluster(4) | {"hosts": cluster(4)["hosts"] | {"gpu": {"model": "gb200-nvl72-tray", "count": 36}}}
    for per_rack, refused in ((None, False), (18, False), (9, True), (27, True), (36, True), (1, True)):
        if per_rack:
            spec["hosts"]["gpu"]["per_rack"] = per_rack
        codes = [problem.code for problem in problems(spec, tmp_path)]
        assert ("domain-split" in codes) == refused, per_rack
