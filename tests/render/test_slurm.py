"""Slurm's files say what the plan says; the daemons themselves judge them in tests/system."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from generator.analysis.close import close
from generator.catalog.load import Catalog
from generator.data import data_dir
from generator.pipeline.read import read_plan
from generator.plan.hosts.tuning import driver_packages
from generator.plan.plan import Plan
from generator.plan.secrets import used
from generator.plan.slurm.controllers import SLURM_UID
from generator.plan.slurm.facts import slurm_facts
from generator.plan.slurm.hardware import real_memory_mib
from generator.render.backends import slurm
from generator.render.inventory_hosts import system_facts
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

SN4700 = {"model": "sn4700"}


def _spec(count: int = 40, **slurm_keys: object) -> Spec:
    """16 hosts in a unit of 8 leaves, 8 units, and so three tiers."""
    spec = cluster(count, 128, leaf=SN4700, spine=SN4700)
    return spec | {"scheduler": {"slurm": slurm_keys}}


def _files(plan: Plan) -> dict[str, str]:
    found = {each.path: each.content for each in slurm.render(plan, TEMPLATES)}
    assert list(found) == list(slurm.paths(plan))
    return {Path(path).name: content for path, content in found.items()}


def _keys(conf: str) -> set[str]:
    """Return every key of slurm.conf that begins a line."""
    return set(re.findall(r"^([A-Za-z]+)=", conf, flags=re.MULTILINE))


def _rows(topology: str) -> list[str]:
    return [line for line in topology.splitlines() if line.startswith("SwitchName=")]


def _values(text: str, key: str) -> list[str]:
    return re.findall(rf"^(?:.* )?{key}=(\S+)", text, flags=re.MULTILINE)


def test_nothing_without_slurm(tmp_path: Path) -> None:
    assert _files(plan_data(cluster() | {"scheduler": {"kubernetes": {}}}, tmp_path)) == {}


def test_the_tree_has_units_pods_and_cores(tmp_path: Path) -> None:
    """3 of the 8 units have hosts; a pod of 16 leaves holds two units."""
    assert _rows(_files(plan_data(_spec(), tmp_path))["topology.conf"]) == [
        "SwitchName=su1 Nodes=gpu[001-016]", "SwitchName=su2 Nodes=gpu[017-032]", "SwitchName=su3 Nodes=gpu[033-040]",
        "SwitchName=pod1 Switches=su[1-2]", "SwitchName=pod2 Switches=su3", "SwitchName=cores Switches=pod[1-2]",
    ]  # fmt: skip


def test_each_leaf_of_a_fat_tree_is_a_switch(tmp_path: Path) -> None:
    plan = plan_data(cluster(10, 32, topology="fat-tree"), tmp_path)
    assert _rows(_files(plan)["topology.conf"]) == [
        "SwitchName=compute-leaf1 Nodes=gpu[01-08]", "SwitchName=compute-leaf2 Nodes=gpu[09-10]",
        "SwitchName=pod1 Switches=compute-leaf[1-2]",
    ]  # fmt: skip


def test_the_default_time_is_within_the_limit_of_the_quality_of_service(tmp_path: Path) -> None:
    spec = cluster() | {"tenants": {name: {"hosts": [host]} for name, host in (("blue", "gpu01"), ("red", "gpu02"))}}
    spec["scheduler"] = {"slurm": {"qos": {"blue": {"max_hours": 12}}}}
    times = re.findall(
        r"^PartitionName=(\S+) .*DefaultTime=(\S+) MaxTime=(\S+)",
        _files(plan_data(spec, tmp_path))["slurm.conf"],
        re.MULTILINE,
    )
    assert times == [("gpu", "1-0", "7-0"), ("blue", "0-12", "7-0"), ("red", "1-0", "7-0")]


@pytest.mark.parametrize("version", ["24.11", "26.05"])
def test_hosts_without_a_port_on_the_fabric_are_in_the_tree(version: str, tmp_path: Path) -> None:
    """slurmctld 22.05 to 26.05 refuse every job of hosts that are below no switch."""
    spec = cluster() | {"scheduler": {"slurm": {"version": version}}}
    spec["hosts"]["cpu"] = {"model": "server-1u", "role": "compute", "count": 3}
    files = _files(plan_data(spec, tmp_path))
    assert _rows(files["topology.conf"]) == [
        "SwitchName=frontend Nodes=cpu[1-3]", "SwitchName=su1 Nodes=gpu[01-02]", "SwitchName=pod1 Switches=su1",
    ]  # fmt: skip
    if "topology.yaml" in files:
        (tree,) = yaml.safe_load(files["topology.yaml"])
        assert {"switch": "frontend", "nodes": "cpu[1-3]"} in tree["tree"]["switches"]


@pytest.mark.parametrize(
    ("version", "detect"), [("22.05", "nvml"), ("24.05", "nvml"), ("24.11", "nvidia"), ("26.05", "nvidia")]
)
def test_what_a_release_can_read(version: str, detect: str, tmp_path: Path) -> None:
    files = _files(plan_data(_spec(version=version), tmp_path))
    assert _values(files["gres.conf"], "AutoDetect") == [detect]
    assert ("topology.yaml" in files) == (version >= "25.05")
    assert "topology.conf" in files
    assert _values(files["slurm.conf"], "TopologyPlugin") == ["topology/tree"]


def test_both_topology_files_hold_one_tree(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(version="25.05"), tmp_path))
    (tree,) = yaml.safe_load(files["topology.yaml"])
    assert tree["cluster_default"] is True
    words = {"switch": "SwitchName", "nodes": "Nodes", "children": "Switches"}
    rows = [" ".join(f"{words[key]}={value}" for key, value in row.items()) for row in tree["tree"]["switches"]]
    assert rows == _rows(files["topology.conf"])


def test_real_memory_is_below_the_physical_memory() -> None:
    assert real_memory_mib(2000, 5) == 1811981  # 2000 * 10^9 / 2^20 = 1907348.6 MiB, 95 % of it
    assert real_memory_mib(2000, 0) == 1907348


def test_a_fact_that_the_catalog_lacks_is_left_out_and_named(tmp_path: Path) -> None:
    shipped = data_dir("templates").parent / "generator" / "catalog" / "hosts" / "dgx-h100.yaml"
    own = tmp_path / "catalog" / "hosts" / "dgx-h100.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(re.sub("^(cpu|memory_gb): .*$", r"\1: null", shipped.read_text(), flags=re.MULTILINE))
    plan_data(_spec(), tmp_path)
    plan, _ = read_plan(tmp_path / "cluster.yaml", Catalog((tmp_path / "catalog",)), "cluster.yaml")
    conf = _files(plan)["slurm.conf"]
    assert "\nNodeName=gpu[001-040] NodeAddr=10.160.32.[1-40] Gres=gpu:h100:8 Feature=dgx-h100\n" in conf
    assert "does not state Sockets, CoresPerSocket, ThreadsPerCore, RealMemory:" in conf


def test_gpus_of_amd_are_found_on_the_host(tmp_path: Path) -> None:
    spec = _spec()
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    files = _files(plan_data(spec, tmp_path))
    (line,) = [line for line in files["gres.conf"].splitlines() if not line.startswith("#")]
    assert line == "NodeName=gpu[001-040] AutoDetect=rsmi Name=gpu Type=mi300x Count=8 Flags=amd_gpu_env"
    assert _values(files["slurm.conf"], "Gres") == ["gpu:mi300x:8"]


def test_hosts_of_one_model_share_a_line_and_others_do_not(tmp_path: Path) -> None:
    spec = cluster(2)
    spec["hosts"] |= {"big": {"model": "dgx-h100", "count": 1}, "new": {"model": "dgx-b200", "count": 3}}
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    assert _values(conf, "NodeName") == ["big1,gpu[01-02]", "new[1-3]"]
    assert _values(conf, "PartitionName") == ["gpu", "big", "new"]
    assert _values(conf, "Nodes") == ["big1,gpu[01-02],new[1-3]", "big1", "new[1-3]"]
    assert _values(conf, "DefCpuPerGPU") == ["28", "28", "28"]  # 2 x 56 cores, two threads each, for 8 GPUs


@pytest.mark.parametrize(
    ("controllers", "sharing", "state"),
    [(1, False, "/var/spool/slurmctld"), (2, False, "/var/spool/slurmctld"), (2, True, "/home/slurmctld")],
)
def test_every_controller_is_named_and_the_state_is_on_what_they_share(
    controllers: int, sharing: bool, state: str, tmp_path: Path
) -> None:
    spec = _spec()
    spec["hosts"]["control"]["count"] = controllers
    spec["storage"]["home"]["clients"] = ["compute", "control"] if sharing else ["compute"]
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    named = controllers if sharing else 1
    assert _values(conf, "SlurmctldHost") == [f"control{number + 1}" for number in range(named)]
    assert _values(conf, "StateSaveLocation") == [state]
    assert ("NOT shared" in conf) == (controllers > 1 and not sharing)


def test_the_file_server_makes_the_folder_of_the_queue(tmp_path: Path) -> None:
    """Root of a client is nobody there; it is Slurm's by its number, and slurm.conf says what is lost with that host."""
    plan = plan_data(_spec(), tmp_path)
    groups, hosts = system_facts(plan)
    made = {"path": "/home/slurmctld", "uid": SLURM_UID, "mode": "0700"}
    told = {name: facts["storage_folders"] for name, facts in {**groups, **hosts}.items() if "storage_folders" in facts}
    assert told == {"storage1": [made]}
    assert "# storage1 alone serves it: " in _files(plan)["slurm.conf"]


