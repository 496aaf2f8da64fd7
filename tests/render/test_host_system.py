"""What hosts are told beside their network: one contract, legal variants, hardware that decides, growth that changes nothing."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from pydantic import ValidationError

from generator.catalog.host import HostPort
from generator.plan.balancing import adaptive_ports
from generator.plan.draft import Draft
from generator.plan.hosts import setup
from generator.plan.hosts.clock import clock_of
from generator.plan.hosts.names import Names
from generator.render.artifact import Artifact
from generator.render.backends import cabling, host_system
from tests.host_files import made_for
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data, with_site_services

_PER_HOST = 22
_PRESET = "etc/systemd/system-preset/80-clustergen.preset"
_OWN = {"etc/clustergen/cables", "etc/hosts", "etc/hostname"}
_TABLE = "etc/clustergen/roce.conf"


def artifacts(plan: Draft) -> list[Artifact]:
    """Render the hosts of a plan."""
    return list(host_system.render(plan, TEMPLATES))


def files(plan: Draft, host: str) -> dict[str, str]:
    """Return a host's files by their path below its root: its group's, then its own."""
    return made_for(plan, artifacts(plan))[host]


def roce_row(found: dict[str, str], interface: str) -> dict[str, str]:
    """Return a line of the RoCE table by its columns."""
    lines = found["etc/clustergen/roce.conf"].splitlines()
    columns = [line for line in lines if line.startswith("#")][-1][1:].split()
    return next(dict(zip(columns, line.split(), strict=True)) for line in lines if line.startswith(f"{interface} "))


def settings(text: str) -> dict[str, str]:
    """Read NAME=value and `key = value` lines."""
    lines = [line.partition("=") for line in text.splitlines() if "=" in line and not line.startswith("#")]
    return {name.strip(): value.strip() for name, _, value in lines}


def test_both_ends_derive_from_one_value(tmp_path: Path) -> None:
    """Another DSCP, priority and notification class reach the NIC's table and NCCL's traffic classes."""
    spec = cluster(roce={"dscp": 34, "priority": 4, "cnp_dscp": 40, "cnp_priority": 5})
    found = files(plan_data(spec, tmp_path), "gpu01")
    row = roce_row(found, "rail3")
    assert (row["dscp"], row["priority"], row["pfc"]) == ("34", "4", "0,0,0,0,1,0,0,0")
    assert (row["cnp_dscp"], row["cnp_priority"], row["traffic_class"]) == ("40", "5", str(34 << 2 | 2))
    assert roce_row(found, "storage0")["dscp"] == "26"
    nccl = settings(found["etc/nccl.conf"])
    assert (nccl["NCCL_IB_TC"], nccl["NCCL_IB_FIFO_TC"]) == (str(34 << 2 | 2), str(40 << 2))


@pytest.mark.parametrize(("lossless", "marking"), [(False, True), (True, False), (False, False)])
def test_legal_variants_mean_what_they_say(lossless: bool, marking: bool, tmp_path: Path) -> None:
    """Without PFC no priority is paused; without marking neither end marks, and packets do not say that they may be."""
    spec = cluster(roce={"lossless": lossless, "marking": marking})
    row = roce_row(files(plan_data(spec, tmp_path), "gpu01"), "rail0")
    assert row["pfc"] == ("0,0,0,1,0,0,0,0" if lossless else "0,0,0,0,0,0,0,0")
    assert (row["marking"], row["traffic_class"]) == (("on", "106") if marking else ("off", "104"))


def test_nccl_names_the_rails_and_what_the_fabric_needs(tmp_path: Path) -> None:
    """The adapters exactly and in the order of the rails; more queue pairs where flows have several paths."""
    nccl = settings(files(plan_data(cluster(), tmp_path), "gpu01")["etc/nccl.conf"])
    assert nccl == {
        "NCCL_SOCKET_IFNAME": "=bond0",
        "NCCL_IB_HCA": "=mlx5_0,mlx5_3,mlx5_4,mlx5_5,mlx5_6,mlx5_9,mlx5_10,mlx5_11",
        "NCCL_CROSS_NIC": "0",
        "NCCL_IB_TC": "106",
        "NCCL_IB_FIFO_TC": "192",
        "NCCL_IB_QPS_PER_CONNECTION": "4",
    }
    leaf = {"model": "sn5600", "os": "cumulus"}
    single = cluster(gpu=1, most=2, leaf=leaf, topology="single-switch")
    single["hosts"]["gpu"]["model"] = "dgx-b300"
    assert roce_row(files(plan_data(single, tmp_path), "gpu1"), "rail0p0")["roce_accl"] == "-"
    assert "NCCL_IB_QPS_PER_CONNECTION" not in files(plan_data(single, tmp_path), "gpu1")["etc/nccl.conf"]


def test_rccl_reads_a_file_of_its_own(tmp_path: Path) -> None:
    """RCCL reads /etc/rccl.conf and no nccl.conf (ROCm/rccl, src/misc/param.cc): on the hosts, and where `check` reads settings back."""
    spec = cluster()
    spec["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    found = files(plan_data(spec, tmp_path), "gpu01")
    assert "etc/nccl.conf" not in found
    assert settings(found["etc/rccl.conf"])["NCCL_IB_TC"] == "106"


@pytest.mark.parametrize(("balancing", "half"), [(None, True), ("adaptive", True), ("hash", False)])
def test_both_halves_of_adaptive_routing_are_there_or_none(balancing: str | None, half: bool, tmp_path: Path) -> None:
    """Where switches choose paths by load, every adapter on the fabric and NCCL are set for it; storage, whose hosts have none, hashes."""
    leaf = {"model": "sn5600", "os": "cumulus"}
    said: dict[str, Any] = {"load_balancing": balancing} if balancing else {}
    spec = cluster(leaf=leaf, spine=leaf, planes=1, **said)
    spec["hosts"]["gpu"]["model"] = "dgx-b300"
    plan = plan_data(spec, tmp_path)
    found = files(plan, "gpu01")
    row, storage = roce_row(found, "rail0"), roce_row(found, "storage0")
    wanted = ("ROCE_ADAPTIVE_ROUTING_EN=1", "adaptive_routing_forced_en=0x1") if half else ("-", "-")
    assert (row["nvconfig"], row["roce_accl"]) == wanted
    assert (storage["nvconfig"], storage["roce_accl"]) == ("-", "-")
    nccl = settings(found["etc/nccl.conf"])
    assert nccl.get("NCCL_IB_ADAPTIVE_ROUTING") == ("1" if half else None)
    assert nccl["NCCL_IB_QPS_PER_CONNECTION"] == "4"
    balanced = {switch.fabric for switch in plan.switches if adaptive_ports(plan, switch)}
    assert balanced == ({"compute"} if half else set())


def test_sockets_use_the_rails_where_there_is_no_rdma(tmp_path: Path) -> None:
    """Plain Ethernet: the data path is NCCL's sockets, on every rail and not on the bond, and no RDMA device is named."""
    found = files(plan_data(cluster(technology="ethernet"), tmp_path), "gpu01")
    rails = ",".join(f"rail{number}" for number in range(8))
    assert settings(found["etc/nccl.conf"]) == {"NCCL_SOCKET_IFNAME": f"={rails}", "NCCL_IB_DISABLE": "1"}


