"""Object stores of the site: flows and filters, who has which file, the secrets that are asked for, and what jobs and probes are told."""

from __future__ import annotations

import json
import re
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from generator.analysis.close import close
from generator.plan import secrets
from generator.plan.hosts.missing import missing
from generator.render.backends import host_s3
from generator.render.inventory_access import secret_facts
from generator.render.inventory_hosts import system_facts
from generator.render.tree import render_tree
from tests.edge_specs import pair
from tests.ours import TEMPLATES
from tests.s3_specs import bought
from tests.specs import plan_data

if TYPE_CHECKING:
    from pathlib import Path

    from generator.plan.draft import Draft

_TABLE = "host_groups/control/etc/clustergen/s3/lake.json"
_ADDRESSES = ["https://192.0.2.10:9000", "https://192.0.2.11"]


def own_files(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in host_s3.render(close(plan), TEMPLATES)}


def tree(spec: dict[str, Any], folder: Path) -> dict[str, str]:
    return {each.path: each.content for each in render_tree(plan_data(spec, folder), TEMPLATES)}


@pytest.mark.parametrize(
    ("endpoint", "zone", "service"),
    [
        ("https://192.0.2.10:9000", "site", "tcp/9000"),
        ("https://s3.example.com", "site", "https"),
        ("https://storage1.atlas.example.net:9000", "inband/storage", "tcp/9000"),
    ],
)
def test_clients_and_control_hosts_reach_endpoints_alone(
    tmp_path: Path, endpoint: str, zone: str, service: str
) -> None:
    """By the frontend; an endpoint on a host of the cluster is in the zone of this host."""
    spec = bought(endpoints=[endpoint])
    plan = plan_data(spec, tmp_path)
    found = {(each.source, each.to, each.service.name) for each in plan.access.flows if each.why.startswith("storage.lake")}  # fmt: skip
    assert found == {(f"inband/{role}", zone, service) for role in ("compute", "control")}
    spec["storage"]["lake"]["clients"] = ["login"]
    del spec["storage"]["lake"]["feeds"]
    sources = {each.source for each in plan_data(spec, tmp_path).access.flows if each.why.startswith("storage.lake")}
    assert sources == {"inband/control", "inband/login"}
    (tier,) = (each for each in plan.tiers if each.name == "lake")
    assert (tier.fabric, tier.group) == ("frontend", "")


def test_a_host_of_the_cluster_opens_the_port_of_its_endpoint(tmp_path: Path) -> None:
    """In the filter that the host loads, for the zones of clients; without the tier it is shut."""
    spec = bought(endpoints=["https://storage1.atlas.example.net:9443"])
    path = "host_groups/storage/etc/clustergen/firewall.nft"
    opened = [line for line in tree(spec, tmp_path)[path].splitlines() if re.search(r"\b9443\b", line)]
    assert opened
    del spec["storage"]["lake"]
    assert not re.search(r"\b9443\b", tree(spec, tmp_path)[path])


def test_who_has_which_file(tmp_path: Path) -> None:
    """Control hosts have table and program, all clients and control hosts the authority, and one host completes buckets."""
    plan = plan_data(bought(), tmp_path)
    assert sorted(own_files(plan)) == [
        "host_groups/control/etc/clustergen/s3/lake.json",
        "host_groups/control/usr/local/sbin/clustergen-s3.py",
        "storage/lake.md",
    ]
    groups, hosts = system_facts(close(plan))
    assert [name for name, facts in groups.items() if "storage_s3" in facts] == ["gpu", "control"]
    assert [name for name, facts in hosts.items() if "storage_s3_buckets" in facts] == ["control1"]
    assert not [line for line in missing(plan) if "storage.lake" in line]


def test_a_control_host_that_is_to_come_creates_no_buckets(tmp_path: Path) -> None:
    spec = bought()
    spec["states"] = {"planned": ["control1"]}
    assert "storage_s3_buckets" in system_facts(close(plan_data(spec, tmp_path)))[1]["control2"]
    spec["states"] = {"planned": ["control1", "control2", "control3"]}
    assert [line for line in missing(plan_data(spec, tmp_path)) if "nobody creates its buckets" in line]


def test_without_an_authority_that_of_the_system_is_believed(tmp_path: Path) -> None:
    plan = plan_data(bought(authority=False), tmp_path)
    files = own_files(plan)
    assert (json.loads(files[_TABLE])["authority"], "SSL_CERT_DIR" in files["storage/lake.md"]) == ("", False)
    assert not [facts for facts in system_facts(close(plan))[0].values() if "storage_s3" in facts]
    assert "s3_lake_authority" not in secrets.used(close(plan))
    made = tree(bought(authority=False), tmp_path)
    assert "SSL_CERT_DIR" not in made["slurm/transfer/lake_to_fast.sbatch"]
    assert "tls_config" not in yaml.safe_load(made["monitoring/blackbox/blackbox.yml"])["modules"]["object-endpoint-lake"]["http"]  # fmt: skip


