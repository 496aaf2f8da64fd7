"""The files of provisioning say what the plan says; BIND and Kea judge them in tests/system."""

import json
import re
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.provisioning.dhcp import dhcp_of
from generator.plan.services import with_services
from generator.render.backends import dhcp, dns, host_lists
from generator.render.backends.dhcp import kea_text
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data


def _files(plan: Draft) -> dict[str, str]:
    templates = TEMPLATES
    found = {each.path: each.content for backend in (dns, dhcp) for each in backend.render(close(plan), templates)}
    assert list(found) == [path for backend in (dns, dhcp) for path in backend.paths(close(plan))]
    return {path.removeprefix("provisioning/"): text for path, text in found.items()}


def _known(spec: Spec) -> Spec:
    macs = {"frontend0": "3c:6d:66:00:00:01", "bmc": "3c:6d:66:00:00:02"}
    return spec | {"assets": {"gpu01": {"macs": macs}}}


def test_a_zone_file_has_its_records_and_absolute_targets(tmp_path: Path) -> None:
    plan = plan_data(cluster(), tmp_path)
    text = _files(plan)["dns/atlas.example.net.zone"]
    zone = with_services(plan).provisioning.zones[0]
    rows = [line.split(" ", 3) for line in text.splitlines() if " IN " in line and " SOA " not in line]
    assert [(owner, kind, value) for owner, _, kind, value in rows] == [
        (each.owner, each.kind, each.value) for each in zone.records
    ]
    assert all(value.endswith(".") for _, _, kind, value in rows if kind not in {"A", "AAAA"})
    assert "@ IN SOA control1.atlas.example.net. hostmaster.atlas.example.net. (" in text
    assert f"  {zone.serial} ; serial" in text


def test_every_zone_is_loaded_from_its_file(tmp_path: Path) -> None:
    files = _files(plan_data(cluster(), tmp_path))
    named = re.findall(
        r'^zone "(\S+)" \{ type primary; file "clustergen/(\S+)[.]zone";', files["dns/named.conf"], re.MULTILINE
    )
    assert named
    assert all(zone == file for zone, file in named)
    assert {f"dns/{file}.zone" for _, file in named} == {path for path in files if path.endswith(".zone")}


def test_kea_reserves_and_has_no_pools(tmp_path: Path) -> None:
    plan = plan_data(_known(cluster()), tmp_path)
    conf = json.loads(_files(plan)["kea/kea-dhcp4.conf"])["Dhcp4"]
    assert conf["interfaces-config"] == {"interfaces": ["bond0", "mgmt0"]}
    assert "pools" not in json.dumps(conf)
    found = {each["hw-address"]: each for subnet in conf["subnet4"] for each in subnet["reservations"]}
    assert found["3c:6d:66:00:00:01"] == {
        "hw-address": "3c:6d:66:00:00:01",
        "ip-address": "10.160.32.1",
        "hostname": "gpu01",
    }
    assert found["3c:6d:66:00:00:02"]["hostname"] == "gpu01-bmc"
    assert len(found) == 2


def test_an_option_of_cumulus_is_defined_where_it_is_used(tmp_path: Path) -> None:
    """Kea knows option 67 itself, and refuses text for one that it does not know."""
    spec = cluster() | {"assets": {"frontend-leaf1": {"macs": {"mgmt0": "00:00:5e:00:53:01"}}}}
    sonic = json.loads(_files(plan_data(spec, tmp_path))["kea/kea-dhcp4.conf"])["Dhcp4"]
    assert sonic["option-def"] == []
    spec["fabrics"]["frontend"]["leaf"] = {"model": "sn4600c", "os": "cumulus"}
    cumulus = json.loads(_files(plan_data(spec, tmp_path))["kea/kea-dhcp4.conf"])["Dhcp4"]
    assert cumulus["option-def"] == [{"name": "cumulus-provision-url", "code": 239, "type": "string"}]


def test_growth_only_adds_lines(tmp_path: Path) -> None:
    """The serial number of a zone aside, and the comma after what was last."""
    macs = {f"gpu{n:02d}": {"macs": {"bmc": f"3c:6d:66:00:01:{n:02x}"}} for n in range(1, 33)}
    trees = []
    for count in (1, 2, 32):
        known = {name: each for name, each in macs.items() if int(name[3:]) <= count}
        trees.append(_files(plan_data(cluster(count) | {"assets": known}, tmp_path)))
    for before, after in pairwise(trees):
        for path, text in before.items():
            old, new = (
                {line.rstrip(",") for line in each.splitlines() if "; serial" not in line}
                for each in (text, after[path])
            )
            old.discard('        "reservations": []')
            assert old <= new, (path, sorted(old - new)[:3])


