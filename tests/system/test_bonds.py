"""Bonds by LACP before real programs: netplan, systemd-networkd, NetworkManager and FRR read them; both ends and reachability are judged from the files.

The kernel of a test machine may have no bonds: then nothing here speaks LACP on a wire.
"""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.render.backends import cumulus
from generator.render.tree import render_tree
from generator.verify.ends import ends
from generator.verify.reach.judge import reachability
from tests.bond_specs import CASES, bonded
from tests.judges.host_facts import below, configured, host_files, kinds, unit_facts, wanted
from tests.judges.networkd import NETWORKD, HostNamespace
from tests.ours import TEMPLATES
from tests.specs import Spec, plan_data
from tests.system.test_host_network import (
    NETPLAN,
    NM,
    UNITS,
    _compare,
    generate,
    generated,
    meaning,
    networks,
    printed_back,
)

pytestmark = pytest.mark.proof
Find = Callable[[str], str]
Proven = Callable[[str, str], None]
ECN = {"kmin_bytes": 150_000, "kmax_bytes": 1_500_000, "pmax_percent": 100}


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Draft:
    """Plan a cluster whose hosts bond by LACP."""
    return plan_data(bonded("eos"), tmp_path_factory.mktemp("lacp"))


def test_netplan_writes_the_same_bond(plan: Draft, program: Find, tmp_path: Path, proven: Proven) -> None:
    """What it makes of its form are the units that hosts of Debian have."""
    ubuntu, debian = host_files(plan, Form.NETPLAN), host_files(plan, Form.NETWORKD)
    hosts = kinds(plan, ubuntu)
    for host in hosts:
        units = generated(program, ubuntu[host.name][NETPLAN], tmp_path / host.name)
        assert unit_facts(networks(units)) == {each.name: wanted(each) for each in configured(plan, host.name)}
        _compare(units, below(debian[host.name], UNITS))
    proven("netplan generate", f"{len(hosts)} hosts that bond by LACP")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("802.3ad", "802.3ae"),
        ("lacp-rate", "lacp-pace"),
        ("transmit-hash-policy", "hash-policy"),
        ("- frontend1", "- frontend9"),
    ],
)
def test_netplan_refuses_planted_faults(before: str, after: str, plan: Draft, program: Find, tmp_path: Path) -> None:
    """Modes and keys that it does not know, and ports that are not there. Rates and hashes it passes on as they are: systemd-networkd refuses them."""
    text = host_files(plan, Form.NETPLAN)["gpu01"][NETPLAN]
    assert before in text
    assert generate(program, text.replace(before, after), tmp_path).returncode != 0


def test_networkd_reads_the_bond(plan: Draft, program: Find, proven: Proven) -> None:
    """No word that it does not know; a wrong one is said."""
    program(NETWORKD)
    units = below(host_files(plan, Form.NETWORKD)["gpu01"], UNITS)
    for before, after in (("", ""), ("Mode=802.3ad", "Mode=802.3ae"), ("LACPTransmitRate=fast", "LACPTransmitRate=2"), ("=layer3+4", "=layer5")):  # fmt: skip
        assert before in "".join(units.values())
        with HostNamespace(configured(plan, "gpu01")) as namespace:
            namespace.networkd({name: text.replace(before, after) for name, text in units.items()}, whole=True)
            namespace.wait_for("Enumeration completed")
            assert bool(namespace.complaints()) == bool(before), before
    proven("systemd-networkd", "a bond by LACP read")


def test_nmcli_prints_the_bond_back(plan: Draft, program: Find, proven: Proven) -> None:
    """What it prints is what was written, and is not where that is wrong."""
    files = below(host_files(plan, Form.KEYFILES)["gpu01"], f"{NM}/system-connections")
    for text in files.values():
        assert printed_back(program("nmcli"), text) == meaning(text)
    bond = files["bond0.nmconnection"]
    for before, after in (("mode=802.3ad", "mode=802.3ae"), ("lacp_rate=fast", "lacp_rate=quick"), ("hash_policy=layer3+4", "hash_policy=layer5")):  # fmt: skip
        assert before in bond
        assert printed_back(program("nmcli"), bond.replace(before, after)) != meaning(bond.replace(before, after))
    proven("nmcli --offline", "a bond by LACP read and printed back")


