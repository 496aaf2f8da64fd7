"""Settings of schedulers and drivers: whoever is drained, reboots or may run no jobs is counted in the headline, and has a step."""

from pathlib import Path
from typing import Any

import pytest

from generator.change.difference import Difference, difference
from generator.change.files import compare_files, devices_of
from generator.render.change.text import text
from generator.render.change.view import headline
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.plan.test_every_key import files, planned
from tests.specs import Spec, cluster

GPU = tuple(f"gpu0{number}" for number in range(1, 9))
CONTROL = ("control1", "control2", "control3")
API = "10.160.127.25"


def _change(before: dict[str, Any], after: dict[str, Any], folder: Path) -> Difference:
    old, new = (rows_of(cluster(8, 16) | {"scheduler": spec}, folder) for spec in (before, after))
    return difference(old, new)


def _of_trees(before: Spec, after: Spec, folder: Path) -> Difference:
    """Compare two specs with their files."""
    (old, was), (new, now) = ((rows_of(spec, folder), planned(spec, folder)) for spec in (before, after))
    assert was is not None
    assert now is not None
    return difference(old, new, list(compare_files(files(was)[0], files(now)[0], devices_of((old, new)))))


def _of_release(rows: dict[str, Any]) -> dict[str, Any]:
    """Return a plan with another release of Kubernetes, which comes with ours."""
    return rows | {"kubernetes": [row | {"version": "9.99.0"} for row in rows["kubernetes"]]}


@pytest.mark.parametrize(
    ("before", "after", "kind", "devices"),
    [
        ({}, {"gpu_driver": "operator"}, "gpus", GPU),
        ({}, {"mig": "single"}, "gpus", GPU),
        ({"api_address": f"{API}4"}, {"api_address": f"{API}3"}, "api", (*GPU, *CONTROL)),
    ],
)
def test_settings_of_kubernetes_that_end_jobs_have_a_step(
    before: dict[str, Any], after: dict[str, Any], kind: str, devices: tuple[str, ...], tmp_path: Path
) -> None:
    found = _change({"kubernetes": before}, {"kubernetes": after}, tmp_path)
    (step,) = found.steps
    assert (step.kind, set(step.devices), step.drain, step.undrain) == (kind, set(devices), GPU, GPU)
    assert found.hosts == GPU
    assert headline(found) == (
        f"atlas: {len(devices)} hosts and 1 scheduler to change; 8 devices interrupted, 8 hosts to drain."
    )


def test_another_release_of_slurm_goes_from_controllers_to_hosts(tmp_path: Path) -> None:
    """No host is drained, as its jobs run on; nothing restarts besides, and no command says that nothing does."""
    found = _change({"slurm": {"version": "24.05"}}, {"slurm": {"version": "25.05"}}, tmp_path)
    assert [(step.kind, step.devices, step.drain, step.join) for step in found.steps] == [
        ("upgrade", (*CONTROL, *GPU, "login1"), (), ("slurm",))
    ]
    assert (found.hosts, found.reloads) == ((), ())
    shown = text(found, TEMPLATES)
    assert "1. install the new release of slurm on control[1-3], " in shown
    assert "(`slurm.yml -e allow=release`: controllers first, jobs continue); verify" in shown
    assert "nothing restarts" not in shown


@pytest.mark.parametrize(
    ("before", "after", "between"),
    [
        ("22.05", "23.11", ""),
        ("22.05", "26.05", "render and install 23.11 and then 25.05 first"),
        ("24.05", "25.11", ""),
        ("24.05", "26.05", "render and install 25.11 first"),
    ],
)
def test_no_release_is_skipped_that_has_to_run_in_between(
    before: str, after: str, between: str, tmp_path: Path
) -> None:
    found = _change({"slurm": {"version": before}}, {"slurm": {"version": after}}, tmp_path)
    shown = text(found, TEMPLATES)
    assert between in shown
    assert ("first, as the new release" in shown) == bool(between)


def test_files_for_an_earlier_release_install_nothing(tmp_path: Path) -> None:
    """Daemons read the files of earlier releases."""
    found = _change({"slurm": {"version": "25.05"}}, {"slurm": {"version": "24.11"}}, tmp_path)
    assert [(step.kind, step.join) for step in found.steps] == [("upgrade", ())]
    assert "1. place the files for the earlier release on control[1-3], " in text(found, TEMPLATES)


def test_a_release_that_nobody_knows_has_a_step_without_others_before_it(tmp_path: Path) -> None:
    """As in a plan.json that somebody edited."""
    rows = [
        rows_of(cluster(8, 16) | {"scheduler": {"slurm": {"version": release}}}, tmp_path)
        for release in ("24.05", "25.05")
    ]
    for row in rows[0]["daemons"]:
        row["version"] = "21.08"
    (step,) = difference(rows[0], rows[1]).steps
    assert (step.kind, step.of) == ("upgrade", ())