def test_folders_above_those_of_services_are_roots(tmp_path: Path) -> None:
    """Who owns one could put a link in the place of the service's, and the server's root would give away what that leads to."""
    _, hosts = system_facts(plan_data(_spec() | {"backups": {"repository": "/home/site/backups/atlas"}}, tmp_path))
    above = [{"path": path, "uid": 0, "mode": "0755"} for path in ("/home/site", "/home/site/backups")]
    made = [(each["path"], each["uid"]) for each in hosts["storage1"]["storage_folders"][2:]]
    assert hosts["storage1"]["storage_folders"][:2] == above
    assert made == [("/home/slurmctld", SLURM_UID), ("/home/site/backups/atlas", 65534)]


@pytest.mark.parametrize(
    ("system", "release", "library"),
    [
        ("debian-12", "22.05", "libpmix-dev"),
        ("ubuntu-24.04", "23.11", "libpmix2t64"),
        ("debian-13", "24.11", "libpmix2t64"),
    ],
)
def test_the_default_mpi_is_one_that_hosts_get(system: str, release: str, library: str, tmp_path: Path) -> None:
    """The release of the distribution, and with PMIx the library that its plugin loads; another default needs none."""
    for mpi, packages in (("", {system: [library]}), ("pmi2", {})):
        spec = _spec()
        spec["scheduler"]["slurm"] = {"mpi": mpi} if mpi else {}
        for group in spec["hosts"].values():
            group["os"] = system
        plan = plan_data(spec, tmp_path)
        facts = slurm_facts(plan)
        assert (facts["version"], facts["mpi_packages"]) == (release, packages)
        assert f"\nMpiDefault={mpi or 'pmix'}\n" in _files(plan)["slurm.conf"]