def test_a_reservation_is_a_line_and_the_text_is_json(tmp_path: Path) -> None:
    plan = plan_data(_known(cluster()), tmp_path)
    dhcp_plan = dhcp_of(plan)
    assert dhcp_plan is not None
    text = _files(plan)["kea/kea-dhcp4.conf"]
    reserved = [line for line in text.splitlines() if '"hw-address":' in line]
    assert len(reserved) == sum(len(subnet.reservations) for subnet in dhcp_plan.subnets) == 2
    value = {"a": [], "b": {"c": [1, 2]}, "d": [{"e": "x" * 200}, {"f": [{"g": None}]}]}
    assert json.loads(kea_text(value)) == value


def test_nothing_without_control_hosts(tmp_path: Path) -> None:
    spec = cluster() | {"scheduler": {}}
    del spec["hosts"]["control"]
    assert _files(plan_data(spec, tmp_path)) == {}


def _listed(spec: Spec, folder: Path) -> dict[str, str]:
    plan = plan_data(spec, folder)
    found = {each.path: each.content for each in host_lists.render(close(plan), TEMPLATES)}
    assert list(found) == list(host_lists.paths(close(plan)))
    return {Path(path).name: text for path, text in found.items()}


def _calls(script: str, program: str, folder: Path, **environment: str) -> list[str]:
    """Run a script with a stand-in for its program that writes down how it was called."""
    (folder / "bin").mkdir(exist_ok=True)
    stand_in = folder / "bin" / program
    stand_in.write_text(f'#!/bin/sh\necho "$*" >>{folder}/calls\n', encoding="utf-8")
    stand_in.chmod(0o755)
    (folder / "script.sh").write_text(script, encoding="utf-8")
    (folder / "calls").write_text("", encoding="utf-8")
    run = ["sh", str(folder / "script.sh")]
    done = subprocess.run(
        run, env={"PATH": f"{folder}/bin:/usr/bin:/bin", **environment}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return (folder / "calls").read_text(encoding="utf-8").splitlines()


def test_openchami_has_the_hosts_that_are_known(tmp_path: Path) -> None:
    nodes = yaml.safe_load(_listed(_known(cluster()), tmp_path)["nodes.yaml"])["nodes"]
    assert nodes == [
        {
            "name": "gpu01",
            "nid": 8193,
            "xname": "x101c0s3b0n0",
            "bmc_mac": "3c:6d:66:00:00:02",
            "bmc_ip": "10.196.0.1",
            "group": "gpu",
            "interfaces": [
                {"mac_addr": "3c:6d:66:00:00:01", "ip_addrs": [{"name": "inband", "ip_addr": "10.160.32.1"}]}
            ],
        }
    ]
    assert yaml.safe_load(_listed(cluster(), tmp_path)["nodes.yaml"]) == {"nodes": []}


def test_no_two_hosts_have_one_number_or_place(tmp_path: Path) -> None:
    spec = cluster(32)
    names = [*(f"gpu{n:02d}" for n in range(1, 33)), "storage1", "storage2", "login1"]
    spec["assets"] = {
        name: {"macs": {"frontend0": f"02:00:00:00:00:{n:02x}", "bmc": f"02:00:00:00:01:{n:02x}"}}
        for n, name in enumerate(names)
    }
    nodes = yaml.safe_load(_listed(spec, tmp_path)["nodes.yaml"])["nodes"]
    assert [each["name"] for each in nodes] == names
    for key in ("nid", "xname", "bmc_ip"):
        assert len({each[key] for each in nodes}) == len(names)
    assert all(re.fullmatch(r"x[0-9]{1,4}c[0-7]s[0-9]+b0n0", each["xname"]) for each in nodes)


def test_warewulf_is_told_of_each_host_twice_alike(tmp_path: Path) -> None:
    script = _listed(_known(cluster()), tmp_path)["hosts.sh"]
    wanted = [
        "node add gpu01",
        "node set --yes gpu01 --hwaddr=3c:6d:66:00:00:01 --ipaddr=10.160.32.1 --netmask=255.255.0.0 --gateway=10.160.0.1 --ipmiaddr=10.196.0.1",
    ]
    assert _calls(script, "wwctl", tmp_path) == wanted
    assert _calls(script, "wwctl", tmp_path) == wanted


def test_maas_takes_its_secrets_from_the_environment(tmp_path: Path) -> None:
    script = _listed(_known(cluster()), tmp_path)["machines.sh"]
    environment = {"MAAS_PROFILE": "admin", "BMC_USER": "root", "BMC_PASS": "hidden"}
    (call,) = _calls(script, "maas", tmp_path, **environment)
    assert call == (
        "admin machines create hostname=gpu01 architecture=amd64/generic mac_addresses=3c:6d:66:00:00:01 power_type=redfish "
        "power_parameters_power_address=10.196.0.1 power_parameters_power_user=root power_parameters_power_pass=hidden"
    )
    with pytest.raises(AssertionError, match="MAAS_PROFILE"):
        _calls(script, "maas", tmp_path)
    spec = cluster() | {"assets": {"storage1": {"macs": {"frontend0": "3c:6d:66:00:00:05"}}}}
    with pytest.raises(AssertionError, match="ARCHITECTURE"):
        _calls(_listed(spec, tmp_path)["machines.sh"], "maas", tmp_path, **environment)
