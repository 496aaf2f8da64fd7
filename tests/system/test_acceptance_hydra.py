"""Collectives on hosts of Kubernetes: Hydra's mpiexec of the first host and a proxy on each, which nobody reaches by SSH, start every rank."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance
from tests.acceptance_stand_ins import put_stand_ins
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof
HOSTS = ("gpu01", "gpu02", "gpu03")


@pytest.fixture
def folder() -> Iterator[Path]:
    """Return a folder that the user nobody can read: Hydra and its ranks do not run as root."""
    with tempfile.TemporaryDirectory(dir="/tmp") as made:  # pytest's folders are closed to other users
        Path(made).chmod(0o755)
        yield Path(made)


def _tree(folder: Path) -> str:
    """Return together.py of a tree whose hosts this machine is: their names lead to it."""
    plan = close(plan_data(cluster(len(HOSTS)), folder))
    for each in acceptance.render(plan, TEMPLATES):
        (folder / each.path).parent.mkdir(exist_ok=True)
        (folder / each.path).write_text(each.content, encoding="utf-8")
    put_stand_ins(folder / "bin")
    (folder / "hosts").write_text("127.0.0.1 localhost " + " ".join(HOSTS) + "\n")
    return str(folder / "acceptance/together.py")


def _begun(folder: Path, script: str, host: str, real: str, port: int, patience: str = "60") -> subprocess.Popen[str]:
    words = ["collectives", "--among", ",".join(HOSTS), "--alone", host, "--patience", patience, "--port", str(port)]
    around = {
        "PATH": f"{folder}/bin:{real}:{os.environ['PATH']}",
        "PLANTED": str(folder / "planted.json"),
        "STAND_IN_HOST": host,
    }
    command = [sys.executable, "-I", script, *words]
    names = ["unshare", "--mount", "sh", "-euc", 'mount --bind "$0" /etc/hosts; exec "$@"', str(folder / "hosts")]
    return subprocess.Popen([*names, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=around)


def test_every_rank_of_three_hosts_starts_without_ssh(
    folder: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    real = program("mpiexec.hydra").rpartition("/")[0]
    script = _tree(folder)
    (folder / "planted.json").write_text(json.dumps({"hosts": HOSTS, "gpu02 all_reduce": 300.0}))
    begun = [_begun(folder, script, host, real, 29_601) for host in HOSTS]
    found: list[dict[str, Any]] = []
    for process in begun:
        said, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, "")
        found += map(json.loads, said.splitlines())
    assert {each["test"]: each.get("value", each.get("text")) for each in found} == {
        "all-reduce-leaf": 300.0, "all-reduce-unit": 300.0, "all-reduce-all": 300.0, "all-to-all-all": 41.2,
    }  # fmt: skip
    assert {(each["host"], each["hosts"]) for each in found} == {("gpu01", 3)}
    proven("mpiexec.hydra of MPICH 4.0", "24 ranks of three hosts, each with its own proxy")


def test_a_host_that_is_away_fails_the_group_and_says_so(folder: Path, program: Callable[[str], str]) -> None:
    real = program("mpiexec.hydra").rpartition("/")[0]
    script = _tree(folder)
    text = (folder / "acceptance/measure.py").read_text()
    (folder / "acceptance/measure.py").write_text(text.replace("TEST_S = 3600", "TEST_S = 3"))
    (folder / "planted.json").write_text(json.dumps({"hosts": HOSTS}))
    begun = _begun(folder, script, "gpu01", real, 29_611, "1")
    said, _ = begun.communicate(timeout=200)
    assert "has each host of the group started its proxy?" in json.loads(said.splitlines()[0])["text"]