def test_unknown_adapters_are_left_out_and_waited_for(plans: Callable[[str], Draft]) -> None:
    """No name is invented, and the summary says what it waits for."""
    plan = plans("mi300x-256-fat-tree")
    found = files(plan, "gpu01")
    assert "NCCL_IB_HCA" not in found["etc/rccl.conf"]
    assert any("NCCL_IB_HCA" in line and "mi300x-8gpu" in line for line in plan.waiting_for)


def test_hardware_decides(plans: Callable[[str], Draft]) -> None:
    """NVSwitch hosts run Fabric Manager; Grace keeps its access control; AMD has none of NVIDIA's files."""
    h100, grace, amd = (files(plans(name), host) for name, host in (("roce-16", "gpu01"), ("nvl72-8-racks", "tray001"), ("mi300x-256-fat-tree", "gpu01")))  # fmt: skip
    preset, acs = "etc/systemd/system-preset/80-clustergen.preset", "etc/systemd/system/clustergen-acs.service"
    assert "nvidia-fabricmanager" in h100[preset]
    assert acs in h100
    assert "iommu=pt" in h100["etc/default/grub.d/90-clustergen.cfg"]
    assert "nvidia-persistenced" in grace[preset]
    assert "nvidia-fabricmanager" not in grace[preset]
    assert acs not in grace
    assert "iommu" not in grace["etc/default/grub.d/90-clustergen.cfg"]
    assert roce_row(grace, "storage0")["ats"] == "keep"
    assert roce_row(h100, "rail0")["ats"] == "off"
    rule = "etc/udev/rules.d/60-rdma-persistent-naming.rules"
    assert 'KERNELS=="0000:5e:00.0", PROGRAM=="/usr/local/sbin/clustergen-host.sh name %k mlx5_5"' in h100[rule]
    assert h100[rule].count("clustergen-host.sh name") == 12, "ports that are not cabled have names, too"
    assert rule not in amd, "no document names its devices"
    assert acs in amd
    assert "etc/modprobe.d/clustergen.conf" not in amd
    assert not any("nvidia" in path or "nvidia" in text for path, text in amd.items() if not path.endswith(".sh"))


