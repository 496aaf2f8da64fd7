"""Lustre on hosts of the cluster: both sides from one plan, targets that never change, and a program that formats nothing it was not asked for."""

import copy
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.lustre import file_systems
from generator.render.backends import host_lustre, host_system
from tests.host_files import made_for
from tests.judges.lustre import mkfs_faults, read_source
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

TIER: Spec = {"kind": "parallel", "mount": "/fast", "hosts": "storage", "product": "Lustre", "lustre": {}}
TABLE = "etc/clustergen/lustre.conf"
PROGRAM = "usr/local/sbin/clustergen-lustre.sh"
_MODULES = "etc/modprobe.d/clustergen.conf"
_COLUMNS = ["target", "kind", "index", "fsname", "usual", "mgsnode", "servicenode", "device", "place"]
Files = dict[str, dict[str, str]]


def spec(storage: int = 2, gpu: int = 1, *, tier: dict[str, Any] | None = None, **lustre: Any) -> Spec:
    """Return a cluster whose storage hosts serve Lustre."""
    made = cluster(gpu=gpu, storage=storage)
    made["storage"]["fast"] = TIER | {"lustre": lustre} | (tier or {})
    return made


def files(plan: Draft) -> Files:
    """Return the files of each host by their paths on it: those of Lustre, and of its system."""
    found = made_for(plan, host_lustre.render(plan, TEMPLATES))
    system = made_for(plan, host_system.render(plan, TEMPLATES))
    return {host: texts | found.get(host, {}) for host, texts in system.items()}


def rows(found: dict[str, str]) -> list[dict[str, str]]:
    """Return the lines of a host's table by its columns."""
    lines = [line for line in found.get(TABLE, "").splitlines() if not line.startswith("#")]
    return [dict(zip(_COLUMNS, line.split(), strict=True)) for line in lines]


def mount(found: dict[str, str]) -> str:
    """Return what a client mounts on /fast."""
    return found["etc/systemd/system/fast.mount"].partition("What=")[2].splitlines()[0]


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Two servers without a shared enclosure."""
    return files(plan_data(spec(), tmp_path_factory.mktemp("two")))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Two pairs with two object targets on each host, and a metadata target on two."""
    made = spec(4, tier={"failure_domain": 2}, pairs=True, osts=2, metadata_hosts=2)
    return files(plan_data(made, tmp_path_factory.mktemp("pairs")))


def faults(found: Files) -> Iterator[str]:
    """Compare the ends: what clients mount, what targets are formatted with, and the addresses of servers."""
    every = [row for texts in found.values() for row in rows(texts)]
    usual = [row for host, texts in found.items() for row in rows(texts) if row["usual"] == host]
    for kind in ("mdt", "ost"):
        indices = [row["index"] for row in usual if row["kind"] == kind]
        yield from (f"{kind} {index} is there twice" for index in set(indices) if indices.count(index) > 1)
    managers = {row["mgsnode"] for row in every}
    for host, texts in found.items():
        if "etc/systemd/system/fast.mount" in texts:
            nids, name = read_source(mount(texts))
            if {":".join(",".join(node) for node in nids)} != managers:
                yield f"{host} mounts by {nids}, and targets are registered at {managers}"
            if {name} != {row["fsname"] for row in every}:
                yield f"{host} mounts {name}"


def test_clients_mount_by_the_nids_of_the_first_server(tmp_path: Path) -> None:
    """The addresses of all ports that its network files have on the tier's fabric, under LNet's name of the fabric."""
    plan = plan_data(spec(), tmp_path)
    found = files(plan)
    server = [each.address for each in plan.interfaces_of["storage1"] if each.fabric == "storage"]
    assert len(server) == 2
    assert mount(found["gpu01"]) == f"{server[0]}@o2ib,{server[1]}@o2ib:/fast"
    for host in ("gpu01", "storage1", "storage2"):
        assert 'options lnet networks="o2ib(storage0,storage1)"' in found[host][_MODULES].splitlines()
    assert list(faults(found)) == []


def test_planted_faults_between_the_ends_are_found(two: Files) -> None:
    """An address of another host at the client, an index that is taken, another name."""
    unit = "etc/systemd/system/fast.mount"
    client = two["gpu01"][unit]
    moved = two | {"gpu01": two["gpu01"] | {unit: client.replace("@o2ib,", "1@o2ib,", 1)}}
    assert any("mounts by" in fault for fault in faults(moved))
    renamed = two | {"gpu01": two["gpu01"] | {unit: client.replace(":/fast", ":/fasd")}}
    assert any("mounts fasd" in fault for fault in faults(renamed))
    taken = two | {"storage2": two["storage2"] | {TABLE: two["storage2"][TABLE].replace("ost 32 ", "ost 0 ")}}
    assert "ost 0 is there twice" in list(faults(taken))


