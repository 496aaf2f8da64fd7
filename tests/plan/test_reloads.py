"""What daemons are told of a change: announced by the plan, and done by the role in the same way."""

from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml

from generator.change.difference import difference
from generator.change.files import FileChange
from generator.data import data_dir
from generator.plan.slurm.reload import READ_AGAIN
from generator.render.backends import slurm
from generator.render.change.as_json import as_json
from generator.render.change.text import text
from tests.ours import TEMPLATES
from tests.plan.plan_rows import rows_of
from tests.specs import Spec, cluster, plan_data

RESTARTS = [("systemctl restart slurmctld", 3, True), ("scontrol reconfigure", 1, False)]
RECONFIGURES = [("scontrol reconfigure", 1, False)]


def _spec(gpu: int, version: str = "25.05", **slurm_keys: object) -> Spec:
    spec = cluster(gpu) | {"scheduler": {"slurm": {"version": version, **slurm_keys}}}
    return spec | {"storage": {"home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["control"]}}}


@pytest.mark.parametrize(
    ("version", "told"),
    [("22.05", RESTARTS), ("23.11", RECONFIGURES), ("24.11", RECONFIGURES), ("26.05", RECONFIGURES)],
)
@pytest.mark.parametrize("counts", [(2, 4), (4, 2)])
def test_hosts_that_come_or_go_are_announced(
    version: str, told: list[tuple[str, int, bool]], counts: tuple[int, int], tmp_path: Path
) -> None:
    before, after = (rows_of(_spec(count, version), tmp_path) for count in counts)
    found = difference(before, after)
    assert [(each.command, len(each.hosts), each.restart) for each in found.reloads] == told
    assert found.reloads[-1].hosts == ("control1",)
    shown = text(found, TEMPLATES)
    assert all(f"`{command}` on " in shown for command, _, _ in told)
    assert ("a restart that does not interrupt jobs" in shown) is (version == "22.05")
    assert all(f'"command": "{command}"' in as_json(found) for command, _, _ in told)


def test_nothing_is_announced_where_nothing_is_told(tmp_path: Path) -> None:
    """The same hosts, no Slurm at all, and a Slurm that is all new."""
    rows, bare = rows_of(_spec(2), tmp_path), rows_of(_spec(2) | {"scheduler": {}}, tmp_path)
    for pair in ((rows, rows), (bare, bare), (bare, rows), (rows, bare)):
        assert difference(*pair).reloads == ()


def test_other_files_are_announced_and_those_that_nobody_reads_again_are_not(tmp_path: Path) -> None:
    rows = rows_of(_spec(2), tmp_path)
    for name in ("slurm.conf", "gres.conf", "accounts.cfg", "prolog.sh", "nhc.conf"):
        change = FileChange(f"slurm/{name}", "rewritten", (), None)
        assert bool(difference(rows, rows, [change]).reloads) is (name in READ_AGAIN), name


def test_another_list_of_controllers_restarts_slurmd(tmp_path: Path) -> None:
    """And slurmctld, whatever the release. Whom slurmd asks is in its options: those that stay are restarted, those that come start with it."""
    spec = _spec(2)
    before = rows_of(spec, tmp_path)
    spec["hosts"] = {**spec["hosts"], "control": {**spec["hosts"]["control"], "count": 2}}
    spec["hosts"]["gpu"] = {**spec["hosts"]["gpu"], "count": 3}
    first, second, last = difference(before, rows_of(spec, tmp_path)).reloads
    assert (first.command, first.hosts, first.restart) == (
        "systemctl restart slurmctld",
        ("control1", "control2"),
        True,
    )
    assert (second.command, second.hosts, second.restart) == ("scontrol reconfigure", ("control1",), False)
    assert (last.command, last.hosts, last.restart) == ("systemctl restart slurmd", ("gpu01", "gpu02"), True)


def test_an_earlier_plan_does_not_say_and_the_later_one_does(tmp_path: Path) -> None:
    """A plan from before it had daemons: hosts that come are announced all the same."""
    before = {name: value for name, value in rows_of(_spec(2, "22.05"), tmp_path).items() if name != "daemons"}
    found = difference(before, rows_of(_spec(4, "22.05"), tmp_path))
    assert [each.command for each in found.reloads] == [command for command, _, _ in RESTARTS]
    assert found.unsaid == ("daemons",)


def test_the_role_tells_daemons_of_the_same_files() -> None:
    """The files that it places on controllers, but for accounts, are those that the plan announces."""
    tasks = yaml.safe_load((data_dir("playbooks") / "roles/slurm/tasks/controller.yml").read_text(encoding="utf-8"))
    placed = next(task["vars"]["slurm_files"] for task in tasks if "slurm_files" in task.get("vars", {}))
    assert [name for name in READ_AGAIN if not any(fnmatch(name, each) for each in placed)] == []
    assert [each for each in placed if not any(fnmatch(name, each) for name in READ_AGAIN)] == []


def test_every_file_of_controllers_is_read_again_or_named_here(tmp_path: Path) -> None:
    """A file that comes to the tree is sorted on the same day."""
    burst = {"count": 2, "cpus": 8, "memory_gib": 64}
    spec = _spec(2, "26.05", containers="pyxis", private_tmp=True, burst=burst, gather={"energy": "rapl"})
    spec |= {"tenants": {"blue": {"hosts": ["gpu01"]}}}
    others = {"slurmdbd.conf", "slurmdbd.sql", "mariadb.cnf", "accounts.cfg", "accounts.sh", "burst.sh"}
    others |= {"prolog.sh", "epilog.sh", "task_prolog.sh", "health.sh", "nhc.conf", "enroot.conf"}
    others |= {"enroot-login.conf", "enroot-rails.fstab", "enroot-rails.env", "enroot-modules.conf", "imex_hosts"}
    names = {path.removeprefix("slurm/") for path in slurm.paths(plan_data(spec, tmp_path))}
    assert names - set(READ_AGAIN) - others == set()
    cloud = {"provider": "aws", "machine": "m", "image": "i", "place": "p", "network": "n", "credentials": "/etc/c"}
    spec = _spec(2, "26.05", burst=burst | {"cloud": cloud})
    names = {path.removeprefix("slurm/") for path in slurm.paths(plan_data(spec, tmp_path))}
    started = {
        "burst.py",
        "burst_provider.py",
        "burst_state.py",
        "burst.json",
        "burst-host.yaml",
        "clustergen-burst.service",
        "clustergen-burst.timer",
    }
    assert names - set(READ_AGAIN) - others == started