def test_secrets_are_asked_for_by_name(tmp_path: Path) -> None:
    """Where they are needed: keys on control hosts alone. The table names the variables that the role looks up, and no file has a value."""
    plan = close(plan_data(bought(), tmp_path))
    names = [f"s3_lake__{owner}_{part}" for owner in ("blue", "red") for part in ("key_id", "secret_key")]
    assert secrets.used(plan)[-5:] == ["s3_lake_authority", *names]
    facts = secret_facts(plan)
    asked = {each["name"]: each for each in facts["secrets_asked"]}
    assert {asked[f"clustergen_{each}"]["hosts"] for each in names} == {"role_control"}
    assert asked["clustergen_s3_lake_authority"]["hosts"] == "managed"
    owners = json.loads(own_files(plan_data(bought(), tmp_path))[_TABLE])["owners"]
    (told,) = system_facts(plan)[1]["control1"]["storage_s3_buckets"]
    assert [name for each in owners.values() for name in each.values()] == told["variables"]
    assert {*told["variables"]} <= {*facts}


def test_growth_changes_no_file_of_a_store(tmp_path: Path) -> None:
    before, after = (own_files(plan_data(bought(gpu), tmp_path)) for gpu in (2, 6))
    assert before == after


def test_a_policy_lets_pods_reach_addresses(tmp_path: Path) -> None:
    """Each port by itself; a policy takes no name, so with one the file says what is to be added."""
    path = "kubernetes/transfer/lake_to_fast.yaml"
    made = tree(bought(endpoints=_ADDRESSES), tmp_path)[path]
    (policy,) = (each for each in yaml.safe_load_all(made) if each["kind"] == "NetworkPolicy")
    opened = [(each["to"][0]["ipBlock"]["cidr"], each["ports"][0]["port"]) for each in policy["spec"]["egress"]]
    assert opened == [(str(ip_network("192.0.2.11")), 443), (str(ip_network("192.0.2.10")), 9000)]
    assert "add a NetworkPolicy" not in made
    named = tree(bought(endpoints=["https://s3.example.com", *_ADDRESSES]), tmp_path)[path]
    assert (named.count("kind: NetworkPolicy"), "add a NetworkPolicy" in named) == (0, True)


def test_jobs_name_endpoints_and_no_key(tmp_path: Path) -> None:
    made = tree(bought(), tmp_path)
    for path in ("slurm/transfer/lake_to_fast.sbatch", "kubernetes/transfer/lake_to_fast.yaml"):
        assert "s3-a.example.com:9000 192.0.2.10:9000" in made[path]
        assert not re.search(r"(?i)access_key(_id)? *=|secret_access_key *=", made[path])


@pytest.mark.parametrize(("product", "provider"), [("MinIO", "Minio"), ("Ceph RGW", "Ceph"), ("Somebody's", "Other")])
def test_rclone_is_told_the_vendor(tmp_path: Path, product: str, provider: str) -> None:
    spec = bought()
    spec["storage"]["lake"]["product"] = product
    assert f"RCLONE_CONFIG_LAKE_PROVIDER={provider} " in tree(spec, tmp_path)["slurm/transfer/lake_to_fast.sbatch"]


def test_each_store_is_probed_by_its_authority(tmp_path: Path) -> None:
    spec = bought()
    spec["storage"]["deep-lake"] = {
        "kind": "object",
        "s3": {"endpoints": ["https://s3.example.org"], "authority": True},
    }
    made = tree(spec, tmp_path)
    modules = yaml.safe_load(made["monitoring/blackbox/blackbox.yml"])["modules"]
    rows = json.loads(made["monitoring/prometheus/targets/object-endpoint.json"])
    found = {each["labels"]["tier"]: modules[f"object-endpoint-{each['labels']['tier']}"] for each in rows}
    assert {tier: module["http"]["tls_config"]["ca_file"] for tier, module in found.items()} == {
        tier: f"/etc/clustergen/s3/authorities/{tier}.crt" for tier in ("deep-lake", "lake")
    }
    (job,) = (each for each in yaml.safe_load(made["monitoring/prometheus/prometheus.yml"])["scrape_configs"] if each["job_name"] == "object-endpoint")  # fmt: skip
    assert ("params" in job, job["relabel_configs"][-1]["replacement"]) == (False, "object-endpoint-$1")
    del spec["storage"]["lake"], spec["storage"]["deep-lake"]
    assert "monitoring/prometheus/rules/endpoints.yml" not in tree(spec, tmp_path)


def test_an_uplink_of_a_converged_pair_leads_to_the_store(tmp_path: Path) -> None:
    """Such an uplink is one of compute, whose leaves carry the frontend."""
    spec = pair()
    spec["storage"]["lake"] = {"kind": "object", "s3": {"endpoints": ["https://192.0.2.200"]}}
    assert [each.code for each in plan_data(spec, tmp_path).warnings if each.code == "s3-out-of-reach"] == []
