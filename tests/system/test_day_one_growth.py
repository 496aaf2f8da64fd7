"""Day one goes on with Ubuntu 24.04's Slurm 23.11: two users of two accounts, and hosts that `grow.yml` adds while a job runs.

Beds of other releases grow by a host at the end of their day (GrowingDayOne).
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.system.test_day_one import JOB, RANKS, batch, running_job
from tests.twin.day_one import (
    SECRETS,
    SITE,
    STAGES,
    Trees,
    as_user,
    day_one_hosts,
    day_one_spec,
    ended,
    grow,
    grown_trees,
    life,
    until,
    use_tree,
)
from tests.twin.ssh_hosts import SshHosts, require
from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
OLD, NEW, OTHERS = ("gpu01", "gpu02"), ("gpu03", "gpu04"), ("storage1", "login1", "control1")
ACCOUNTS = {"research": {"users": ["alice"], "share": 3}, "teaching": {"users": ["bob"]}}


def _spec(gpus: int) -> dict[str, Any]:
    return day_one_spec({"gpu": gpus, "storage": 1, "control": 1, "login": 1}, {"accounts": ACCOUNTS})


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Trees:
    """Two compute hosts, then four."""
    return grown_trees(tmp_path_factory.mktemp("growth"), _spec(len(OLD)), _spec(len(OLD + NEW)))


@pytest.fixture(scope="module")
def hosts(trees: Trees, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """All hosts, fresh; those to come are not in the tree of the first day."""
    require(program)
    with day_one_hosts(trees.after, (*OLD, *NEW, *OTHERS)) as bed:
        yield bed


@pytest.fixture(scope="module")
def first(hosts: SshHosts, trees: Trees) -> Play:
    """The first run of site.yml, by the first tree."""
    use_tree(hosts, trees.before)
    done = hosts.playbook(SITE, *STAGES, "--limit", ",".join((*OLD, *OTHERS)), **SECRETS).must()
    until(hosts, "sinfo --noheader --format '%D %T'", r"^2 idle$")
    return done


def test_a_job_needs_an_account_of_its_user(hosts: SshHosts, first: Play) -> None:
    """Not one that does not exist, and not somebody else's."""
    for account in ("nobody", "research"):
        refused = hosts.ssh("login1", f"srun --account={account} hostname", user="bob")
        assert refused.returncode != 0
        assert "Invalid account" in refused.stderr
    assert as_user(hosts, "srun --account=teaching --nodelist=gpu02 hostname", "bob").split() == ["gpu02"]


@pytest.fixture(scope="module")
def grown(hosts: SshHosts, trees: Trees, first: Play) -> str:
    """The change while a job of all old hosts runs; its number is returned, and it still runs."""
    job = running_job(hosts, len(OLD))
    before = {name: life(hosts, name) for name in OLD}
    done = grow(hosts, trees)
    assert "new hosts: gpu03" in done.stdout
    assert not {*OLD} & {*done.changed}
    assert {name: life(hosts, name) for name in OLD} == before
    return job


def test_a_job_runs_on_while_hosts_come(hosts: SshHosts, grown: str, proven: Callable[[str, str], None]) -> None:
    """Its hosts are neither drained nor restarted; the new ones take jobs meanwhile, and it ends well."""
    until(hosts, "sinfo --noheader --Node --format '%N %T'", r"(?s)gpu01 alloc.*gpu02 alloc.*gpu03 idle.*gpu04 idle")
    assert set(as_user(hosts, "srun --nodes=2 hostname", "bob").split()) == {*NEW}
    as_user(hosts, "touch stop")
    assert ended(hosts, grown) == "alice|COMPLETED"
    proven(
        "day one, growth",
        "grow.yml adds two hosts to two while a job runs on these: it ends COMPLETED, nothing of its hosts restarts",
    )


def test_a_job_of_old_and_new_hosts_uses_the_rails(hosts: SshHosts, grown: str) -> None:
    """Ranks of all four exchange bytes over all eight rails, once the earlier job has left."""
    hosts["storage1"].write("/home/alice/ranks.py", RANKS.read_text(encoding="utf-8"))
    hosts["storage1"].write("/home/alice/job.sh", JOB)
    as_user(hosts, "touch stop")
    job = as_user(hosts, "sbatch --parsable --nodes=4 job.sh").strip()
    assert ended(hosts, job) == "alice|COMPLETED"
    assert as_user(hosts, "cat ranks.out").split() == ["exchanges", "32"]


def test_who_has_used_more_waits_longer(hosts: SshHosts, grown: str) -> None:
    """By fair share: alice has run for the time of the growth, bob hardly. Slurm counts anew every five minutes."""
    as_user(hosts, "touch stop")
    shares = "sshare --noheader --parsable2 --users=alice,bob --format=account,user,rawusage,fairshare"
    told = until(hosts, shares, r"research\|alice\|[1-9]\d*\|0\.[0-4]", seconds=600)
    fair = {user: float(factor) for user, factor in re.findall(r"\|(alice|bob)\|\d+\|([\d.]+)", told)}
    assert fair["alice"] < fair["bob"], told
    for user in fair:
        batch(hosts, "--begin=now+1hour --output=/dev/null", "true", user)
    queued = dict(re.findall(r"(\w+) (\d+)", as_user(hosts, "squeue --noheader --states=PENDING --format='%u %Q'")))
    assert int(queued["alice"]) < int(queued["bob"]), queued
    for user in fair:
        as_user(hosts, f"scancel --user={user}", user)


def test_a_second_run_changes_nothing(hosts: SshHosts, trees: Trees, grown: str) -> None:
    assert grow(hosts, trees).changed == {}