@pytest.mark.parametrize("name", ["cumulus", "cumulus before 5.15"])
def test_frr_reads_the_segments(name: str, program: Find, tmp_path: Path, proven: Proven) -> None:
    """Every leaf's frr.conf, and a word that it has not is refused."""
    plan = plan_data(CASES[name](), tmp_path)
    texts = [each.content for each in cumulus.render(plan, TEMPLATES) if each.path.endswith("frr.conf")]
    leaves = [text for text in texts if "evpn mh es-sys-mac 44:38:39:ff:00:" in text]
    assert len(leaves) == 4
    (tmp_path / "vtysh.conf").touch()
    for text, fine in (*((text, True) for text in texts), (leaves[0].replace("evpn mh es-id", "evpn mh es-no"), False)):
        (tmp_path / "frr.conf").write_text(text, encoding="utf-8")
        done = subprocess.run([program("vtysh"), "-C", "--config_dir", str(tmp_path)], capture_output=True, text=True, check=False, timeout=60)  # fmt: skip
        assert (done.returncode == 0) == fine, done.stderr
    proven("FRR (vtysh -C)", f"{len(leaves)} leaves with Ethernet segments")


def written(spec: Spec, folder: Path) -> Path:
    """Render a spec; storage's thresholds are stated, as none are published for EOS."""
    if spec["fabrics"].get("storage", {}).get("leaf", {}).get("os") == "eos":
        spec["fabrics"]["storage"]["roce"] = {"ecn": ECN}
    write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
    return folder / "tree"


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Render a case once; whoever changes a file puts it back."""
    made: dict[str, Path] = {}

    def give(name: str) -> Path:
        if name not in made:
            made[name] = written(CASES[name](), tmp_path_factory.mktemp("tree"))
        return made[name]

    return give


@pytest.fixture
def plant(trees: Callable[[str], Path]) -> object:
    """Change a file of a tree for the time of a test."""
    changed: dict[Path, str] = {}

    def do(name: str, path: str, pattern: str, text: str) -> Path:
        file = trees(name) / path
        before = changed.setdefault(file, file.read_text(encoding="utf-8"))
        after = re.sub(pattern, text, before, count=1)
        assert after != before, pattern
        file.write_text(after, encoding="utf-8")
        return trees(name)

    yield do
    for file, before in changed.items():
        file.write_text(before, encoding="utf-8")


Plant = Callable[[str, str, str, str], Path]


@pytest.mark.parametrize("name", CASES)
def test_both_ends_of_every_bond_agree(name: str, trees: Callable[[str], Path], proven: Proven) -> None:
    """Host and leaves, in every case."""
    verdict = ends(trees(name))
    assert verdict.faults == []
    assert verdict.files > 20
    proven("both ends", f"bonds by LACP, {name}: {verdict.note}")


GPU = "hosts/gpu01/etc/netplan/60-clustergen.yaml"
NVUE = "switches/frontend-leaf1/startup.yaml"
CFG = "switches/frontend-leaf1/running.cfg"


@pytest.mark.parametrize(
    ("name", "path", "pattern", "text", "says"),
    [
        ("cumulus", GPU, 'mode: "?802.3ad"?', "mode: active-backup", "the host bonds it as active-backup, and the switch has it in an LACP group"),
        ("cumulus", NVUE, "mode: lacp", "mode: static", "the host bonds it by LACP, and the switch has it in a group without LACP"),
        ("cumulus", NVUE, "( +)swp1: {}\n", r"\1swp30: {}\n", "the host bonds it by LACP, and the switch has it in no group"),
        ("cumulus", NVUE, "local-id: 10\n", "local-id: 20\n", "its bond has several partners"),
        ("cumulus", NVUE, "mac-address: 44:38:39:ff:00:01", "mac-address: 44:38:39:ff:00:09", "its bond has several partners"),
        ("cumulus", NVUE, "(local-id: 10\n.*\n +)state: enabled", r"\1state: disabled", "its bond has several partners"),
        ("cumulus", NVUE, "(description: gpu01\n(.*\n){6,9} +mtu:) 9216", r"\1 1500", "the host sends packets of 9000 bytes, but the switch accepts at most 1500"),
        ("eos, spines", GPU, 'mode: "?802.3ad"?', "mode: active-backup", "the host bonds it as active-backup, and the switch has it in an LACP group"),
        ("eos, spines", CFG, "channel-group 10 mode active", "channel-group 10 mode on", "the switch has it in a group without LACP"),
        ("eos, spines", CFG, "   channel-group 10 mode active\n", "", "the host bonds it by LACP, and the switch has it in no group"),
        ("eos, spines", CFG, "identifier 0044:3839:ff00:0100:000a", "identifier 0044:3839:ff00:0100:0001", "its bond has several partners"),
        ("eos, spines", CFG, "lacp system-id 4438.39ff.0001", "lacp system-id 4438.39ff.0009", "its bond has several partners"),
        ("eos, spines", CFG, "      route-target import 44:38:39:ff:00:01\n", "", "its bond has several partners"),
        ("eos, spines", CFG, "redundancy all-active", "redundancy single-active", "its bond has several partners"),
    ],
)  # fmt: skip
def test_a_planted_disagreement_is_named(
    name: str, path: str, pattern: str, text: str, says: str, plant: Plant
) -> None:
    """Of host and leaf, or of one leaf with the other; at gpu01 and nowhere else."""
    verdict = ends(plant(name, path, pattern, text))
    assert any(says in fault for fault in verdict.faults), verdict.faults
    assert all("gpu01" in fault for fault in verdict.faults), verdict.faults


def test_leaves_that_know_of_no_bond_are_named(trees: Callable[[str], Path], tmp_path: Path) -> None:
    """A host's mode changed on purpose in a cluster without LACP."""
    spec = bonded("eos")
    del spec["fabrics"]["frontend"]["bonding"]
    root = written(spec, tmp_path)
    assert ends(root).faults == []
    file = root / GPU
    file.write_text(file.read_text(encoding="utf-8").replace("active-backup", "802.3ad"), encoding="utf-8")
    faults = ends(root).faults
    assert len(faults) == 2
    assert all("the host bonds it by LACP, and the switch has it in no group" in fault for fault in faults)


