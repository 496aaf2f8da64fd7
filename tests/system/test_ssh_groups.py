"""Whom sshd itself takes the rendered rule to let in."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.twin.bottle import Bottle
from tests.conftest import tree_of
from tests.host_files import host_text
from tests.render.test_users import KEY
from tests.specs import cluster, plan_data

pytestmark = pytest.mark.proof
_READ = "mount -t tmpfs tmpfs /run && mkdir -p -m 755 /run/sshd && exec sshd -T -f $0"


def test_sshd_reads_who_comes_in(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    program("sshd")
    users = {
        "groups": {"ops": 3000},
        "accounts": {"ada": {"uid": 2001, "sudo": True, "keys": [KEY]}},
        "ssh_groups": {"control": ["ops"]},
    }
    tree = tree_of(plan_data(cluster() | {"users": users}, tmp_path))
    rule = host_text(tree, "control1", "etc/ssh/sshd_config.d/20-clustergen-users.conf")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", tmp_path / "key"], check=True)
    (tmp_path / "sshd_config").write_text(f"HostKey {tmp_path}/key\n{rule}", encoding="utf-8")
    with Bottle() as bottle:
        said = bottle.must("unshare", "--mount", "sh", "-c", _READ, f"{tmp_path}/sshd_config").splitlines()
    let_in = [name for line in said if line.startswith("allowgroups ") for name in line.split()[1:]]
    assert let_in == ["root", "sudo", "ada", "ops"]
    proven("sshd -T", "AllowGroups has who looks after a host, and whom the spec names")