def test_the_systems_of_the_two_families(tmp_path: Path) -> None:
    """Red Hat's family has chrony and boot arguments in places of its own."""
    spec = cluster()
    spec["hosts"]["gpu"]["os"] = "rhel-9"
    spec["hosts"]["gpu"]["hugepages_gib"] = 8
    found = files(plan_data(spec, tmp_path), "gpu01")
    assert found["etc/clustergen/kernel-arguments"] == "iommu=pt hugepagesz=2M hugepages=4096\n"
    assert "enable chronyd.service" in found["etc/systemd/system-preset/80-clustergen.preset"]
    assert "driftfile /var/lib/chrony/drift" in found["etc/chrony.conf"]
    assert not any("grub.d" in path or path == "etc/chrony/chrony.conf" for path in found)


def mounted(tiers: dict[str, Any], tmp_path: Path, **hosts: Any) -> tuple[dict[str, str], Draft]:
    """Return the mount units of a host whose cluster has these tiers."""
    spec: Spec = cluster()
    spec["storage"] = tiers
    for group, keys in hosts.items():
        spec["hosts"][group] |= keys
    plan = plan_data(spec, tmp_path)
    units = {path.rpartition("/")[2]: text for path, text in files(plan, "gpu01").items() if path.endswith(".mount")}
    return units, plan


def test_mounts_are_what_the_spec_declares(tmp_path: Path) -> None:
    """NFS from the first host of its group, drives by their label, Lustre by what the spec states; names of units as systemd escapes them."""
    units, plan = mounted(
        {
            "home": {"kind": "nfs", "mount": "/home", "hosts": "storage"},
            "scratch": {"kind": "local-nvme", "mount": "/local/fast-scratch"},
            "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre", "source": "10.128.0.1@tcp:/fast"},
            "weights": {"kind": "parallel", "mount": "/weights", "hosts": "storage", "product": "WEKA", "source": "192.0.2.7/weights", "options": "num_cores=4"},
            "bucket": {"kind": "object", "hosts": "storage"},
            "logs": {"kind": "nfs", "mount": "/logs", "hosts": "storage", "source": "filer.example.net:/logs", "options": "ro", "clients": ["login"]},
        },
        tmp_path,
    )  # fmt: skip
    assert set(units) == {"home.mount", "local-fast\\x2dscratch.mount", "fast.mount", "weights.mount"}
    assert "What=storage1.atlas.example.net:/home\n" in units["home.mount"]
    assert "What=/dev/disk/by-label/scratch\n" in units["local-fast\\x2dscratch.mount"]
    assert "What=10.128.0.1@tcp:/fast\n" in units["fast.mount"]
    assert "Type=lustre\n" in units["fast.mount"]
    assert "Options=num_cores=4,_netdev,nosuid,nodev\n" in units["weights.mount"]
    assert " storage1.atlas.example.net " in files(plan, "gpu01")["etc/hosts"]
    login = files(plan, "login1")
    assert "Options=ro,nosuid,nodev\n" in login["etc/systemd/system/logs.mount"]
    assert not any("storage." in line for line in plan.waiting_for)