def test_the_first_host_has_the_management_target(two: Files) -> None:
    """And the root of the file system; every host has object targets, and nobody serves what is another's."""
    assert [row["target"] for row in rows(two["storage1"])] == ["MGS", "fast-MDT0000", "fast-OST0000"]
    assert [row["target"] for row in rows(two["storage2"])] == ["fast-OST0020"]
    assert {row["servicenode"] for row in rows(two["storage1"])} == {"-"}
    unit = two["storage1"]["etc/systemd/system/srv-lustre-fast-OST0000.mount"]
    assert "What=/dev/lustre/fast-OST0000\n" in unit
    assert "Type=lustre_tgt\n" in unit
    assert "After=srv-lustre-fast-MGS.mount\n" in unit
    assert not any("MGS" in text for path, text in two["storage2"].items() if path.endswith(".mount"))
    assert TABLE not in two["gpu01"]


def test_a_pair_serves_the_targets_of_both(pairs: Files) -> None:
    """Each target has both hosts as service nodes, its usual one first, and units on both; clients know both management hosts."""
    first, second = rows(pairs["storage1"]), rows(pairs["storage2"])
    assert {row["target"] for row in first} == {row["target"] for row in second}
    nodes = first[0]["mgsnode"].split(":")
    for row in first:
        own = row["servicenode"].split(":")
        assert own == (nodes if row["usual"] == "storage1" else nodes[::-1])
    assert mount(pairs["gpu01"]) == f"{':'.join(nodes)}:/fast"
    assert [row["target"] for row in rows(pairs["storage3"]) if row["kind"] == "ost"] == [
        f"fast-OST{n:04x}" for n in (64, 65, 96, 97)
    ]
    assert [row["target"] for row in first if row["kind"] == "mdt"] == ["fast-MDT0000", "fast-MDT0001"]
    assert not {row["servicenode"] for row in rows(pairs["storage3"])} & {row["servicenode"] for row in first}
    assert list(faults(pairs)) == []


def test_growth_renumbers_no_target(tmp_path: Path) -> None:
    """Servers, metadata hosts and object targets are added: every file of Lustre that was there has the lines that it had."""
    few = files(plan_data(spec(2), tmp_path))
    many = files(plan_data(spec(7, osts=2, metadata_hosts=2), tmp_path))
    assert mount(few["gpu01"]) == mount(many["gpu01"])
    for host in ("storage1", "storage2"):
        for path, text in few[host].items():
            if "lustre" in path:
                assert set(text.splitlines()) <= set(many[host][path].splitlines()), path
    indices = [row["index"] for host in many.values() for row in rows(host) if row["kind"] == "ost"]
    assert len(set(indices)) == len(indices) == 14
    assert {"0", "1", "32", "33", "192", "193"} <= set(indices)


@pytest.mark.parametrize("first", ["storage1", "storage3"])
def test_a_hole_in_the_group_moves_nothing(first: str, tmp_path: Path) -> None:
    """Targets follow from the ordinal; without the first host nobody serves the tier, and it is said why."""
    made = spec(2)
    made["hosts"]["storage"] |= {"positions": [1, 4] if first == "storage1" else [3, 4]}
    plan = plan_data(made, tmp_path)
    if first == "storage1":
        assert [row["target"] for row in rows(files(plan)["storage4"])] == ["fast-OST0060"]
    else:
        assert not file_systems(plan)
        assert any("storage.fast: the first host of storage is not installed" in line for line in plan.waiting_for)


def test_each_fabric_has_its_network(tmp_path: Path) -> None:
    """TCP on Ethernet, by the bond; what may come in is LNet's own port, and over RoCE its port of RDMA, both ways."""
    slow = plan_data(spec(tier={"fabric": "frontend"}), tmp_path)
    found = files(slow)
    assert re.fullmatch(r"[\d.]+@tcp:/fast", mount(found["gpu01"]))
    assert 'options lnet networks="tcp(bond0)"' in found["storage1"][_MODULES]
    fast = plan_data(spec(), tmp_path)
    for plan, segment, service in ((slow, "inband", "lnet"), (fast, "storage", "rocev2")):
        ways = {
            (flow.source, flow.to)
            for flow in plan.access.flows
            if flow.why == "storage.fast" and flow.service.name == service
        }
        assert ways == {(f"{segment}/compute", f"{segment}/storage"), (f"{segment}/storage", f"{segment}/compute")}
        assert {flow.service.name for flow in plan.access.flows if flow.why == "storage.fast"} == {service}