def test_login_hosts_reach_ssh_and_slurmd_of_compute_hosts_alone(tmp_path: Path) -> None:
    """What the firewall of a compute host lets in from the zone of login hosts."""
    plan = plan_data(_spec(2) | {"scheduler": {"slurm": {}}}, tmp_path)
    flows = [each for each in plan.access.flows_from["inband/login"] if each.to == "inband/compute"]
    said = {(each.service.protocol, ports) for each in flows for ports in each.service.ports}
    assert said == {("tcp", (22, 22)), ("tcp", (6818, 6818))}


def test_a_stated_folder_has_to_be_shared(tmp_path: Path) -> None:
    """Below a mount of all controllers it is taken; elsewhere one controller is left."""
    for state, controllers in (("/home/slurm/state", 3), ("/srv/state", 1)):
        conf = _files(plan_data(_spec(state=state), tmp_path))["slurm.conf"]
        assert (_values(conf, "StateSaveLocation"), len(_values(conf, "SlurmctldHost"))) == ([state], controllers)


KEYS = {
    "22.05": set(), "23.11": set(), "24.05": {"SwitchType"}, "24.11": {"SwitchType"}, "25.05": {"SwitchType"},
    "25.11": {"SwitchType", "MetricsType"}, "26.05": {"SwitchType", "MetricsType"},
}  # fmt: skip


def _nvl72(version: str, trays: int = 36) -> Spec:
    spec = cluster()
    spec["hosts"]["gpu"] = {"model": "gb200-nvl72-tray", "count": trays, "max": 144}
    spec["fabrics"]["compute"] = {"technology": "infiniband", "leaf": {"model": "qm9700"}, "spine": {"model": "qm9700"}}
    return spec | {"scheduler": {"slurm": {"version": version}}}


@pytest.mark.parametrize("version", KEYS)
def test_no_key_that_a_release_does_not_know(version: str, tmp_path: Path) -> None:
    """The source of each release lists its keys; those that came after 22.05 are written for nobody earlier."""
    conf = _files(plan_data(_nvl72(version), tmp_path))["slurm.conf"]
    late = {"SwitchType", "MetricsType", "NamespaceType", "HealthCheckTimeout"}
    assert _keys(conf) & late == KEYS[version]
    assert ("ENFORCE_BINDING_GRES" in conf) == (version >= "23.11")


@pytest.mark.parametrize(
    ("version", "trays", "plugin"),
    [
        ("23.11", 36, "tree"), ("24.05", 36, "block"), ("24.11", 36, "block"), ("24.11", 40, "tree"),
        ("25.05", 36, "block"), ("25.05", 40, "block"),
    ],
)  # fmt: skip
def test_racks_are_blocks_where_the_release_takes_them(version: str, trays: int, plugin: str, tmp_path: Path) -> None:
    """Until 25.05 a block below the base size is fatal: a rack that is not full leaves the tree."""
    files = _files(plan_data(_nvl72(version, trays), tmp_path))
    assert _values(files["slurm.conf"], "TopologyPlugin") == [f"topology/{plugin}"]
    blocks = [line for line in files["topology.conf"].splitlines() if line.startswith("Block")]
    if plugin == "block":
        assert blocks[:2] == ["BlockName=nvlink1 Nodes=gpu[001-018]", "BlockName=nvlink2 Nodes=gpu[019-036]"]
        assert blocks[-1] == "BlockSizes=18,36,72,144", "of the envelope: growth changes no size"
    else:
        assert blocks == []
    if version >= "25.05":
        topologies = {each["topology"]: each for each in yaml.safe_load(files["topology.yaml"])}
        assert topologies["nvlink"]["cluster_default"] is True
        assert topologies["compute"]["cluster_default"] is False


def test_trays_beside_other_hosts_have_a_topology_of_their_own(tmp_path: Path) -> None:
    spec = _nvl72("25.05")
    spec["hosts"]["plain"] = {"model": "dgx-h100", "count": 2}
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    assert _values(conf, "PartitionName") == ["gpu", "plain"]
    rows = [line for line in conf.splitlines() if line.startswith("PartitionName=")]
    assert [("Topology=nvlink" in row) for row in rows] == [False, False], "the default partition has both kinds"
    spec["scheduler"]["slurm"]["partition"] = "all-hosts"
    conf = _files(plan_data(spec, tmp_path))["slurm.conf"]
    rows = [line for line in conf.splitlines() if line.startswith("PartitionName=")]
    assert [("Topology=nvlink" in row) for row in rows] == [False, True, False]


TENANTS = {"blue": {"hosts": ["gpu[01-02]"], "description": "it's: a, test"}, "red": {"hosts": ["gpu[03-20]"]}}


def _shared(tmp_path: Path, **keys: object) -> dict[str, str]:
    spec = cluster(6) | {"tenants": TENANTS, "scheduler": {"slurm": keys}}
    return _files(plan_data(spec, tmp_path))


def test_a_tenant_has_its_partition_and_its_account(tmp_path: Path) -> None:
    files = _shared(tmp_path, qos={"blue": {"gpus": 8}, "urgent": {"preempts": ["red"]}})
    conf = files["slurm.conf"]
    assert _values(conf, "PartitionName") == ["gpu", "blue", "red"]
    assert _values(conf, "Nodes") == ["gpu[01-06]", "gpu[01-02]", "gpu[03-06]"]
    assert _values(conf, "AllowAccounts") == ["root", "blue,root", "red,root"]
    assert _values(conf, "AccountingStorageEnforce") == ["associations,limits,qos"]
    assert _values(conf, "PreemptType") == ["preempt/qos"]
    assert (
        "Account - 'blue':Description='it s a, test':Organization='blue':Fairshare=1:QOS='blue,urgent':DefaultQOS='blue'"
        in files["accounts.cfg"]
    )
    assert "quality blue Priority=0 GrpTRES=gres/gpu=8 " in files["accounts.sh"]
    assert "gives_way urgent red\n" in files["accounts.sh"]


