"""What hosts do when something is missing: a storage side, a bond's port, the frontend, a default route; and who may read the files."""

from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from generator.plan.draft import Draft
from generator.plan.hosts.configured import Form
from generator.plan.hosts.interfaces import host_interfaces
from generator.render.backends import host_network
from tests.judges.host_facts import MAIN, below, configured, everything, host_files, plan_with, sections, wanted
from tests.ours import TEMPLATES
from tests.render.test_host_network import NETPLAN, SYSTEMS, UNITS, facts_of
from tests.specs import Spec


def _without(plan: Draft, host: str, *ports: str) -> Draft:
    """Take cables from a host."""
    links = tuple(link for link in plan.links if link.a.device != host or link.a.interface not in ports)
    bare = replace(plan, links=links)
    own = next(each for each in plan.hosts if each.name == host)
    return replace(bare, interfaces_of={**plan.interfaces_of, host: tuple(host_interfaces(bare, own))})


def _required(form: Form, files: dict[str, str]) -> set[str]:
    """Return the interfaces that a boot waits for."""
    if form is Form.NETPLAN:
        network = yaml.safe_load(files[NETPLAN])["network"]
        kinds = (network.get(kind, {}) for kind in ("ethernets", "bonds", "vlans"))
        return {name for kind in kinds for name, says in kind.items() if not says.get("optional")}
    units = (dict(reversed(sections(text))) for name, text in below(files, UNITS).items() if name.endswith(".network"))
    return {unit["Match"]["Name"][0] for unit in units if "RequiredForOnline" not in unit["Link"]}


@pytest.mark.parametrize("form", [Form.NETPLAN, Form.NETWORKD])
def test_one_dead_cable_holds_up_no_boot(form: Form, tmp_path: Path) -> None:
    """The bond, which has two ports, is waited for; no rail, no storage side, no management port. Something always is."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    plan = _without(plan, "control1", "frontend0", "frontend1")
    plan = _without(plan, "gpu02", "frontend0", "frontend1", "mgmt0")
    files = host_files(plan, form)
    assert _required(form, files["gpu01"]) == {"bond0"}
    assert _required(form, files["login1"]) == {"bond0", "bond0.300"}
    assert _required(form, files["control1"]) == {"mgmt0"}
    assert len(_required(form, files["gpu02"])) == 1


@pytest.mark.parametrize("form", Form)
def test_storage_sides_stand_in_for_each_other(form: Form, tmp_path: Path) -> None:
    """Each leads to its own side at no metric, and to all of storage at one of its own; by the bond nothing goes to rails and storage."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    facts = facts_of(host_files(plan, form)["gpu01"])
    main = {name: {(to, metric) for to, _, table, metric in facts[name].routes if table == MAIN and ":" not in to} for name in facts}  # fmt: skip
    assert main["storage0"] == {("10.128.0.0/12", 0), ("10.128.0.0/11", 200)}
    assert main["storage1"] == {("10.144.0.0/12", 0), ("10.128.0.0/11", 201)}
    assert main["rail3"] == {("10.48.0.0/12", 0)}
    assert main["bond0"] == {("0.0.0.0/0", 0), ("10.0.0.0/9", 1000), ("10.128.0.0/11", 1000)}
    assert {gateway for to, gateway, *_ in facts["bond0"].routes if not to.endswith("/0")} == {"unreachable"}
    assert {to for to, *_ in facts_of(host_files(plan, form)["login1"])["bond0"].routes} == {"0.0.0.0/0"}