def test_infiniband_needs_addresses(tmp_path: Path) -> None:
    """A NID is an address: without IPoIB nobody serves; with it nothing of LNet is IP."""
    made = spec()
    made["fabrics"]["storage"] = {"technology": "infiniband", "leaf": {"model": "qm9700"}}
    plan = plan_data(made, tmp_path)
    assert any("storage1 has no IP address on the storage fabric" in line for line in plan.waiting_for)
    made = copy.deepcopy(made)
    made["fabrics"]["storage"]["ipoib"] = True
    plan = plan_data(made, tmp_path)
    assert "@o2ib" in mount(files(plan)["gpu01"])
    assert not [flow for flow in plan.access.flows if flow.why == "storage.fast"]


class Server:
    """A host with its files, and stand-ins for what asks devices and formats them; wipefs is the real one."""

    def __init__(self, root: Path, found: dict[str, str], host: str) -> None:
        self.root, self.calls = root, root / "calls"
        for path, text in (found | {"etc/hostname": f"{host}\n", "proc/mounts": ""}).items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        self.stand_in("mkfs.lustre", f'echo "mkfs.lustre $*" >>{self.calls}')
        self.stand_in(
            "udevadm",
            f"mkdir -p {root}/dev/lustre && cd {root}/dev/lustre && cut -d ' ' -f 1 {root}/{TABLE} | xargs touch",
        )
        self.stand_in("lsblk", 'case "$*" in *TYPE*) echo disk ;; *) echo sda ;; esac')
        self.stand_in("wipefs", "true")

    def stand_in(self, name: str, text: str) -> None:
        place = self.root / "bin" / name
        place.parent.mkdir(exist_ok=True)
        place.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        place.chmod(0o755)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        env = {"PATH": f"{self.root}/bin:/usr/sbin:/usr/bin:/sbin:/bin", "CLUSTERGEN_ROOT": str(self.root)}
        return subprocess.run(
            ["/bin/sh", self.root / PROGRAM, *words], capture_output=True, text=True, env=env, check=False
        )

    def formatted(self) -> list[str]:
        return self.calls.read_text(encoding="utf-8").splitlines() if self.calls.exists() else []


DEVICE = "/dev/disk/by-path/pci-0000:41:00.0-nvme-1"


def test_a_target_is_formatted_as_the_manual_page_has_it(two: Files, pairs: Files, tmp_path: Path) -> None:
    """Every target of a single host and of a pair; `show` prints the same line and writes nothing."""
    for name, found, host in (("one", two, "storage1"), ("both", pairs, "storage2")):
        for row in (each for each in rows(found[host]) if each["usual"] == host):
            server = Server(tmp_path / f"{name}-{row['target']}", found[host], host)
            shown = server.run("show", row["target"], DEVICE)
            assert (shown.returncode, server.formatted()) == (0, []), shown.stderr
            assert server.run("format", row["target"], DEVICE).returncode == 0
            assert server.formatted() == [shown.stdout.strip()]
            assert list(mkfs_faults(server.formatted()[0])) == []
    assert server.formatted()[0].count("--servicenode=") == 2


def test_the_judge_of_mkfs_bites() -> None:
    """Planted faults in a good line."""
    good = "mkfs.lustre --ost --backfstype=ldiskfs --fsname=fast --index=1 --mgsnode=10.0.0.1@o2ib,10.1.0.1@o2ib:10.0.0.2@o2ib --servicenode=10.0.0.3@o2ib /dev/md/o1"
    assert list(mkfs_faults(good)) == []
    for old, new in (
        ("fast", "much-too-long"), ("--index=1 ", ""), ("--index=1", "--index=65536"), ("--ost", "--ost --mdt"), ("--mgsnode", "--mgsnodes"),
        ("@o2ib,", "@roce,"), (" /dev/md/o1", " --failnode=10.0.0.4@o2ib /dev/md/o1"), ("ldiskfs", "xfs"), ("--ost", "--mgs"),
    ):  # fmt: skip
        assert list(mkfs_faults(good.replace(old, new, 1))) != [], new


