"""People of a directory's groups as users of Slurm's accounts, by the rendered script and real sacctmgr; `getent` is a stand-in, as SSSD has tests of its own."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.system.test_slurm_cluster import PROGRAMS, running, spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.twin.slurm import SlurmCluster

pytestmark = pytest.mark.proof
SCRIPT = "/etc/slurm/people.sh"


@pytest.fixture(scope="module")
def cluster(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlurmCluster]:
    """The database of a cluster with two tenants, of which one has a user beside its group."""
    for name in PROGRAMS:
        program(name)
    directory = {
        "kind": "ldap", "uris": ["ldaps://ldap1.example.net"], "base": "dc=example,dc=net", "ca": "vault",
        "tenants": {"blue": "blue-team", "red": "red-team"},
    }  # fmt: skip
    spec = spec_of("tenants-64", accounts={"blue": {"users": ["alice"]}})
    spec["services"] = spec.get("services", {}) | {"directory": directory}
    spec["addressing"] = spec.get("addressing", {}) | {"way_out": "10.160.31.254"}
    with running(spec, tmp_path_factory.mktemp("people")) as made:
        made.start_database("control1")
        made.start_controllers(["control1"])
        assert made.on("control1", "bash", "/etc/slurm/accounts.sh") == "changed\n"
        yield made


def _run(cluster: SlurmCluster, folder: Path, **groups: str) -> subprocess.CompletedProcess[str]:
    """Run the script while the directory has these groups, a dash for each underscore."""
    lines = "".join(f"{name.replace('_', '-')}:*:70100:{members}\n" for name, members in groups.items())
    (folder / "groups").write_text(lines, encoding="ascii")
    stand_in = folder / "getent"
    stand_in.write_text(f'#!/bin/sh\ngrep "^$2:" {folder}/groups\n', encoding="ascii")
    stand_in.chmod(0o755)
    folder.chmod(0o755)
    return cluster.try_on("control1", "env", f"PATH={folder}:/usr/sbin:/usr/bin:/sbin:/bin", "bash", SCRIPT)


def _users(cluster: SlurmCluster, account: str) -> set[str]:
    return set(
        cluster.on("control1", "sacctmgr", "-nP", "show", "assoc", "where", f"account={account}", "format=user").split()
    )


def test_members_come_and_go(cluster: SlurmCluster, tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Names that are no names of users are nobody; users that the spec states stay; a group that is empty or unknown removes nobody."""
    done = _run(cluster, tmp_path, blue_team="carol,dave,--immediate", red_team="erin")
    assert (done.stdout, done.returncode) == ("changed\n", 0), done.stderr
    assert (_users(cluster, "blue"), _users(cluster, "red")) == ({"alice", "carol", "dave"}, {"erin"})
    assert _run(cluster, tmp_path, blue_team="carol,dave", red_team="erin").stdout == "unchanged\n"
    assert _run(cluster, tmp_path, blue_team="dave", red_team="erin").stdout == "changed\n"
    assert _users(cluster, "blue") == {"alice", "dave"}
    done = _run(cluster, tmp_path, blue_team="")
    assert (done.stdout, done.returncode) == ("unchanged\n", 1)
    assert "red-team is unknown" in done.stderr
    assert (_users(cluster, "blue"), _users(cluster, "red")) == ({"alice", "dave"}, {"erin"})
    proven("sacctmgr", "people.sh follows groups of the directory, and removes nobody while it is down")