def _partition(conf: str, name: str) -> dict[str, str]:
    """Return the keys of a partition's line."""
    row = next(line for line in conf.splitlines() if line.startswith(f"PartitionName={name} "))
    return dict(pair.split("=", 1) for pair in row.split())


def test_a_job_that_says_nothing_has_a_part_of_a_host_for_a_day(tmp_path: Path) -> None:
    """Neither all memory, nor all time; the scheduler looks as far ahead as the longest job, in as many steps as Slurm has by itself."""
    conf = _files(plan_data(_spec(), tmp_path))["slurm.conf"]
    row = _partition(conf, "gpu")
    assert (row["DefaultTime"], row["MaxTime"], row["DefMemPerCPU"]) == ("1-0", "7-0", "8089")
    assert _values(conf, "SchedulerParameters") == [
        "bf_continue,bf_window=10080,bf_resolution=420,nohold_on_prolog_fail"
    ]
    assert 10080 * 60 // 420 == 1440
    assert _values(conf, "LaunchParameters") == ["use_interactive_step"]


@pytest.mark.parametrize(
    ("keys", "parameters"),
    [
        ({"max_hours": 12}, "bf_continue,bf_window=1440,bf_resolution=60,nohold_on_prolog_fail"),
        ({"partitions": {"long": {"max_hours": 1440}}}, "bf_continue,bf_window=43200,bf_resolution=1800,nohold_on_prolog_fail"),
        ({"qos": {"low": {}, "high": {"preempts": ["low"]}}}, "bf_continue,bf_window=10080,bf_resolution=420,nohold_on_prolog_fail,preempt_youngest_first"),
    ],
)  # fmt: skip
def test_how_far_the_scheduler_looks(keys: Spec, parameters: str, tmp_path: Path) -> None:
    assert _values(_files(plan_data(_spec(**keys), tmp_path))["slurm.conf"], "SchedulerParameters") == [parameters]


def test_scheduling_waits_where_messages_can_fill_the_controller(tmp_path: Path) -> None:
    """256 at once are served: an envelope with more hosts can send more."""
    for most, wanted in ((256, False), (264, True)):
        spec = _spec(2)
        spec["hosts"]["gpu"]["max"] = most
        (parameters,) = _values(_files(plan_data(spec, tmp_path))["slurm.conf"], "SchedulerParameters")
        assert ("max_rpc_cnt=150" in parameters.split(",")) is wanted


def test_gpus_are_what_is_shared(tmp_path: Path) -> None:
    """A job is charged for the largest of its parts; what a GPU brings along costs nothing beside it, and a slice costs its part."""
    conf = _files(plan_data(_spec(2), tmp_path))["slurm.conf"]
    assert _values(conf, "PriorityFlags") == ["MAX_TRES"]
    row = _partition(conf, "gpu")
    weights = dict(pair.split("=") for pair in row["TRESBillingWeights"].split(","))
    assert weights["GRES/gpu"] == "1000"
    assert 999 < float(weights["CPU"]) * int(row["DefCpuPerGPU"]) <= 1000
    assert 990 < float(weights["Mem"].removesuffix("G")) * int(row["DefMemPerGPU"]) / 1024 <= 1000
    divided = _spec(2, mig={"gpu": {"profile": "1g.10gb", "instances": 7}})
    assert "GRES/gpu=142" in _partition(_files(plan_data(divided, tmp_path))["slurm.conf"], "gpu")["TRESBillingWeights"]
    assert "TRESBillingWeights" not in _files(plan_data(_spec(2, accounting=False), tmp_path))["slurm.conf"]


def test_partitions_of_the_site_have_their_own_hosts_and_times(tmp_path: Path) -> None:
    stated = {
        "short": {"max_hours": 2, "tier": 3, "max_hosts": 4},
        "long": {"hosts": ["gpu[001-002]", "gpu[100-101]"], "max_hours": 720, "default_hours": 48},
    }
    conf = _files(plan_data(_spec(partitions=stated), tmp_path))["slurm.conf"]
    short, long = (_partition(conf, name) for name in ("short", "long"))
    assert (short["Nodes"], short["DefaultTime"], short["MaxTime"]) == ("gpu[001-040]", "0-2", "0-2")
    assert (short["MaxNodes"], short["PriorityTier"]) == ("4", "3")
    assert (long["Nodes"], long["DefaultTime"], long["MaxTime"]) == ("gpu[001-002]", "2-0", "30-0"), (
        "others are yet to come"
    )
    assert "AllowAccounts" not in short


def test_a_partition_of_a_tenant_has_its_hosts_alone(tmp_path: Path) -> None:
    conf = _shared(tmp_path, partitions={"red-short": {"tenant": "red", "max_hours": 2}})["slurm.conf"]
    row = _partition(conf, "red-short")
    assert (row["Nodes"], row["AllowAccounts"]) == ("gpu[03-06]", "red,root")


def test_accounts_of_the_site_are_enforced(tmp_path: Path) -> None:
    accounts = {"teaching": {"users": ["bob", "ada"], "share": 3}, "research": {"users": ["ada"]}}
    files = _files(plan_data(_spec(accounts=accounts), tmp_path))
    assert _values(files["slurm.conf"], "AccountingStorageEnforce") == ["associations,limits,qos"]
    assert [line for line in files["accounts.cfg"].splitlines() if not line.startswith("#")][2:] == [
        "Account - 'research':Description='research':Organization='research':Fairshare=1:QOS='normal':DefaultQOS='normal'",
        "Account - 'teaching':Description='teaching':Organization='teaching':Fairshare=3:QOS='normal':DefaultQOS='normal'",
        "Parent - 'research'", "User - 'ada':DefaultAccount='research':Fairshare=1",
        "Parent - 'teaching'", "User - 'ada':DefaultAccount='research':Fairshare=1", "User - 'bob':DefaultAccount='teaching':Fairshare=1",
    ]  # fmt: skip
    plain = _files(plan_data(_spec(), tmp_path))["slurm.conf"]
    assert "AccountingStorageEnforce" not in plain, "where there are no accounts, nobody needs one"


