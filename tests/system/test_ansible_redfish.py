"""The role redfish against BMCs that keep state and record: it reads before it writes, predicts in check mode, and does nothing twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.backends import ansible
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.twin.redfish import Bmc

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

BOOT: dict[str, Any] = {"redfish_boot": "network", "redfish_power": "restart", "redfish_sure": "gpu01"}
WATCHER = {"name": "watcher", "role": "ReadOnly", "password": "battery staple"}
Run = subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Inventory, playbooks and roles of a cluster of which one serial number is known."""
    spec = cluster() | {"assets": {"gpu01": {"serial": "S-0001"}}}
    plan = plan_data(spec, tmp_path_factory.mktemp("spec"))
    found = tmp_path_factory.mktemp("redfish") / "tree"
    write_tree(list(ansible.render(plan, TEMPLATES)), found)
    return found


@pytest.fixture
def bmc(tmp_path: Path, program: Callable[[str], str]) -> Iterator[Bmc]:
    program("openssl")
    with Bmc(tmp_path, serial="S-0001") as running:
        yield running


def play(tree: Path, bmc: Bmc, *arguments: str, password: str = "correct horse", **variables: Any) -> Run:
    """Run the playbook for gpu01 alone, whose BMC is this one."""
    own = {"redfish_base": bmc.url, "redfish_user": "admin", "redfish_ca_path": str(bmc.certificate)}
    program = Path(sys.executable).parent / "ansible-playbook"
    command = [str(program), "-i", str(tree / "ansible/inventory"), str(tree / "ansible/playbooks/provision.yml")]
    given = ["--tags", "redfish", "--limit", "gpu01", "-e", json.dumps(own | variables), *arguments]
    environment = {**os.environ, "CLUSTERGEN_BMC_PASSWORD": password, "ANSIBLE_NOCOLOR": "1"}
    return subprocess.run([*command, *given], env=environment, capture_output=True, text=True, check=False, timeout=300)


def changed(run: Run) -> int:
    """How many tasks changed something; the run has to succeed."""
    assert run.returncode == 0, run.stdout + run.stderr
    (line,) = [line for line in run.stdout.splitlines() if line.startswith("gpu01 ")]
    return int(line.partition("changed=")[2].split()[0])


def test_the_next_boot_is_set_once_and_the_host_switched_on(
    tree: Path, bmc: Bmc, proven: Callable[[str, str], None]
) -> None:
    assert changed(play(tree, bmc, "--check", **BOOT)) == 2
    assert bmc.changes == []
    assert changed(play(tree, bmc, **BOOT)) == 2
    boot = bmc.system["Boot"]
    assert (boot["BootSourceOverrideEnabled"], boot["BootSourceOverrideTarget"]) == ("Once", "UefiHttp")
    assert [body for _, path, body in bmc.changes if path.endswith("Reset")] == [{"ResetType": "On"}]
    assert changed(play(tree, bmc, **BOOT)) == 0
    assert len(bmc.changes) == 2
    boot["BootSourceOverrideEnabled"] = "Disabled"
    assert changed(play(tree, bmc, **BOOT)) == 2
    assert bmc.changes[-1][2] == {"ResetType": "PowerCycle"}
    proven("ansible-playbook", "role redfish against a stand-in over TLS: boot once, power, no second change")


def test_an_account_is_made_mended_and_left_alone(tree: Path, bmc: Bmc) -> None:
    given: dict[str, Any] = {"redfish_accounts": [WATCHER]}
    assert changed(play(tree, bmc, "--check", **given)) == 1
    assert bmc.account("watcher") == {}
    assert changed(play(tree, bmc, **given)) == 1
    assert bmc.account("watcher")["RoleId"] == "ReadOnly"
    assert bmc.passwords["watcher"] == WATCHER["password"]
    assert changed(play(tree, bmc, **given)) == 0
    bmc.passwords["watcher"] = "guessed"
    bmc.account("watcher")["Enabled"] = False
    assert changed(play(tree, bmc, **given)) == 1
    assert bmc.passwords["watcher"] == WATCHER["password"]
    assert bmc.account("watcher")["Enabled"] is True


def test_a_bmc_without_http_boot_gets_pxe_and_no_password_is_printed(tree: Path, bmc: Bmc) -> None:
    bmc.system["Boot"]["BootSourceOverrideTarget@Redfish.AllowableValues"] = ["None", "Pxe", "Hdd"]
    run = play(tree, bmc, "-vvv", "--diff", redfish_accounts=[WATCHER], redfish_boot="network", redfish_sure="gpu01")
    assert changed(run) == 2
    assert bmc.system["Boot"]["BootSourceOverrideTarget"] == "Pxe"
    assert bmc.system["PowerState"] == "Off"
    assert "battery staple" not in run.stdout + run.stderr
    assert "correct horse" not in run.stdout + run.stderr


@pytest.mark.parametrize(
    ("variables", "password", "said"),
    [
        ({}, "wrong", "refuses the login of admin: correct redfish_user or clustergen_bmc_password"),
        ({"redfish_ca_path": ""}, "correct horse", "CERTIFICATE_VERIFY_FAILED"),
        ({"cluster_serial_number": "S-0002"}, "correct horse", "check whether two cables are swapped"),
    ],
    ids=["wrong password", "unsigned", "another host's BMC"],
)
def test_a_fault_is_said_and_nothing_is_changed(
    variables: dict[str, Any], password: str, said: str, tree: Path, bmc: Bmc
) -> None:
    run = play(tree, bmc, password=password, **{**BOOT, **variables})
    assert run.returncode == 2
    assert said in " ".join(run.stdout.split())
    assert bmc.changes == []


@pytest.mark.parametrize(
    "given", [{"redfish_power": "restart"}, {"redfish_boot": "network"}, BOOT | {"redfish_sure": "gpu02"}], ids=str
)
def test_what_ends_work_is_confirmed_by_name(given: dict[str, Any], tree: Path, bmc: Bmc) -> None:
    """The limit alone is no confirmation: a host is restarted, or booted into an installation, that is named a second time."""
    run = play(tree, bmc, **{"redfish_sure": "!all"} | given)
    assert run.returncode == 2
    assert "nothing was changed" in " ".join(run.stdout.split())
    assert bmc.changes == []


def test_no_bmc_is_asked_unless_it_is_named(tree: Path) -> None:
    """A whole run leaves BMCs alone."""
    program = Path(sys.executable).parent / "ansible-playbook"
    command = [
        str(program),
        "-i",
        str(tree / "ansible/inventory"),
        str(tree / "ansible/playbooks/provision.yml"),
        "--list-tasks",
    ]
    listed = [
        subprocess.run([*command, *tags], capture_output=True, text=True, check=True).stdout
        for tags in ((), ("--tags", "redfish"))
    ]
    assert ["Ask each BMC" in each for each in listed] == [False, True]
