"""The pair that exports NFS: Corosync reads its file on each host, and Pacemaker's own programs read the resources and play the loss of a host."""

import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.render.backends import host_nfs
from tests.host_files import made_for
from tests.nfs_specs import paired
from tests.ours import TEMPLATES
from tests.specs import plan_data

COROSYNC, CIB = "etc/corosync/corosync.conf", "etc/clustergen/nfs/cib.xml"
PROGRAM = "usr/local/sbin/clustergen-nfs.sh"
_GROUP = ("home-device", "home-server", "home-address")
FENCED = "* Fencing storage1 (reboot)"
_KEY = bytes(range(256))
_READ = 'hostname "$0" && ip link set lo up && exec corosync -t -c "$1"'
Texts = dict[str, dict[str, str]]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Texts:
    """The files of both hosts, of a group that has a third one."""
    plan = plan_data(paired(storage=3), tmp_path_factory.mktemp("pair"))
    return made_for(plan, host_nfs.render(plan, TEMPLATES))


def run(*command: str) -> tuple[int, str]:
    """Run a program; return its exit code and all that it says."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def read_links(text: str, host: str, folder: Path) -> str:
    """Return what Corosync objects to in its file on a host of this name; nothing where it takes it."""
    (folder / "authkey").write_bytes(_KEY)
    where = folder / "corosync.conf"
    where.write_text(
        text.replace("crypto_hash: sha256", f"crypto_hash: sha256\n    keyfile: {folder}/authkey").replace(
            "to_stderr: no", "to_stderr: yes"
        ),
        encoding="utf-8",
    )
    code, said = run("unshare", "--uts", "--net", "sh", "-c", _READ, host, str(where))
    return said if code else ""


def verify(text: str, folder: Path) -> str:
    """Return what Pacemaker objects to in the resources; nothing where it takes them."""
    (folder / "cib.xml").write_text(text, encoding="utf-8")
    code, said = run("crm_verify", "-V", "--xml-file", str(folder / "cib.xml"))
    return said or f"exit code {code}" if code else ""


def without_fencing(text: str) -> str:
    """Return the resources without the devices that power hosts off, and without the places of these."""
    root = ET.fromstring(text)
    for parent in root.iter():
        for child in list(parent):
            if child.get("class") == "stonith" or child.get("rsc", "").startswith("fence-"):
                parent.remove(child)
    return ET.tostring(root, encoding="unicode")


def play(text: str, folder: Path, *lost: str) -> str:
    """Run Pacemaker's scheduler for the start of both hosts and then the loss of some; return its last list of steps and states."""
    before, after = folder / "before.xml", folder / "after.xml"
    before.write_text(text, encoding="utf-8")
    simulate = ("crm_simulate", "--simulate", "--quorum=1")
    code, said = run(
        *simulate, "--xml-file", str(before), "--save-output", str(after), "-u", "storage1", "-u", "storage2"
    )
    if lost and code == 0:
        gone = [part for host in lost for part in ("--node-fail", host)]
        code, said = run(*simulate, "--xml-file", str(after), *gone)
    assert code == 0, said
    return said


def places(said: str) -> dict[str, str]:
    """Return where every resource is at the end, by its name."""
    lines = said.rpartition("Full List of Resources:")[2].splitlines()
    words = [line.replace("*", " ").split() for line in lines if "(" in line]
    return {name: state[-1] for name, _, *state in words}


def test_corosync_reads_its_file_on_both_hosts(
    files: Texts, program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    program("corosync")
    assert files["storage1"][COROSYNC] == files["storage2"][COROSYNC]
    assert COROSYNC not in files["storage3"]
    for host in ("storage1", "storage2"):
        assert read_links(files[host][COROSYNC], host, tmp_path) == ""
    proven("corosync -t", "the links of an NFS pair, on both of its hosts")


@pytest.mark.parametrize(
    ("planted", "instead", "objection"),
    [
        ("name: storage1", "name: storage9", "No valid name found for local host"),
        ("nodeid: 2", "nodeid: 1", "appears twice"),
        ("        ring1_addr: 10.192.1.2\n", "", "same number of links"),
        ("transport: knet", "transport: knat", "Invalid transport"),
        ("crypto_hash: sha256", "crypto_hash: sha2", "Invalid hash"),
    ],
)
def test_corosync_objects_to_planted_faults(
    files: Texts, program: Callable[[str], str], tmp_path: Path, planted: str, instead: str, objection: str
) -> None:
    program("corosync")
    text = files["storage1"][COROSYNC]
    assert planted in text
    assert objection in read_links(text.replace(planted, instead), "storage1", tmp_path)


def test_pacemaker_takes_the_resources(files: Texts, program: Callable[[str], str], tmp_path: Path) -> None:
    program("crm_verify")
    assert files["storage1"][CIB] == files["storage2"][CIB]
    assert verify(files["storage1"][CIB], tmp_path) == ""


def test_pacemaker_objects_to_planted_faults(files: Texts, program: Callable[[str], str], tmp_path: Path) -> None:
    """Resources without fencing, a place for nothing, an id that is there twice."""
    program("crm_verify")
    text = files["storage1"][CIB]
    assert "no STONITH resources have been defined" in verify(without_fencing(text), tmp_path)
    assert "IDREF" in verify(text.replace('rsc="home"', 'rsc="hom"'), tmp_path)
    assert "validity error" in verify(text.replace("home-address-is-nic", "home-address-is-ip"), tmp_path)


def test_the_first_host_exports_while_both_are_there(
    files: Texts, program: Callable[[str], str], tmp_path: Path
) -> None:
    program("crm_simulate")
    found = places(play(files["storage1"][CIB], tmp_path))
    assert {name: found[name] for name in _GROUP} == dict.fromkeys(_GROUP, "storage1")
    assert (found["fence-storage1"], found["fence-storage2"]) == ("storage2", "storage1")


def test_the_other_host_takes_over_once_the_first_is_off(
    files: Texts, program: Callable[[str], str], tmp_path: Path, proven: Callable[[str, str], None]
) -> None:
    """It is fenced before anything starts, and the address starts last."""
    program("crm_simulate")
    said = play(files["storage1"][CIB], tmp_path, "storage1")
    found = places(said)
    assert {name: found[name] for name in _GROUP} == dict.fromkeys(_GROUP, "storage2")
    starts = [line for line in said.splitlines() if "Resource action" in line and " start on storage2" in line]
    assert said.index(FENCED) < said.index(starts[0])
    assert [line.split()[3] for line in starts] == list(_GROUP)
    proven("crm_verify and crm_simulate", "the resources of an NFS pair, with both hosts and after the loss of one")


def test_nothing_moves_when_the_second_host_is_lost(
    files: Texts, program: Callable[[str], str], tmp_path: Path
) -> None:
    program("crm_simulate")
    found = places(play(files["storage1"][CIB], tmp_path, "storage2"))
    assert {name: found[name] for name in _GROUP} == dict.fromkeys(_GROUP, "storage1")


def test_a_pair_with_disabled_fencing_is_found(files: Texts, program: Callable[[str], str], tmp_path: Path) -> None:
    """crm_verify takes it, and the scheduler moves everything without powering anything off: the steps show it."""
    program("crm_simulate")
    text = files["storage1"][CIB].replace('name="stonith-enabled" value="true"', 'name="stonith-enabled" value="false"')
    assert verify(text, tmp_path) == ""
    assert FENCED not in play(text, tmp_path, "storage1")
    assert FENCED in play(files["storage1"][CIB], tmp_path, "storage1")