def test_lines_of_the_site_come_last(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(include=True), tmp_path))
    assert files["slurm.conf"].splitlines()[-1] == "include site.conf"
    assert all(line.startswith("#") for line in files["site.conf"].splitlines())
    assert "site.conf" not in _files(plan_data(_spec(), tmp_path))


def test_burst_hosts_are_shared_as_the_others_are(tmp_path: Path) -> None:
    burst = {"count": 2, "cpus": 64, "memory_gib": 512, "gpus": 8, "gpu_type": "l40s"}
    row = _partition(_files(plan_data(_spec(burst=burst), tmp_path))["slurm.conf"], "burst")
    assert (row["DefaultTime"], row["DefMemPerCPU"], row["DefCpuPerGPU"]) == ("1-0", "7782", "8")
    assert row["TRESBillingWeights"].endswith("GRES/gpu=1000")


def test_the_password_is_a_reference_in_files_for_root_alone(tmp_path: Path) -> None:
    plan = plan_data(_spec(), tmp_path)
    artifacts = {each.path: each for each in slurm.render(plan, TEMPLATES)}
    holders = {path for path, each in artifacts.items() if "{{" in each.content}
    assert holders == {"slurm/slurmdbd.conf", "slurm/slurmdbd.sql"}
    assert {artifacts[path].mode for path in holders} == {0o600}
    assert {"munge_key", "slurmdbd_password"} <= set(used(plan))


def test_a_database_of_the_site_has_two_that_ask_it(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(database="db.example.net"), tmp_path))
    assert "slurmdbd.sql" not in files
    assert _values(files["slurmdbd.conf"], "DbdBackupHost") == ["control2"]
    assert _values(files["slurm.conf"], "AccountingStorageBackupHost") == ["control2"]
    assert "accounts.sh" not in _files(plan_data(_spec(accounting=False), tmp_path))


def test_slices_of_gpus_are_gres_of_their_own(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(version="25.05", mig={"gpu": {"profile": "1g.10gb", "instances": 7}}), tmp_path))
    assert _values(files["slurm.conf"], "Gres") == ["gpu:1g.10gb:56"]
    line = next(line for line in files["gres.conf"].splitlines() if line.startswith("NodeName"))
    assert line == "NodeName=gpu[001-040] AutoDetect=nvml Name=gpu Type=1g.10gb Count=56 Flags=nvidia_gpu_env"


def test_weka_takes_cores_that_nothing_detects(tmp_path: Path) -> None:
    spec = _spec()
    spec["storage"]["fast"]["product"] = "WEKA"
    gres = _files(plan_data(spec, tmp_path))["gres.conf"]
    assert _values(gres, "AutoDetect") == ["off"]
    assert "CpuSpecList" in gres


def test_burst_hosts_stand_beside_the_others(tmp_path: Path) -> None:
    burst = {"count": 12, "cpus": 64, "memory_gib": 512, "gpus": 8, "gpu_type": "h100", "ready_minutes": 20}
    files = _files(plan_data(_spec(burst=burst, version="25.05"), tmp_path))
    conf = files["slurm.conf"]
    assert "NodeName=burst[0001-0012] State=CLOUD CPUs=64 RealMemory=498073 Feature=burst Gres=gpu:h100:8\n" in conf
    row = next(line for line in conf.splitlines() if line.startswith("PartitionName=burst "))
    assert row.endswith("ResumeTimeout=1200 SuspendTimeout=120 SuspendTime=600 Topology=burst")
    assert "NodeName=burst[0001-0012] AutoDetect=off " in files["gres.conf"]
    assert _values(conf, "TreeWidth") == ["65533"]
    assert {"resume.sh", "suspend.sh", "burst.sh"} <= set(files)


@pytest.mark.parametrize("version", ["22.05", "25.11"])
def test_a_job_may_have_temporary_files_of_its_own(version: str, tmp_path: Path) -> None:
    spec = _spec(version=version, private_tmp=True)
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    files = _files(plan_data(spec, tmp_path))
    if version == "22.05":
        assert _values(files["slurm.conf"], "JobContainerType") == ["job_container/tmpfs"]
        assert "BasePath=/scratch/slurm-tmp\n" in files["job_container.conf"]
    else:
        assert _values(files["slurm.conf"], "NamespaceType") == ["namespace/linux"]
        assert yaml.safe_load(files["namespace.yaml"]) == {
            "defaults": {"auto_base_path": True, "base_path": "/scratch/slurm-tmp"}
        }


GATHERED = [
    ("22.05", {"energy": "ipmi"}, {"EnergyIPMIFrequency": "30", "EnergyIPMICalcAdjustment": "yes"}, "energy/ipmi"),
    ("24.11", {"energy": "ipmi", "every_seconds": 10}, {"EnergyIPMIFrequency": "10", "EnergyIPMIPowerSensors": "Node=DCMI"}, "energy/ipmi"),
    ("26.05", {"influxdb": {"server": "influx.example.net"}}, {"ProfileInfluxDBHost": "influx.example.net:8086", "ProfileInfluxDBDatabase": "slurm", "ProfileInfluxDBDefault": "None"}, "profile/influxdb"),
    ("26.05", {"influxdb": {"server": "2001:db8::9", "port": 8087}}, {"ProfileInfluxDBHost": "[2001:db8::9]:8087"}, "profile/influxdb"),
    ("25.05", {"hdf5": "/home/profiles"}, {"ProfileHDF5Dir": "/home/profiles", "ProfileHDF5Default": "None"}, "profile/hdf5"),
]  # fmt: skip