@pytest.mark.parametrize(
    ("system", "file", "mode"),
    [
        ("debian-13", "systemd/network/60-bond0.netdev", "Mode="),
        ("rocky-9", "NetworkManager/system-connections/bond0.nmconnection", "mode="),
    ],
)
def test_the_other_forms_of_hosts_are_read_too(system: str, file: str, mode: str, tmp_path: Path) -> None:
    """A bond of systemd-networkd or NetworkManager is held against its leaves as one of netplan is."""
    spec = bonded("eos")
    for group in spec["hosts"].values():
        group["os"] = system
    root = written(spec, tmp_path)
    assert ends(root).faults == []
    path = root / "hosts/gpu01/etc" / file
    text = path.read_text(encoding="utf-8")
    assert f"{mode}802.3ad" in text
    path.write_text(text.replace(f"{mode}802.3ad", f"{mode}active-backup"), encoding="utf-8")
    faults = ends(root).faults
    assert len(faults) == 2
    assert all(
        "gpu01" in each and "the host bonds it as active-backup, and the switch has it in an LACP group" in each
        for each in faults
    )


@pytest.mark.parametrize("name", ["cumulus", "eos, a pair", "eos, converged"])
def test_who_reaches_whom_is_as_meant(name: str, trees: Callable[[str], Path], program: Find, proven: Proven) -> None:
    """Filters and VLANs stand at the bond."""
    program("nft")
    verdict = reachability(trees(name))
    assert verdict.ran
    assert verdict.faults == []
    assert verdict.files > 1000
    proven("nft", f"reachability with bonds by LACP, {name}: {verdict.note}")


@pytest.mark.parametrize(
    ("name", "path", "pattern", "text", "said"),
    [
        ("cumulus", NVUE.replace("leaf1", "leaf3"), r"(bond[0-9]+:\n        acl:\n          FRONTEND-)CONTROL:", r"\1STORAGE:", "allowed by the plan, but blocked by .*FRONTEND-STORAGE"),
        ("cumulus", NVUE, "access: 200", "access: 1", "accepts no frames|is not in VLAN|has no gateway"),
        ("eos, a pair", CFG, "   ip access-group FRONTEND-COMPUTE in\n", "   ip access-group FRONTEND-LOGIN in\n", "allowed by the plan, but blocked by .*FRONTEND-LOGIN"),
        ("eos, a pair", CFG, "   switchport access vlan 200\n", "   switchport access vlan 1\n", "accepts no frames|is not in VLAN|has no gateway"),
    ],
)  # fmt: skip
def test_a_bond_with_a_wrong_filter_or_vlan_is_seen(
    name: str, path: str, pattern: str, text: str, said: str, plant: Plant, program: Find
) -> None:
    """What a member has of its own does not stand in for it."""
    program("nft")
    verdict = reachability(plant(name, path, pattern, text))
    assert any(re.search(said, fault) for fault in verdict.faults), verdict.faults[:3]