def test_another_release_of_kubernetes_goes_from_controllers_to_drained_workers(tmp_path: Path) -> None:
    rows = rows_of(cluster(8, 16) | {"scheduler": {"kubernetes": {}}}, tmp_path)
    found = difference(rows, _of_release(rows))
    first, *others = found.steps
    assert (first.devices, first.drain, first.join) == (CONTROL, (), ("kubernetes",))
    assert [step.kind for step in found.steps] == ["upgrade"] * len(found.steps)
    racks = {row["name"]: row["rack"] for row in found.old["hosts"]}
    assert [{racks[name] for name in step.drain} for step in others] == [{racks[name]} for name in GPU[::4]]
    assert [name for step in others for name in step.drain] == list(GPU)
    assert all(step.devices == step.drain == step.undrain for step in others)
    assert (found.hosts, found.reloads) == (GPU, ())
    assert "install the new release of kubernetes on control[1-3], one after the other; verify" in text(
        found, TEMPLATES
    )


@pytest.mark.parametrize(
    ("before", "after", "of"),
    [
        ("1.33.7", "1.35.4", ("1.34",)),
        ("v1.32.1+rke2r1", "1.35.4", ("1.33", "1.34")),
        ("1.34.2", "1.35.4", ()),
        ("1.35.4", "1.33.1", ()),
        ("odd", "1.35.4", ()),
    ],
)
def test_no_minor_release_of_kubernetes_is_skipped(
    before: str, after: str, of: tuple[str, ...], tmp_path: Path
) -> None:
    rows = rows_of(cluster(8, 16) | {"scheduler": {"kubernetes": {}}}, tmp_path)
    old, new = (
        rows | {"kubernetes": [row | {"version": version} for row in rows["kubernetes"]]} for version in (before, after)
    )
    found = difference(old, new)
    assert [step.of for step in found.steps] == [of, *[()] * (len(found.steps) - 1)]
    words = f"1. take all hosts to {' and then '.join(of)} first, in this order, as no minor release may be skipped; "
    assert (words in text(found, TEMPLATES)) == bool(of)


def test_who_is_founded_anew_is_not_upgraded_besides(tmp_path: Path) -> None:
    spec = cluster(8, 16)
    old = rows_of(spec | {"scheduler": {"kubernetes": {}}}, tmp_path)
    new = rows_of(spec | {"scheduler": {"kubernetes": {"pods": "100.80.0.0/13"}}}, tmp_path)
    assert [step.kind for step in difference(old, _of_release(new)).steps] == ["found"]


def test_another_queue_is_a_change_of_the_scheduler_alone(tmp_path: Path) -> None:
    found = _change({"kubernetes": {}}, {"kubernetes": {"queues": "volcano"}}, tmp_path)
    assert headline(found) == "atlas: 1 scheduler to change; nothing is interrupted, no host to drain."


def test_another_driver_drains_and_boots(tmp_path: Path) -> None:
    """The role `gpu` does both; a change that only comes with a file of a playbook."""
    base = cluster(8, 16)
    gpu = base["hosts"]["gpu"]
    old, new = (base | {"hosts": base["hosts"] | {"gpu": gpu | {"driver": driver}}} for driver in (570, 580))
    found = _of_trees(old, new, tmp_path)
    assert found.changes == ()
    assert found.hosts == GPU
    assert {step.kind for step in found.steps} == {"files"}
    assert [name for step in found.steps for name in step.drain] == list(GPU)
    assert headline(found) == "atlas: 8 hosts to change; 8 devices interrupted, 8 hosts to drain."


@pytest.mark.parametrize(
    ("groups", "devices", "words"),
    [
        (("gpu",), (*CONTROL, "login1"), "with `--limit`, without gpu[01-08], which later steps install with it"),
        (("gpu", "control"), (*CONTROL, *GPU, "login1"), "render the release first, with the earlier systems of "),
    ],
)
def test_reinstalled_hosts_get_another_release_with_their_system(
    groups: tuple[str, ...], devices: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    """Packages follow the systems in the tree, and controllers have the release before hosts do."""
    spec = cluster(8, 16)
    after = {name: group | ({"os": "rocky-9"} if name in groups else {}) for name, group in spec["hosts"].items()}
    old = spec | {"scheduler": {"slurm": {"version": "25.05"}, "kubernetes": {}, "shared_hosts": True}}
    new = old | {"hosts": after, "scheduler": old["scheduler"] | {"slurm": {"version": "25.11"}}}
    found = _of_trees(old, new, tmp_path)
    first, *later = found.steps
    assert (first.kind, first.devices, {step.kind for step in later}) == ("upgrade", devices, {"install"})
    assert words in text(found, TEMPLATES)
    workers = difference(found.old, _of_release(dict(found.new)), found.files).steps
    assert [step.devices for step in workers if step.leave == ("kubernetes",)] == [CONTROL]