@pytest.mark.parametrize(("version", "gather", "options", "plugin"), GATHERED)
def test_what_is_measured_is_told_in_both_files(
    version: str, gather: Spec, options: dict[str, str], plugin: str, tmp_path: Path
) -> None:
    """What Debian's packages cannot load; the rest is loaded in tests/system. A release is told nothing that it does not know."""
    home = {"home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "clients": ["compute", "control"]}}
    files = _files(plan_data(_spec(2, version=version, gather=gather) | {"storage": home}, tmp_path))
    assert f"=acct_gather_{plugin}\n" in files["slurm.conf"]
    written = dict(line.split("=", 1) for line in files["acct_gather.conf"].splitlines() if not line.startswith("#"))
    assert options.items() <= written.items()
    assert ("EnergyIPMIPowerSensors" in written) is ("energy" in gather and version != "22.05")


def test_only_slurms_own_gpus_have_to_be_readable(tmp_path: Path) -> None:
    spec = cluster() | {"scheduler": {"slurm": {"version": "23.11", "gather": {"energy": "gpu"}}}}
    spec["hosts"]["amd"] = {"model": "mi300x-8gpu", "count": 2}
    spec["scheduler"]["kubernetes"] = {"hosts": ["gpu"]}
    assert "AcctGatherEnergyType" in _keys(_files(plan_data(spec, tmp_path))["slurm.conf"])


def test_nothing_is_measured_unless_it_is_asked_for(tmp_path: Path) -> None:
    for keys in ({}, {"gather": {"energy": "none"}}):
        files = _files(plan_data(_spec(2, **keys), tmp_path))
        assert "acct_gather.conf" not in files
        assert "\nAcctGather" not in files["slurm.conf"]
    gather = {"interconnect": "sysfs", "filesystem": "lustre", "every_seconds": 10}
    counted = _files(plan_data(_spec(2, gather=gather), tmp_path))
    assert _values(counted["slurm.conf"], "AccountingStorageTRES") == ["gres/gpu,ic/sysfs,fs/lustre"]
    assert _values(counted["slurm.conf"], "JobAcctGatherFrequency") == ["task=10"]


def test_cores_of_gpus_are_those_that_are_stated(tmp_path: Path) -> None:
    """A line for each set of cores; hosts of which nobody knows them are named."""
    lines = _files(plan_data(_spec(2), tmp_path))["gres.conf"]
    assert "left to detection for gpu[001-002]:" in lines
    assert "Cores=" not in lines
    stated = _files(plan_data(_spec(2, cores={"gpu": ["0-55"] * 4 + ["56-111"] * 4}), tmp_path))["gres.conf"]
    assert "left to detection" not in stated
    assert _values(stated, "File") == ["/dev/nvidia[0-3]", "/dev/nvidia[4-7]"]
    assert _values(stated, "Cores") == ["0-55", "56-111"]
    assert _values(stated, "Count") == ["4", "4"]


def test_a_job_in_a_container_uses_the_rails(tmp_path: Path) -> None:
    """NVIDIA's adapters by Enroot's hook, with the modules that it needs; others' devices, and AMD's GPUs, are mounted. NCCL's file is the host's."""
    nccl = "/etc/nccl.conf /etc/nccl.conf none x-create=file,bind,"
    plan = plan_data(_spec(2, containers="pyxis"), tmp_path)
    files = _files(plan)
    assert "\nMELLANOX_VISIBLE_DEVICES=all\n" in files["enroot-rails.env"]
    assert {"ib_umad", "rdma_ucm"} <= set(files["enroot-modules.conf"].split())
    mounts = [line for line in files["enroot-rails.fstab"].splitlines() if not line.startswith("#")]
    assert len(mounts) == 1
    assert mounts[0].startswith(nccl)
    assert plan.slurm is not None
    assert plan.slurm.facts["hooks"] == ["50-slurm-pmi.sh", "50-slurm-pytorch.sh"]
    assert plan.slurm.facts["slurmd_environment"]["PMIX_MCA_psec"] == "none"
    assert "/scratch" not in files["enroot-login.conf"]
    spec = _spec(2, containers="pyxis")
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    amd = _files(plan_data(spec, tmp_path))["enroot-rails.fstab"]
    assert "\n/etc/rccl.conf /etc/rccl.conf none x-create=file,bind," in amd  # RCCL does not read NCCL's file
    assert "/etc/nccl.conf" not in amd
    assert "\n/dev/kfd /dev/kfd none " in amd
    assert "\n/dev/dri /dev/dri none x-create=dir,rbind," in amd


def test_containers_have_no_rdma_devices_where_there_is_none(tmp_path: Path) -> None:
    spec = _spec(2, containers="pyxis")
    spec["fabrics"]["compute"] |= {"technology": "ethernet", "leaf": {"model": "sn4700", "os": "sonic"}}
    files = _files(plan_data(spec, tmp_path))
    assert {"enroot-rails.env", "enroot-modules.conf"} & set(files) == set()
    assert "/etc/nccl.conf" in files["enroot-rails.fstab"]


def test_the_checks_know_the_hardware(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(), tmp_path))
    assert "|gpus 8 nvidia|" in files["health.sh"]
    assert "|ethernet 400000 rail0,0000:18:00.0,mlx5_0 " in files["health.sh"]
    assert "{gpu[001-040]} || check_hw_cpuinfo 2 112 224\n" in files["nhc.conf"]
    tray = _files(plan_data(_nvl72("25.05"), tmp_path))
    (rails,) = re.findall(r"^rail-infiniband-400\|.*\|infiniband 400 ([^|]+)\|", tray["health.sh"], re.MULTILINE)
    assert [port.rpartition(",")[2] for port in rails.split()] == ["mlx5_0", "mlx5_1", "mlx5_4", "mlx5_5"]
    assert "|| check_hw_ib 400 mlx5_0\n" in tray["nhc.conf"]
    assert "HealthCheckProgram=/usr/sbin/nhc\n" in _files(plan_data(_spec(health="nhc"), tmp_path))["slurm.conf"]