@pytest.mark.parametrize(
    ("words", "planted", "said"),
    [
        (("fast-OST0000",), {}, "no device is stated for fast-OST0000"),
        (("fast-OST0000", "/dev/sda"), {}, "may be another device after the next boot"),
        (("fast-OST0000", "/dev/disk/by-path/../../sda"), {}, "leads elsewhere"),
        (("fast-OST0000", "/dev/disk/by-label/fast"), {}, "may be another device"),
        (("fast-OST0001", DEVICE), {}, "has no target fast-OST0001"),
        (("fast-OST0000", DEVICE), {"wipefs": "echo 'xfs scratch'"}, "holds xfs scratch, and nothing is made over it"),
        (("fast-OST0000", DEVICE), {"wipefs": "exit 1"}, "wipefs cannot read"),
        (("fast-OST0000", DEVICE), {"lsblk": "exit 32"}, "there is no device"),
        (("fast-OST0000", DEVICE), {"lsblk": 'case "$*" in *TYPE*) echo disk ;; *) echo "sda"; echo "md0 /srv" ;; esac'}, "is a part of something: md0 /srv"),
        (("fast-OST0000", DEVICE), {"lsblk": 'case "$*" in *TYPE*) echo disk ;; *) echo "sda /mnt" ;; esac'}, "is in use"),
        (("fast-OST0000", DEVICE), {"lsblk": 'case "$*" in *TYPE*) echo ;; *) echo sda ;; esac'}, "no block device"),
    ],
)  # fmt: skip
def test_nothing_is_formatted_that_is_not_empty_and_sure(
    words: tuple[str, ...], planted: dict[str, str], said: str, two: Files, tmp_path: Path
) -> None:
    """A name that may move, a device that holds something, has parts, is mounted or cannot be asked: mkfs.lustre is not run."""
    server = Server(tmp_path, two["storage1"], "storage1")
    for name, text in planted.items():
        server.stand_in(name, text)
    done = server.run("format", *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert server.formatted() == []


def test_a_target_is_formatted_once_and_by_its_own_host(pairs: Files, tmp_path: Path) -> None:
    """A partner may serve it and not format it; what is there already, or started, is left alone."""
    partner = Server(tmp_path / "partner", pairs["storage2"], "storage2")
    assert "is formatted on storage1" in partner.run("format", "fast-OST0000", DEVICE).stderr
    server = Server(tmp_path / "own", pairs["storage1"], "storage1")
    assert server.run("state").stdout.splitlines()[:2] == ["MGS unformatted", "fast-MDT0000 unformatted"]
    assert server.run("format", "MGS", DEVICE).returncode == 0
    assert "MGS is formatted already" in server.run("format", "MGS", DEVICE).stderr
    (server.root / "proc/mounts").write_text("/dev/sda /srv/lustre/fast/MGS lustre_tgt ro 0 0\n", encoding="utf-8")
    assert server.run("state").stdout.splitlines()[0] == "MGS started"
    assert "MGS is started already" in server.run("format", "MGS", DEVICE).stderr
    assert len(server.formatted()) == 1
    assert partner.formatted() == []


def test_a_stated_device_is_the_only_one(tmp_path: Path) -> None:
    """The spec's device is used without a word, and another one is refused."""
    stated = {"mgt": "/dev/md/mgt", "ost": [DEVICE]}
    found = files(plan_data(spec(devices=stated), tmp_path))
    server = Server(tmp_path / "host", found["storage1"], "storage1")
    assert "is stated to be on /dev/md/mgt" in server.run("format", "MGS", "/dev/md/other").stderr
    assert server.run("show", "MGS").stdout.strip() == "mkfs.lustre --mgs --backfstype=ldiskfs /dev/md/mgt"
    assert server.run("format", "fast-OST0000").returncode == 0
    assert server.formatted()[0].endswith(f" {DEVICE}")


def test_a_real_file_system_is_seen(program: Any, two: Files, tmp_path: Path) -> None:
    """With the real wipefs: an ext4 in a file stands for a disk that holds one."""
    image = tmp_path / "disk"
    image.write_bytes(b"\0" * 4_194_304)
    real = program("wipefs")
    server = Server(tmp_path / "host", two["storage1"], "storage1")
    server.stand_in("wipefs", f"for last; do :; done; exec {real} --no-act --noheadings --output TYPE,LABEL {image}")
    assert server.run("show", "fast-OST0000", DEVICE).returncode == 0
    subprocess.run([program("mkfs.ext4"), "-q", "-L", "precious", image], check=True)
    assert "holds ext4 precious" in server.run("format", "fast-OST0000", DEVICE).stderr
    assert server.formatted() == []


def test_the_page_counts_what_a_lost_host_stops(tmp_path: Path) -> None:
    """By the number of targets; a pair names who can take over."""
    page = next(
        a.content for a in host_lustre.render(plan_data(spec(4), tmp_path), TEMPLATES) if a.path == "storage/fast.md"
    )
    lost = [
        line for line in page.splitlines() if line.startswith("| storage3 | 1 of 4 object targets, 25 % of the space")
    ]
    assert lost and lost[0].endswith("| it is back |")
    assert "fast-MDT0000 has the root: every client waits; MGS: nobody can mount" in page
    made = spec(4, tier={"failure_domain": 2}, pairs=True)
    page = next(
        a.content for a in host_lustre.render(plan_data(made, tmp_path), TEMPLATES) if a.path == "storage/fast.md"
    )
    assert "| its targets are started on storage4 |" in page