def test_a_source_that_nobody_stated_is_waited_for(tmp_path: Path) -> None:
    """A parallel file system without a source has no unit, and is named; so is an NFS server that is yet to come."""
    tiers = {
        "fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Quobyte"},
        "home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "fabric": "storage"},
    }
    units, plan = mounted(tiers, tmp_path, storage={"positions": [3, 4]})
    assert set(units) == {"home.mount"}
    said = "\n".join(plan.waiting_for)
    assert "storage.fast: the source that its clients mount (source, filesystem)" in said
    assert "storage.home: the first host of storage is not installed" in said


def test_time_comes_from_the_site_or_the_control_hosts(tmp_path: Path) -> None:
    """Control hosts serve; without a source outside they agree among themselves, and none is its own source."""
    alone = plan_data(cluster(), tmp_path)
    own = files(alone, "control1")["etc/chrony/chrony.conf"]
    assert "local stratum 10 orphan" in own
    assert "server 10.160.96.1 " not in own
    assert own.count("server ") == 2
    assert files(alone, "gpu01")["etc/chrony/chrony.conf"].count("server ") == 3
    spec = cluster()
    spec = with_site_services(spec, {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net"]})
    site = plan_data(spec, tmp_path)
    assert "server ntp.example.net iburst" in files(site, "gpu01")["etc/chrony/chrony.conf"]
    assert "orphan" not in files(site, "control1")["etc/chrony/chrony.conf"]
    assert "allow 10.0.0.0/9" in files(site, "control1")["etc/chrony/chrony.conf"]


def test_neighbours_and_reserved_ports_follow_the_cluster(plans: Callable[[str], Draft]) -> None:
    """Tables hold the envelope; srun's ports are not given to clients."""
    found = settings(files(plans("roce-16"), "gpu01")["etc/sysctl.d/90-clustergen.conf"])
    assert found["net.ipv4.neigh.default.gc_thresh1"] == "1024"
    assert found["net.ipv4.ip_local_reserved_ports"] == "60001-63000"


def test_growth_changes_no_existing_host(tmp_path: Path) -> None:
    """Twice the hosts: every file of those that were there stays as it was."""
    before = {a.path: a.content for a in artifacts(plan_data(cluster(gpu=2, storage=2), tmp_path))}
    after = {a.path: a.content for a in artifacts(plan_data(cluster(gpu=20, storage=4, login=2), tmp_path))}
    assert {path: after[path] for path in before} == before
    assert len(after) > len(before)


@pytest.mark.parametrize("name", ["small-4-hosts", "pinned-4", "ib-256", "b300-two-planes-512", "tenants-64"])
def test_a_host_has_its_cables_as_the_cabling_map(name: str, plans: Callable[[str], Draft]) -> None:
    """Each row of cables.csv that ends on a host is a line of that host's file, and no line is anything else."""
    plan = plans(name)
    (table,) = (each.content for each in cabling.render(plan, TEMPLATES) if each.path == "cabling/cables.csv")
    made = {each.path: each.content for each in artifacts(plan) if each.path.endswith("/etc/clustergen/cables")}
    found = {
        (path.split("/")[1], *(word for place, word in enumerate(line.split()) if place != 1))
        for path, text in made.items()
        for line in text.splitlines()
        if not line.startswith("#")
    }
    hosts = {path.split("/")[1] for path in made}
    wanted = {
        (
            row["a_device"],
            row["a_interface"],
            row["cable_id"],
            row["b_device"],
            row["b_interface"],
            row["label_a"].split(" > ")[1].split()[2],
        )
        for row in csv.DictReader(table.splitlines())
        if row["a_device"] in hosts and " + " not in row["label_a"]
    }
    assert wanted
    assert wanted <= found
    rows = [row for row in csv.DictReader(table.splitlines()) if row["a_device"] in hosts or row["b_device"] in hosts]
    assert len(found) == len(rows)


def test_equal_hosts_share_the_very_text(plans: Callable[[str], Draft]) -> None:
    """A file that all hosts of a group have alike stands once, and no host has more files than we say."""
    plan = plans("roce-256")
    made = made_for(plan, artifacts(plan))
    own = {artifact.path.split("/", 2)[2] for artifact in artifacts(plan) if artifact.path.startswith("hosts/gpu")}
    assert own == {*_OWN, _TABLE}
    tables = {made[host.name][_TABLE] for host in plan.hosts_of["compute"]}
    assert 1 < len(tables) < len(plan.hosts_of["compute"]), "racks differ in their cables, not each host"
    assert max(map(len, made.values())) <= _PER_HOST


@pytest.mark.parametrize(
    ("os", "on", "off"),
    [
        ("ubuntu-24.04", "systemd-networkd", ("ufw",)),
        ("debian-12", "systemd-resolved", ("ufw", "networking")),
        ("rocky-9", "NetworkManager", ("firewalld",)),
    ],
)
def test_each_system_loads_our_firewall_and_runs_its_network(
    os: str, on: str, off: tuple[str, ...], tmp_path: Path
) -> None:
    """Our unit is on, what flushes or drops behind its back is off, and one program alone has the network."""
    spec = cluster()
    spec["hosts"]["gpu"]["os"] = os
    found = files(plan_data(spec, tmp_path), "gpu01")
    lines = found[_PRESET].splitlines()
    assert {"enable clustergen-firewall.service", "disable nftables.service", f"enable {on}.service"} <= set(lines)
    assert {f"disable {name}.service" for name in off} <= set(lines)
    assert ("disable networking.service" in lines) == (os == "debian-12")
    assert (
        "ExecReload=/usr/sbin/nft -f /etc/clustergen/firewall.nft"
        in found["etc/systemd/system/clustergen-firewall.service"]
    )


def known(found: dict[str, str]) -> dict[str, str]:
    """Read /etc/hosts: the address of every name."""
    rows = [line.split() for line in found["etc/hosts"].splitlines() if line[:1].isdigit()]
    return {name: address for address, *names in rows for name in names}


def test_control_and_login_hosts_know_every_host_of_the_envelope(tmp_path: Path) -> None:
    """They have all 32 GPU hosts of the envelope where 2 are installed; a compute host has none but the few, and asks control hosts.

    The site's resolvers know none of them by themselves, which is said.
    """
    spec = cluster()
    plan = plan_data(spec, tmp_path)
    for host in ("control1", "login1"):
        names = known(files(plan, host))
        assert {f"gpu{n:02}" for n in range(1, 33)} | {f"storage{n}" for n in range(1, 9)} <= set(names)
        assert names["gpu01"] == next(each.inband for each in plan.hosts if each.name == "gpu01")
    mine = known(files(plan, "gpu01"))
    assert "gpu02" not in mine
    assert {"control1", "control3", "login2"} <= set(mine)
    assert not any("services.dns" in line for line in plan.waiting_for)
    spec["services"] = {"dns": ["10.192.0.25"]}
    assert sum("services.dns" in line for line in plan_data(spec, tmp_path).waiting_for) == 1


def test_a_host_without_an_address_knows_its_own_name(tmp_path: Path) -> None:
    """sudo asks for it, and would wait for resolvers; nobody else is told this address."""
    spec = cluster()
    del spec["fabrics"]["frontend"]
    plan = plan_data(spec, tmp_path)
    names = known(files(plan, "login1"))
    assert (names["login1"], names["login1.atlas.example.net"]) == ("127.0.1.1", "127.0.1.1")
    assert "login1" not in known(files(plan, "control1"))


def test_a_host_has_a_name_in_each_segment(tmp_path: Path) -> None:
    """A VLAN is called by its segment, not by its interface, and the host says who it is."""
    spec = cluster()
    spec["segments"] = {"backup": {"vlan": 300, "prefix": "10.170.0.0/20", "roles": ["storage"]}}
    found = files(plan_data(spec, tmp_path), "storage1")
    assert {"storage1-backup", "storage1-backup.atlas.example.net"} <= set(known(found))
    assert "bond0.300" not in found["etc/hosts"]
    assert found["etc/hostname"] == "storage1\n"


@pytest.mark.parametrize("technology", ["roce", "infiniband"])
def test_a_server_that_arrives_changes_no_client(technology: str, tmp_path: Path) -> None:
    """The first storage host has its address on the storage fabric before it is there, and it is the one that the plan gives it later."""
    spec = cluster()
    spec["storage"] = {"home": {"kind": "nfs", "mount": "/home", "hosts": "storage", "fabric": "storage"}}
    if technology == "infiniband":
        quantum = {"model": "qm9700"}
        spec["fabrics"]["storage"] = {"technology": technology, "leaf": quantum, "spine": quantum, "ipoib": True}
    spec["hosts"]["storage"]["positions"] = [2, 3]
    before = files(plan_data(spec, tmp_path), "gpu01")
    spec["hosts"]["storage"] |= {"positions": [1, 2, 3], "count": 3}
    plan = plan_data(spec, tmp_path)
    assert files(plan, "gpu01") == before
    ports = [each for each in plan.interfaces_of["storage1"] if each.fabric == "storage"]
    assert known(before)[f"storage1-{ports[0].name}"] == ports[0].address != ""


def test_the_table_has_the_length_of_the_very_cable(plans: Callable[[str], Draft]) -> None:
    """Metres, rounded up, of the link that the plan has at this port."""
    plan = plans("roce-256")
    found = set()
    for host in ("gpu01", "gpu32"):
        lengths = {link.a.interface: link.length_m for link in plan.links_of[host]}
        for interface in ("rail0", "rail7", "storage1"):
            said = int(roce_row(files(plan, host), interface)["length_m"])
            assert 0 <= said - lengths[interface] < 1
            found.add(said)
    assert len(found) > 1


def test_appliances_have_no_files(plans: Callable[[str], Draft]) -> None:
    """UFM's hosts run what their vendor put there."""
    plan = plans("ib-256")
    assert {"ufm", "storage-ufm"} <= {host.group for host in plan.hosts}
    owners = {artifact.path.split("/")[1] for artifact in artifacts(plan)}
    assert owners == {name for host in plan.hosts if "ufm" not in host.group for name in (host.name, host.group)}
    assert {path.split("/")[1] for path in host_system.paths(plan)} == owners


def test_hosts_without_a_frontend_ask_by_their_management_ports(tmp_path: Path) -> None:
    """The site's clocks are out of their reach; one without any such port has no chrony.conf, and that is said."""
    spec = cluster()
    del spec["fabrics"]["frontend"]
    spec["storage"] = {"fast": {"kind": "parallel", "mount": "/fast", "hosts": "storage"}}
    spec = with_site_services(spec, {"dns": ["192.0.2.53"], "ntp": ["ntp.example.net"]})
    plan = plan_data(spec, tmp_path)
    managers = {host.name: host.management for host in plan.hosts if host.role == "control"}
    assert "server ntp.example.net iburst" in files(plan, "control1")["etc/chrony/chrony.conf"]
    assert "etc/chrony/chrony.conf" not in files(plan, "gpu01")
    assert any("hosts without chrony.conf" in line and "hosts.gpu" in line for line in plan.waiting_for)
    login = next(host for host in plan.hosts if host.role == "login")
    clock = clock_of(plan, Names(plan), replace(login, management="10.192.0.9"))
    assert clock is not None
    assert sorted(clock.sources) == sorted(managers.values())
    spec["services"] = {}
    own = files(plan_data(spec, tmp_path), "control1")["etc/chrony/chrony.conf"].splitlines()
    others = sorted(address for name, address in managers.items() if name != "control1")
    assert sorted(line.split()[1] for line in own if line.startswith("server ")) == others


def test_hosts_forward_where_packets_of_others_pass(tmp_path: Path) -> None:
    """Border hosts and those that run pods pass packets on, and say so before all else; IPv6 where there is some."""
    spec = cluster()
    spec["hosts"]["border"] = {"model": "server-1u", "role": "border", "count": 1}
    spec["addressing"] = {"ipv6": "fd00::/16"}
    plan = plan_data(spec, tmp_path)
    kernel = "etc/sysctl.d/90-clustergen.conf"
    for host in ("border1", "gpu01", "control1"):
        keys = settings(files(plan, host)[kernel])
        assert list(keys)[:2] == ["net.ipv4.ip_forward", "net.ipv6.conf.all.forwarding"]
        assert set(list(keys.values())[:2]) == {"1"}
    assert "forward" not in files(plan, "storage1")[kernel]
    spec["scheduler"] = {"slurm": {}}
    del spec["addressing"]
    plain = plan_data(spec, tmp_path)
    assert "forward" not in files(plain, "gpu01")[kernel]
    assert "net.ipv6.conf.all.forwarding" not in files(plain, "border1")[kernel]
    assert "net.ipv4.ip_forward = 1" in files(plain, "border1")[kernel]


@pytest.mark.parametrize(
    ("source", "networks"),
    [
        ("10.64.0.1@o2ib:10.64.0.2@o2ib:/fast", "o2ib(storage0,storage1)"),
        ("10.64.0.1@o2ib3,10.64.0.1@tcp:/fast", "o2ib3(storage0,storage1),tcp(storage0,storage1)"),
        ("10.64.0.1:/fast", "tcp(storage0,storage1)"),
    ],
)
def test_lustre_has_its_networks(source: str, networks: str, tmp_path: Path) -> None:
    """LNet is told the interfaces of the tier's fabric under the names that the source has; other file systems have no line."""
    tier = {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "LUSTRE", "source": source}
    _, plan = mounted({"fast": tier}, tmp_path)
    path = "etc/modprobe.d/clustergen.conf"
    assert f'options lnet networks="{networks}"' in files(plan, "gpu01")[path].splitlines()
    assert path not in files(plan, "storage1")
    _, other = mounted({"fast": tier | {"product": "Lustre-like", "filesystem": "wekafs"}}, tmp_path)
    assert "lnet" not in files(other, "gpu01")[path]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("pci", '0000:18:00.0", RUN+="/bin/sh'),
        ("pci", "0000:18:00.0\n"),
        ("pci", "0000:18:00.9"),
        ("rdma", 'mlx5_0", RUN+="/bin/sh'),
        ("rdma", "mlx5 0"),
        ("rdma", "a" * 64),
    ],
)
def test_a_catalog_cannot_write_udev_rules(key: str, value: str) -> None:
    """What goes into rules has the form of what it is."""
    port = {"name": "rail0", "fabric": "compute", "speed_gbps": 400, "form_factor": "osfp", "cage": "A", "pci": "0000:18:00.0", "rdma": "mlx5_0"}  # fmt: skip
    assert HostPort.model_validate(port).rdma == "mlx5_0"
    with pytest.raises(ValidationError):
        HostPort.model_validate(port | {key: value})


def test_names_without_addresses_are_left_to_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a catalog has names of RDMA devices and no addresses, rdma-core must not rename them: files of ours use these names."""
    rule = "etc/udev/rules.d/60-rdma-persistent-naming.rules"
    plan = plan_data(cluster(), tmp_path)
    assert "NAME_FALLBACK" in files(plan, "gpu01")[rule]
    monkeypatch.setattr(setup, "rdma_names", lambda _plan, _host: ())
    found = files(plan, "gpu01")[rule]
    assert "NAME_KERNEL" in found
    assert "KERNELS" not in found