def test_scripts_are_clean(tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    """ShellCheck over all that the richest spec has."""
    spec = _spec(containers="pyxis", burst={"count": 2, "cpus": 8, "memory_gib": 64}, qos={"short": {"max_hours": 4}})
    spec["scheduler"]["slurm"]["reservations"] = {
        "course": {"start": "2027-01-31T08:00", "hours": 8, "repeats": "weekly"}
    }
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    files = _files(close(plan_data(spec, tmp_path)))
    scripts = {name: text for name, text in files.items() if name.endswith(".sh")}
    assert len(scripts) == 9
    for name, text in scripts.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(
        [program("shellcheck"), *(tmp_path / name for name in scripts)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    planted = tmp_path / "epilog.sh"
    planted.write_text(
        planted.read_text().replace('"/scratch/slurm-jobs/$SLURM_JOB_ID"', "/scratch/slurm-jobs/$SLURM_JOB_ID/$OTHER")
    )
    assert subprocess.run([program("shellcheck"), planted], capture_output=True, check=False).returncode == 1
    proven("shellcheck", f"{len(scripts)} scripts of Slurm are clean")


def test_imex_knows_the_hosts_of_a_job_and_no_others(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The rendered scripts run: a job of three trays of one rack and one of another has a service on the three, and it ends with the job."""
    files = _files(plan_data(_nvl72("25.05"), tmp_path))
    tools, etc = tmp_path / "tools", tmp_path / "nvidia-imex"
    tools.mkdir()
    etc.mkdir()
    (tmp_path / "slurm.conf").write_text("ClusterName=a\nSlurmctldHost=localhost\n")
    (tools / "systemctl").write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/calls\n')
    (tools / "systemctl").chmod(0o755)
    (tmp_path / "imex_hosts").write_text(files["imex_hosts"])
    (tmp_path / "health.sh").write_text("#!/bin/sh\n")
    (tmp_path / "health.sh").chmod(0o755)
    folders = {"/etc/slurm/": f"{tmp_path}/", "/etc/nvidia-imex": str(etc), "/run/clustergen-imex": f"{tmp_path}/job"}

    def run(name: str, host: str, hosts: str, job: str = "7") -> None:
        text = files[name]
        for path, own in folders.items():
            text = text.replace(path, own)
        given = {
            "SLURMD_NODENAME": host,
            "SLURM_NODELIST": hosts,
            "SLURM_JOB_ID": job,
            "SLURM_CONF": f"{tmp_path}/slurm.conf",
        }
        path = f"{tools}:{Path(program('scontrol')).parent}:/usr/bin:/bin"
        subprocess.run(["bash", "-c", text], check=True, env={"PATH": path, **given})

    run("prolog.sh", "gpu002", "gpu[001-003,019]")
    assert (etc / "nodes_config.cfg").read_text().split() == ["10.160.32.1", "10.160.32.2", "10.160.32.3"]
    run("prolog.sh", "gpu002", "gpu[002,004]", job="8")
    assert len((etc / "nodes_config.cfg").read_text().split()) == 3, "the service of a job that runs stays"
    run("epilog.sh", "gpu002", "gpu[002,004]", job="8")
    assert (tmp_path / "calls").read_text().splitlines() == ["stop nvidia-imex.service", "start nvidia-imex.service"]
    run("epilog.sh", "gpu002", "gpu[001-003,019]")
    assert (etc / "nodes_config.cfg").read_text() == ""
    assert (tmp_path / "calls").read_text().splitlines()[2:] == ["stop nvidia-imex.service"]
    run("prolog.sh", "gpu019", "gpu[001-003,019]")
    assert (tmp_path / "calls").read_text().count("start") == 1, "one tray of a rack needs no service"


@pytest.mark.parametrize("mounted", [True, False])
@pytest.mark.parametrize("host", ["gpu001", "cloud001"])
def test_a_job_has_a_folder_where_the_plan_s_drive_is_mounted(tmp_path: Path, host: str, mounted: bool) -> None:
    """Else it would fill the drive of the system: a planned drive that is away stops the job, and other hosts have no folder."""
    spec = _spec(2, containers="pyxis", health="none")
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    text = _files(plan_data(spec, tmp_path))["prolog.sh"]
    assert "health" not in text
    text = re.sub('(?<=[ "])(/scratch|/run)(?=[/"])', rf"{tmp_path}\1", text)
    (tmp_path / "mountpoint").write_text(f"#!/bin/sh\n[ $2 = {tmp_path}/scratch ] && {str(mounted).lower()}\n")
    (tmp_path / "mountpoint").chmod(0o755)
    given = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SLURMD_NODENAME": host, "SLURM_JOB_ID": "7"}
    given["SLURM_JOB_UID"] = str(os.getuid())
    ran = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=False, env=given)
    planned = host == "gpu001"
    assert (tmp_path / "scratch/slurm-jobs/7").is_dir() == (planned and mounted)
    assert ran.returncode == (1 if planned and not mounted else 0), ran.stderr
    assert ("is not mounted" in ran.stderr) == (planned and not mounted)
    assert (tmp_path / "scratch").exists() == (mounted or not planned), (
        "images of containers have their folder on every host that runs jobs"
    )


@pytest.mark.parametrize(("name", "code", "fails"), [("prolog", 1, True), ("epilog", 0, False), ("epilog", 1, True)])
def test_a_job_begins_and_ends_with_a_check_of_the_host(tmp_path: Path, name: str, code: int, fails: bool) -> None:
    """A prolog on an unhealthy host makes no folder; an epilog takes the folder away first, whatever the check says."""
    spec = _spec(2)
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    files = _files(plan_data(spec, tmp_path))
    conf = files["slurm.conf"]
    assert _values(conf, name.capitalize()) == [f"/etc/slurm/{name}.sh"]
    assert _values(conf, "BatchStartTimeout") == ["90"]
    assert "nohold_on_prolog_fail" in _values(conf, "SchedulerParameters")[0]
    (tmp_path / "health.sh").write_text(f'#!/bin/sh\necho "$*" >>{tmp_path}/asked\nexit {code}\n')
    (tmp_path / "health.sh").chmod(0o755)
    folder = tmp_path / "scratch/slurm-jobs/7"
    if name == "epilog":
        folder.mkdir(parents=True)
    text = files[f"{name}.sh"].replace("/etc/slurm/", f"{tmp_path}/").replace('"/scratch', f'"{tmp_path}/scratch')
    given = {"PATH": "/usr/bin:/bin", "SLURMD_NODENAME": "gpu001", "SLURM_JOB_ID": "7", "SLURM_JOB_UID": "0"}
    ran = subprocess.run(["bash", "-c", text], capture_output=True, text=True, check=False, env=given)
    assert (ran.returncode != 0) is fails, ran.stderr
    assert (tmp_path / "asked").read_text() == f"--for {name}\n"
    assert not folder.exists()


def test_the_job_of_a_gpu_is_written_by_the_number_that_nvml_has_for_it(tmp_path: Path) -> None:
    """Device files are in another order than NVML's; a job without GPUs, and a host whose nvidia-smi fails, write nothing and stop nothing."""
    files = _files(close(plan_data(_spec(2), tmp_path)))
    (tmp_path / "health.sh").write_text("#!/bin/sh\n")
    (tmp_path / "health.sh").chmod(0o755)
    listed = "".join(f"<gpu><minor_number>{device}</minor_number></gpu>\n" for device in (2, 3, 0, 1))
    smi = tmp_path / "nvidia-smi"
    jobs = tmp_path / "jobs"

    def run(name: str, job: int, gpus: str = "", *, broken: bool = False) -> dict[str, str]:
        smi.write_text(f"#!/bin/sh\ncat <<'END'\n{listed}END\nexit {int(broken)}\n")
        smi.chmod(0o755)
        text = files[name].replace("/etc/slurm/", f"{tmp_path}/").replace("/run/clustergen-gpu-jobs", str(jobs))
        given = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SLURMD_NODENAME": "gpu001", "SLURM_JOB_ID": str(job)}
        given |= {"SLURM_JOB_UID": "0"} | ({"SLURM_JOB_GPUS": gpus} if gpus else {})
        subprocess.run(["bash", "-c", text], check=True, env=given)
        return {file.name: file.read_text().strip() for file in jobs.glob("*")}

    assert run("prolog.sh", 6) == {}
    assert run("prolog.sh", 7, "0,3") == {"2": "7", "1": "7"}
    assert run("prolog.sh", 17, "1") == {"2": "7", "1": "7", "3": "17"}
    assert run("epilog.sh", 7, "0,3") == {"3": "17"}
    assert run("prolog.sh", 8, "0,3", broken=True) == {"3": "17"}
    assert run("epilog.sh", 8, "0,3") == {"3": "17"}
    assert run("epilog.sh", 17, "1") == {}


def test_no_job_is_written_where_nothing_reads_it(tmp_path: Path) -> None:
    for monitoring in ({"enabled": False}, {"gpu_exporter": False}):
        files = _files(close(plan_data(_spec(2) | {"monitoring": monitoring}, tmp_path)))
        assert "gpu-jobs" not in files["prolog.sh"] + files["epilog.sh"]


@pytest.mark.parametrize("health", ["nhc", "none"])
def test_without_our_check_jobs_begin_at_once(tmp_path: Path, health: str) -> None:
    files = _files(plan_data(_spec(2, health=health), tmp_path))
    assert "prolog.sh" not in files
    assert "Prolog=" not in files["slurm.conf"]
    assert "BatchStartTimeout" not in files["slurm.conf"]


def test_hosts_without_drives_have_no_folder_on_them(tmp_path: Path) -> None:
    """Trays of NVL72, of whose drives the catalog knows nothing, mount no local tier."""
    spec = _nvl72("25.05")
    spec["storage"]["scratch"] = {"kind": "local-nvme", "mount": "/scratch"}
    files = _files(plan_data(spec, tmp_path))
    assert "slurm-jobs" not in files["prolog.sh"]
    assert "[ ! -d " in files["task_prolog.sh"], "the folder that is not there is no TMPDIR"


def test_imex_is_left_out_where_no_domain_spans_hosts(tmp_path: Path) -> None:
    files = _files(plan_data(_spec(2, containers="pyxis"), tmp_path))
    assert "imex_hosts" not in files
    assert "imex" not in files["prolog.sh"]
    assert "job_submit.lua" not in files


def test_imex_comes_with_the_driver_and_jobs_of_several_trays_have_them_whole(tmp_path: Path) -> None:
    spec = _nvl72("25.05")
    spec["hosts"]["gpu"]["driver"] = 580
    plan = plan_data(spec, tmp_path)
    assert "nvidia-imex-580" in list(driver_packages(plan, plan.hosts_of["compute"][0]))
    files = _files(plan)
    assert '["gpu"] = true' in files["job_submit.lua"]
    assert "partition_of" not in files["job_submit.lua"]
    assert _values(files["slurm.conf"], "JobSubmitPlugins") == ["lua"]


def test_growth_changes_no_switch_that_was_full(tmp_path: Path) -> None:
    before, after = (_rows(_files(plan_data(_spec(count), tmp_path))["topology.conf"]) for count in (40, 80))
    full = [row for row in before if row.split()[0] in {"SwitchName=su1", "SwitchName=su2", "SwitchName=pod1"}]
    assert len(full) == 3
    assert set(full) <= set(after)
