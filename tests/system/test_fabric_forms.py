"""Forms beside the examples before each judge that applies: SONiC's YANG, NVUE's grammar, pyavd's schema, and FRR's check mode."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pyavd
import pytest

from generator.plan.draft import Draft
from generator.plan.records import Switch
from generator.render.backends import cumulus, sonic
from generator.render.cumulus.grammar import fault
from generator.render.cumulus.reading import faults_of
from generator.render.eos.avd import running_config
from generator.render.eos.structured import structured_config
from generator.twin.frr import check_syntax
from tests.fabric_forms import CASES, FORMS
from tests.judges.eos_references import dangling, dropped, idle, wrong_addresses
from tests.judges.nvue import flattened
from tests.judges.sonic_yang import SonicYang
from tests.ours import TEMPLATES
from tests.specs import plan_data

pytestmark = pytest.mark.proof

_NUMBER = re.compile(r"\d+$")


def _kinds(plan: Draft) -> dict[str, Switch]:
    """The first switch of each kind, by name, and every one that has a way: others differ in numbers alone."""
    first: dict[str, Switch] = {}
    for switch in plan.switches:
        if switch.os:
            first.setdefault(_NUMBER.sub("", switch.name), switch)
    ways = {way.switch for way in plan.site_uplinks}
    return {each.name: each for each in (*first.values(), *(each for each in plan.switches if each.name in ways))}


@cache
def _yang(schemas: Path, yanglint: str) -> SonicYang:
    return SonicYang(schemas, yanglint)


def _of_kinds(files: dict[str, str], kinds: dict[str, Switch], name: str) -> dict[str, str]:
    return {switch: files[path] for switch in kinds if (path := f"switches/{switch}/{name}") in files}


def _routing(configs: dict[str, str], folder: Path) -> Iterator[str]:
    """Yield what FRR says against each frr.conf."""
    for switch, text in configs.items():
        home = folder / f"frr-{switch}"
        home.mkdir()
        (home / "frr.conf").write_text(text, encoding="utf-8")
        yield from (f"{switch}: {said}" for said in check_syntax(home))


def _commands(files: dict[str, str], kinds: dict[str, Switch]) -> Iterator[str]:
    """Yield what NVUE's grammar says, of the release of each switch."""
    for switch, text in _of_kinds(files, kinds, "startup.yaml").items():
        said = [fault(words, kinds[switch].version) for words in flattened(text)]
        yield from (f"{switch}: {each}" for each in said if each)
        yield from faults_of(text, files[f"switches/{switch}/nv-set.sh"])


def _structures(plan: Draft, kinds: dict[str, Switch]) -> Iterator[str]:
    """Yield what pyavd's schema says, and which names lead nowhere."""
    for switch in (each for each in kinds.values() if each.os == "eos"):
        config = structured_config(plan, switch)
        result = pyavd.validate_structured_config(config).validation_result
        said = [*result.violations, *result.deprecations, *result.ignored_eos_config_keys]
        yield from (f"{switch.name}: {each.path}: {each.message}" for each in said)
        yield from dangling(config)
        yield from idle(config)
        yield from wrong_addresses(config)
        yield from dropped(config, running_config(switch.name, config))


@pytest.mark.parametrize(("form", "os"), CASES)
def test_every_judge_accepts_every_form(
    form: str,
    os: str,
    shared: Path,
    program: Callable[[str], str],
    tmp_path: Path,
    proven: Callable[[str, str], None],
) -> None:
    program("vtysh")
    plan = plan_data(FORMS[form].make(os), tmp_path)
    kinds = _kinds(plan)
    judged = {each.os for each in kinds.values()}
    assert os in judged
    files = {each.path: each.content for render in (sonic.render, cumulus.render) for each in render(plan, TEMPLATES)}
    tables = {switch: json.loads(text) for switch, text in _of_kinds(files, kinds, "config_db.json").items()}
    judge = _yang(shared / "schemas" / "sonic-yang", program("yanglint"))
    assert {switch: said for switch, said in judge.check_all(tables).items() if said} == {}
    assert list(_routing(_of_kinds(files, kinds, "frr.conf"), tmp_path)) == []
    assert list(_commands(files, kinds)) == []
    assert list(_structures(plan, kinds)) == []
    words = {"sonic": "SONiC YANG (yanglint)", "cumulus": "NVUE grammar", "eos": "pyavd schema"}[os]
    proven(words, f"{form}: {len(kinds)} kinds of switches accepted, with FRR (vtysh -C) where it routes")


def test_there_are_twelve_forms_of_each_system_that_has_them() -> None:
    """SONiC and Cumulus Linux have twelve and more; all of EOS that there is to say is here, too."""
    counts = {os: sum(1 for _, each in CASES if each == os) for os in ("sonic", "cumulus", "eos")}
    assert len(FORMS) >= 12
    assert counts["sonic"] >= 12
    assert counts["cumulus"] >= 12
    assert counts["eos"] >= 7
