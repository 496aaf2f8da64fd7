"""The grammar of NVUE: what it takes, what it refuses, and that it refuses what is not ours to say."""

from pathlib import Path

import pytest

from generator.render.cumulus.grammar import fault
from generator.render.cumulus.reading import faults_of
from generator.verify.nvue import nvue
from tests.judges.nvue import flattened
from tests.render.cumulus_specs import RELEASES
from tests.render.test_cumulus import CASES, of_each_kind, rendered

MISSPELT = {
    "interface swp1 link mtus 9216": "no release has",
    "interface swp1 link mtu 9999": "no release has",
    "interface swp1 link state upp": "no release has",
    "interface Ethernet4 link mtu 9216": "no release has",
    "interface swp1 ipv4 address 10.0.0.300/31": "no release has",
    "interface swp1 ipv4 address fd00::1/127": "no release has",
    "interface swp1 ipv4 address 10.0.0.1": "no release has",
    "vrf default router bgp neighbour swp1 type unnumbered": "no release has",
    "vrf default router bgp peer-group SPINES remote-as outside": "no release has",
    "qos roce mode lossles": "no release has",
    "qos roce": "not a whole command",
    "interface swp1 link": "not a whole command",
    "system hostname": "not a whole command",
}
OF_ANOTHER_RELEASE = {
    "qos roce enable on": ("5.14", "5.15", "until 5.14"),
    "qos roce state enabled": ("5.15", "5.14", "since 5.15"),
    "interface swp1 ip address 10.0.0.1/31": ("5.13", "5.16", "until 5.14"),
    "interface swp1 ipv4 address 10.0.0.1/31": ("5.16", "5.13", "since 5.15"),
    "router bfd offload enabled": ("5.16", "5.15", "since 5.16"),
    "qos pfc default-global small-packet-probability 60": ("5.17", "5.16", "since 5.17"),
    "service syslog mgmt server 10.0.0.1": ("5.12", "5.13", "until 5.12"),
    "system aaa authentication-order 1 tacacs": ("5.14", "5.15", "until 5.14"),
    "vrf default router bgp peer-group SPINES bfd enable on": ("5.14", "5.15", "until 5.14"),
    "qos roce mode lossy-multi-tc": ("5.14", "5.13", "since 5.14"),
    "system gnmi-server state enabled": ("5.13", "5.9", "since 5.13"),
}


@pytest.mark.parametrize(("form", "version"), CASES)
def test_everything_that_we_say_is_a_command_of_its_release(form: str, version: str) -> None:
    files = of_each_kind(rendered(form, version))
    for path, text in files.items():
        if path.endswith("startup.yaml"):
            assert [said for words in flattened(text) if (said := fault(words, version))] == []
            assert faults_of(text, files[path.replace("startup.yaml", "nv-set.sh")]) == []


@pytest.mark.parametrize("command", MISSPELT)
def test_a_misspelt_command_is_refused(command: str) -> None:
    for version in RELEASES:
        assert fault(command.split(), version).startswith(MISSPELT[command])


@pytest.mark.parametrize("command", OF_ANOTHER_RELEASE)
def test_a_command_of_another_release_is_refused(command: str) -> None:
    good, bad, said = OF_ANOTHER_RELEASE[command]
    assert fault(command.split(), good) == ""
    assert said in fault(command.split(), bad)


def test_a_release_in_the_form_of_the_other_side_of_the_renames_is_refused() -> None:
    """So the grammar tells releases apart in whole files, both ways."""
    for version, other in (("5.14", "5.16"), ("5.16", "5.14")):
        text = rendered("tenants", version)["switches/compute-leaf1/startup.yaml"]
        refused = [words for words in flattened(text) if fault(words, other)]
        roots = {words[0] for words in refused}
        assert {"interface", "qos", "router", "vrf", "evpn", "nve"} <= roots


def _tree(tmp_path: Path) -> Path:
    for path, text in rendered("leaves and spines").items():
        file = tmp_path / "tree" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return tmp_path / "tree"


def test_check_passes_a_rendered_tree_and_finds_planted_faults(tmp_path: Path) -> None:
    tree = _tree(tmp_path)
    assert (nvue(tree).result, nvue(tree).files) == ("passed", 2 * len(list(tree.glob("switches/*"))))
    plants = {
        "startup.yaml": ("          mtu: 9216\n", "          mtus: 9216\n", "no release has"),
        "nv-set.sh": ("nv set qos roce mode lossless", "nv set qos roce mode lossy", "only in nv-set.sh"),
    }
    for name, (old, new, said) in plants.items():
        file = tree / "switches/compute-leaf1" / name
        before = file.read_text(encoding="utf-8")
        assert old in before
        file.write_text(before.replace(old, new, 1), encoding="utf-8")
        assert any(said in each for each in nvue(tree).faults)
        file.write_text(before, encoding="utf-8")
    assert nvue(tree).result == "passed"


def test_check_refuses_what_is_no_startup_file(tmp_path: Path) -> None:
    tree = _tree(tmp_path)
    file = tree / "switches/compute-leaf1/startup.yaml"
    head = file.read_text(encoding="utf-8").split("- set:")[0]
    for text, said in ((head + "- unset: {}\n", "one `set`"), (head + "- set: {a: [\n", "not YAML"), ("", "release")):
        file.write_text(text, encoding="utf-8")
        assert any(said in each for each in nvue(tree).faults)
    assert nvue(tmp_path / "nothing").result == "nothing to check"
