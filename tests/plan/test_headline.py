"""The headline counts what the steps do: every device that is out or loses cables in one, and who only gains files has a step when switches have."""

from pathlib import Path
from typing import Any

from generator.change.difference import Difference, difference
from generator.change.files import compare_files, devices_of
from generator.plan.sections import compared
from generator.render.change.text import text
from generator.render.change.view import headline
from generator.render.encode import plain
from tests.ours import TEMPLATES
from tests.plan.test_every_key import files, planned
from tests.specs import Spec, cluster


def _between(before: Spec, after: Spec, folder: Path) -> Difference:
    sides: list[Any] = []
    for spec in (before, after):
        plan = planned(spec, folder)
        assert plan is not None
        sides.append((plain(compared(plan)), files(plan)[0]))
    (old, was), (new, now) = sides
    return difference(old, new, list(compare_files(was, now, devices_of((old, new)))))


def test_switches_that_lose_cables_are_interrupted(tmp_path: Path) -> None:
    """Of InfiniBand, whose switches have no files that could interrupt them."""
    fabric = {"technology": "infiniband", "leaf": {"model": "qm9700"}, "spine": {"model": "qm9700"}, "su_hosts": 4}

    def spec(spines: int) -> Spec:
        made = cluster(8, 32)
        made["fabrics"]["compute"] = {**fabric, "spines": spines}
        return made

    found = _between(spec(4), spec(8), tmp_path)
    working = {name for step in found.steps if step.unplug for name in step.devices}
    out = {name for step in found.steps for name in step.out}
    assert len(working) > 1
    assert f"; {len(working | out | set(found.hosts))} devices interrupted" in headline(found)


def test_hosts_take_up_a_first_ipv6_behind_the_switches(tmp_path: Path) -> None:
    """Nobody is drained for it; a cluster that only grows has no such step."""
    base = cluster(4, 16)
    found = _between(base, base | {"addressing": {"ipv6": "fd42:c1::/32"}}, tmp_path)
    kinds = [step.kind for step in found.steps]
    first = kinds.index("files")
    assert set(kinds[:first]) == {"push"}
    assert set(kinds[first:]) == {"files"}
    gained = {device for file in found.files or () if "/etc/netplan/" in file.path for device in file.devices}
    assert gained
    assert {name for step in found.steps[first:] for name in step.devices} == gained
    assert not [step for step in found.steps[first:] if step.drain or step.undrain]
    assert "(`hosts.yml`), which only add to the existing ones; verify" in text(found, TEMPLATES)
    assert not _between(base, cluster(5, 16), tmp_path).steps