@pytest.mark.parametrize("form", Form)
def test_a_bond_of_one_port(form: Form, tmp_path: Path) -> None:
    """It is a bond all the same, so that a second cable changes no name."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    plan = _without(plan, "gpu01", "frontend0")
    files = host_files(plan, form)["gpu01"]
    assert facts_of(files) == {each.name: wanted(each) for each in configured(plan, "gpu01")}
    text = "".join(files.values())
    assert "frontend0" not in "".join(
        line for line in text.splitlines() if not line.startswith(("#", "SUBSYS", "DRIV"))
    )
    said = {Form.NETPLAN: "primary: frontend1", Form.NETWORKD: "PrimarySlave=yes", Form.KEYFILES: "primary=frontend1"}
    assert said[form] in text


@pytest.mark.parametrize("form", Form)
def test_a_host_without_frontend(form: Form, tmp_path: Path) -> None:
    """No bond, no VLAN, no default route, no resolvers, nothing unreachable."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    plan = _without(plan, "control1", "frontend0", "frontend1")
    files = host_files(plan, form)["control1"]
    facts = facts_of(files)
    assert set(facts) == {"mgmt0"}
    assert facts["mgmt0"] == wanted(configured(plan, "control1")[0])
    assert "bond" not in "".join(files.values())
    assert "192.0.2.53" not in "".join(files.values())


@pytest.mark.parametrize("form", Form)
def test_a_host_with_one_storage_port(form: Form, tmp_path: Path) -> None:
    """It reaches both sides by the one."""
    plan = plan_with("roce-16", "debian-12", tmp_path, everything)
    plan = _without(plan, "gpu01", "storage0")
    facts = facts_of(host_files(plan, form)["gpu01"])
    assert "storage0" not in facts
    (gateway,) = {gateway for to, gateway, *_ in facts["storage1"].routes if "." in to}
    main = {(to, metric) for to, _, table, metric in facts["storage1"].routes if table == MAIN and "." in to}
    assert main == {("10.144.0.0/12", 0), ("10.128.0.0/11", 200)}
    assert gateway.startswith("10.144.")
    assert ("10.128.0.0/11", "unreachable", MAIN, 1000) in facts["bond0"].routes


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_border_host_has_the_sites_default_route(system: str, tmp_path: Path) -> None:
    """Not the leaf's: the leaf's own leads to the border host. It asks for names as every host does, on its bond."""

    def border(spec: Spec) -> None:
        everything(spec)
        spec["hosts"]["edge"] = {"model": "border-2u", "count": 1, "os": system}

    plan = plan_with("roce-16", system, tmp_path, border)
    files = host_files(plan)["edge1"]
    facts = facts_of(files)
    assert facts["bond0"].addresses
    assert all(not each.routes for each in facts.values())
    assert "".join(files.values()).count("192.0.2.53") == 1


@pytest.mark.parametrize("form", Form)
def test_the_bond_has_the_address_of_its_first_port(form: Form, tmp_path: Path) -> None:
    """Where it is known; cloned machines would otherwise give their bonds one address."""

    def assets(spec: Spec) -> None:
        everything(spec)
        spec["assets"] = {"login1": {"macs": {"frontend0": "12:34:56:00:00:a1", "frontend1": "12:34:56:00:00:a2"}}}

    files = host_files(plan_with("roce-16", "debian-12", tmp_path, assets), form)
    said = {
        Form.NETPLAN: 'macaddress: "12:34:56:00:00:a1"',
        Form.NETWORKD: "MACAddress=12:34:56:00:00:a1",
        Form.KEYFILES: "cloned-mac-address=12:34:56:00:00:A1",
    }
    assert "".join(files["login1"].values()).count(said[form]) == 1
    assert not any(word in "".join(files["gpu01"].values()) for word in ("macaddress", "MACAddress", "mac-address"))
    vlan = [text for name, text in files["login1"].items() if "bond0.300" in name]
    assert "12:34" not in "".join(vlan)


def test_no_file_that_netplan_or_network_manager_reads_is_open_to_all(tmp_path: Path) -> None:
    for system, wish in (("ubuntu-24.04", {0o600}), ("debian-12", set()), ("rocky-9", {0o600})):
        plan = plan_with("roce-16", system, tmp_path)
        artifacts = host_network.render(plan, TEMPLATES)
        private = {each.mode for each in artifacts if "/netplan/" in each.path or "system-connections" in each.path}
        assert private == wish
