"""Storage Scale on hosts of the cluster: nodes, disks and failure groups from one plan, strict readers of the files, and a program that creates what is missing."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.plan.draft import Draft
from generator.plan.hosts.scale import scale_clusters
from generator.plan.monitoring.watch import watch_of
from generator.render.artifact import Grade
from generator.render.backends import host_scale
from generator.verify.scale.files import read_lines, read_nodes, read_stanzas
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

DISKS = [{"device": "/dev/mapper/a0"}, {"device": "/dev/mapper/a1"}]
HOME = "host_groups/storage/etc/clustergen/scale"
PROGRAM = "host_groups/storage/usr/local/sbin/clustergen-scale.sh"


def spec(storage: int = 4, gpu: int = 2, *, tier: dict[str, Any] | None = None, **scale: Any) -> Spec:
    """Return a cluster whose storage hosts serve Storage Scale."""
    made = cluster(gpu=gpu, storage=storage)
    made["storage"]["fast"] = {
        "kind": "parallel",
        "mount": "/fast",
        "hosts": "storage",
        "product": "Storage Scale",
        "scale": {"disks": DISKS} | scale,
    } | (tier or {})
    return made


def texts(plan: Draft) -> dict[str, str]:
    """Return what is rendered of Storage Scale, by its place in the tree."""
    return {each.path: str(each.text) for each in host_scale.render(plan, TEMPLATES)}


def test_nodes_are_servers_and_clients(tmp_path: Path) -> None:
    """Three quorum nodes first; names lead to the tier's fabric, and commands go in-band."""
    plan = plan_data(spec(), tmp_path)
    nodes = read_nodes(texts(plan)[f"{HOME}/nodes"])
    assert [node.name for node in nodes] == [
        *(f"storage{n}-storage0.atlas.example.net" for n in range(1, 5)),
        *(f"gpu0{n}-storage0.atlas.example.net" for n in (1, 2)),
    ]
    assert [node.admin for node in nodes[:2]] == ["storage1.atlas.example.net", "storage2.atlas.example.net"]
    assert [sorted(node.roles) for node in nodes[2:5]] == [
        ["manager", "quorum"],
        ["client", "nonquorum"],
        ["client", "nonquorum"],
    ]
    found = scale_clusters(plan)["fast"]
    address = next(each.address for each in plan.interfaces_of["storage1"] if each.name == "storage0")
    assert found.nodes["storage1"].address == address


@pytest.mark.parametrize("there", [True, False])
def test_its_units_are_watched_where_it_is(there: bool, tmp_path: Path) -> None:
    """ServiceFailed needs their series, which the node exporter leaves out elsewhere."""
    watch = watch_of(plan_data(spec() if there else cluster(), tmp_path))
    assert watch is not None
    units = next(each for each in watch.options["prometheus-node-exporter"] if "unit-include" in each)
    assert ("|gpfs|" in units, "|mmautoload|mmccrmonitor|mmsysmon|" in units) == (there, there)


def test_each_host_is_a_failure_group(tmp_path: Path) -> None:
    """Without shared enclosures every disk has one server, and its host's failure group."""
    disks = read_stanzas(texts(plan_data(spec(), tmp_path))[f"{HOME}/disks"])
    assert [disk.nsd for disk in disks[:3]] == ["fast_0000_00", "fast_0000_01", "fast_0001_00"]
    assert [disk.failure_group for disk in disks] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert {len(disk.servers) for disk in disks} == {1}


def test_a_pair_takes_turns(tmp_path: Path) -> None:
    """Both hosts serve each disk of their enclosure, each of them half of the disks first, and the pair is one failure group."""
    disks = read_stanzas(texts(plan_data(spec(tier={"failure_domain": 2}, pairs=True), tmp_path))[f"{HOME}/disks"])
    assert [disk.failure_group for disk in disks] == [1, 1, 2, 2]
    assert [[name.partition("-")[0] for name in disk.servers] for disk in disks[:2]] == [
        ["storage1", "storage2"],
        ["storage2", "storage1"],
    ]


def test_growth_renumbers_no_disk(tmp_path: Path) -> None:
    """Hosts and disks that are added leave every stanza and every node as it was."""
    few = texts(plan_data(spec(4), tmp_path))
    many = texts(plan_data(spec(7, 3, disks=[*DISKS, {"device": "/dev/mapper/a2"}]), tmp_path))
    before, after = ({s.nsd: s for s in read_stanzas(each[f"{HOME}/disks"])} for each in (few, many))
    for name, disk in before.items():
        grown = after[name]
        assert (grown.device, grown.servers, grown.failure_group) == (disk.device, disk.servers, disk.failure_group)
    assert {*few[f"{HOME}/nodes"].splitlines()} < {*many[f"{HOME}/nodes"].splitlines()}


def test_the_lines_have_what_the_spec_states(tmp_path: Path) -> None:
    """Copies, block size, mount point, and RDMA of each group by its own devices."""
    made = spec(
        verbs=True,
        rdma={"storage": ["mlx5_0/1", "mlx5_1/1"]},
        block_size="8M",
        metadata_replicas=3,
    )
    lines = [*read_lines(texts(plan_data(made, tmp_path))[f"{HOME}/lines"])]
    filesystem = next(each for each in lines if each.program == "mmcrfs")
    assert filesystem.words == ("fast",)
    assert {key: filesystem.options[key] for key in ("-B", "-m", "-M", "-r", "-R", "-T")} == {
        "-B": "8M",
        "-m": "3",
        "-M": "3",
        "-r": "2",
        "-R": "3",
        "-T": "/fast",
    }
    ports = {
        each.words[0]: each.options["-N"].split(",")[0]
        for each in lines
        if each.words and "verbsPorts" in each.words[0]
    }
    assert ports == {
        "verbsPorts=mlx5_0/1 mlx5_1/1": "storage1-storage0.atlas.example.net",
        "verbsPorts=mlx5_7/1 mlx5_1/1": "gpu01-storage0.atlas.example.net",
    }
    assert any("verbsRdmaCm=enable" in each.words[0] for each in lines if each.words)
    assert [each.step for each in lines] == sorted(
        (each.step for each in lines), key=[each.step for each in lines].index
    )


def test_what_may_come_in_is_scale_alone(tmp_path: Path) -> None:
    """All nodes reach each other's daemons, on the tier's fabric alone; RDMA adds RoCE; servers run commands on clients in-band."""
    plan = plan_data(spec(verbs=True, rdma={"storage": ["mlx5_0/1", "mlx5_1/1"]}), tmp_path)
    flows = {(flow.source, flow.to, flow.service.name) for flow in plan.access.flows if flow.why == "storage.fast"}
    assert {("storage/compute", "storage/compute", "scale"), ("storage/storage", "storage/compute", "rocev2")} <= flows
    assert {service for *_, service in flows} <= {"scale", "rocev2", "ssh"}
    without = {flow.service.name for flow in plan_data(spec(), tmp_path).access.flows if flow.why == "storage.fast"}
    assert without <= {"scale", "ssh"}


def test_the_manifest_grades_them_by_documents(tmp_path: Path) -> None:
    """No program of IBM read a file: none is graded above its grammar but the program, which a shell reads."""
    grades = {each.path: each.proof.grade for each in host_scale.render(plan_data(spec(), tmp_path), TEMPLATES)}
    assert grades.pop(PROGRAM) is Grade.PARSED
    assert {*grades.values()} == {Grade.GRAMMAR}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("nsd=a\n", "in no stanza"),
        ("%nsd:\n  nsd=a device=/dev/b\n", "has no failureGroup"),
        ("%nsd: nsd=a nsd=b\n", "there twice"),
        ("%nsd: nsd=a colour=red\n", "no clause"),
        ("%nsd: nsd=a-b device=/dev/b servers=c usage=dataOnly failureGroup=1 pool=p\n", "no name of an NSD"),
        ("%nsd: nsd=a device=/dev/b servers=c usage=data failureGroup=1 pool=p\n", "not valid"),
        ("%nsd: nsd=a\n\n  device=/dev/b\n", "in no stanza"),
        ("%pool: pool=a\n", "no stanza of NSDs"),
    ],
)
def test_a_stanza_that_ibm_would_not_read(text: str, wrong: str) -> None:
    """The reader is strict: what IBM's grammar does not have is refused, with its line."""
    with pytest.raises(ValueError, match=wrong):
        read_stanzas(text)


def test_stanzas_may_span_lines_and_have_comments() -> None:
    """As IBM's documents have them."""
    one = "# c\n%nsd: nsd=a  device=/dev/b # d\n  servers=c,e\nusage=dataOnly failureGroup=2\n  pool=p\n\n"
    (disk,) = read_stanzas(one)
    assert (disk.servers, disk.failure_group, disk.line) == (("c", "e"), 2, 2)


@pytest.mark.parametrize("text", ["a:leader:\n", "a:quorum-nonquorum:\n", "a:quorum\n", ":quorum:\n"])
def test_a_node_that_ibm_would_not_read(text: str) -> None:
    """Designations are IBM's, and do not contradict each other."""
    with pytest.raises(ValueError, match=r"line 1|unpack"):
        read_nodes(text)


_STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >>"$LOG"
case ${0##*/} in
  mmlscluster) [ -e "$STATE/mmcrcluster" ] ;;
  mmlsfs) [ -e "$STATE/mmcrfs" ] ;;
  mmlsnsd) [ -e "$STATE/mmcrnsd" ] || [ -e "$STATE/only-$2" ] ;;
  mmgetstate)
    [ ! -e "$STATE/mmstartup" ] && exit 1
    printf ' Node number  Node name  GPFS state\n-----\n'
    state=active; [ -e "$STATE/down" ] && state=arbitrating
    sed "s/.*/ 1  node  $state/" "$CLUSTERGEN_ROOT/etc/clustergen/scale/nodes"
    ;;
  *) [ ! -e "$STATE/broken-${0##*/}" ] && touch "$STATE/${0##*/}" ;;
esac
"""

PROGRAMS = (
    "mmlscluster",
    "mmlsfs",
    "mmlsnsd",
    "mmgetstate",
    "ssh",
    "mmcrcluster",
    "mmchlicense",
    "mmchconfig",
    "mmstartup",
    "mmcrnsd",
    "mmcrfs",
    "mmmount",
)


class Stage:
    """A folder with the files of a server, and stand-ins of IBM's programs that remember what was made."""

    def __init__(self, folder: Path, found: dict[str, str]) -> None:
        """Place the files, and the stand-ins."""
        self.state, self._bin, self._log = folder / "state", folder / "bin", folder / "log"
        home = folder / "root/etc/clustergen/scale"
        for each in (self.state, self._bin, home, folder / "root/run"):
            each.mkdir(parents=True)
        for name in ("nodes", "disks", "lines", "servers", "clients"):
            (home / name).write_text(found[f"{HOME}/{name}"], encoding="utf-8")
        self._program = folder / "program.sh"
        self._program.write_text(found[PROGRAM], encoding="utf-8")
        for line in PROGRAMS:
            file = self._bin / line
            file.write_text(_STAND_IN, encoding="utf-8")
            file.chmod(0o755)
        self._root = folder / "root"

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run the program; what it ran is in `ran`."""
        self._log.write_text("", encoding="utf-8")
        paths = {
            "CLUSTERGEN_ROOT": str(self._root),
            "CLUSTERGEN_SCALE_BIN": str(self._bin),
            "LOG": str(self._log),
            "STATE": str(self.state),
            "CLUSTERGEN_SCALE_WAIT": "0",
        }
        return subprocess.run(
            ["sh", str(self._program), *words], env=os.environ | paths, capture_output=True, text=True, check=False
        )

    @property
    def ran(self) -> list[str]:
        """The programs that changed something, in their order."""
        names = [line.split()[0] for line in self._log.read_text(encoding="utf-8").splitlines()]
        return [name for name in names if not name.startswith(("mmls", "mmget")) and name != "ssh"]


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """A server whose cluster does not exist."""
    return Stage(tmp_path / "stage", texts(plan_data(spec(), tmp_path)))


MADE = ["mmcrcluster", "mmchlicense", "mmchlicense", "mmchconfig", "mmstartup", "mmcrnsd", "mmcrfs", "mmmount"]


def test_it_creates_once(stage: Stage) -> None:
    """Every step in its order; a second run finds all of it and runs nothing."""
    assert stage.run("state").stdout.splitlines() == [
        "cluster missing",
        "disks missing",
        "filesystem missing",
    ]
    done = stage.run("create", "fast", "accept-license")
    assert (done.returncode, stage.ran) == (0, MADE), done.stderr
    assert stage.run("state").stdout.splitlines() == [
        "cluster there",
        "disks there",
        "filesystem there",
    ]
    again = stage.run("create", "fast", "accept-license")
    assert (again.returncode, stage.ran) == (0, [])


def test_it_continues_where_it_ended(stage: Stage) -> None:
    """A command that fails ends the run with its line; the next run leaves out what exists."""
    (stage.state / "broken-mmcrnsd").touch()
    failed = stage.run("create", "fast", "accept-license")
    assert failed.returncode == 1
    assert "mmcrnsd -F" in failed.stderr
    assert stage.ran[-1] == "mmcrnsd"
    (stage.state / "broken-mmcrnsd").unlink()
    assert stage.run("create", "fast", "accept-license").returncode == 0
    assert stage.ran == [name for name in MADE if name != "mmcrcluster"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("create",), "name the file system"),
        (("create", "slow", "accept-license"), "fast"),
        (("create", "fast"), "accept-license"),
        ((), "usage"),
    ],
)
def test_it_creates_nothing_without_the_words(stage: Stage, words: tuple[str, ...], said: str) -> None:
    """The file system is named, and the license is accepted; nothing runs before."""
    refused = stage.run(*words)
    assert refused.returncode == 1
    assert said in refused.stderr
    assert stage.ran == []


def test_some_disks_are_a_matter_for_a_person(stage: Stage) -> None:
    """Neither the missing disks nor the file system are made over disks that exist."""
    (stage.state / "mmcrcluster").touch()
    (stage.state / "only-fast_0000_00").touch()
    refused = stage.run("create", "fast", "accept-license")
    assert (refused.returncode, stage.ran) == (1, [])
    assert "only some of the disks exist" in refused.stderr


def test_a_node_that_is_not_reached_stops_it(stage: Stage) -> None:
    """Before anything is created."""
    (stage.state / "broken-ssh").touch()
    refused = stage.run("create", "fast", "accept-license")
    assert (refused.returncode, stage.ran) == (1, [])
    assert "cannot log in to storage1.atlas.example.net" in refused.stderr


def test_nodes_that_are_not_active_stop_it(stage: Stage) -> None:
    """mmstartup ends before they are: disks and the file system wait for all of them."""
    (stage.state / "down").touch()
    refused = stage.run("create", "fast", "accept-license")
    assert (refused.returncode, stage.ran[-1]) == (1, "mmstartup")
    assert "not all of the 6 nodes are active" in refused.stderr
    (stage.state / "down").unlink()
    assert stage.run("create", "fast", "accept-license").returncode == 0
    assert stage.ran[-1] == "mmmount"


LROC = ["/dev/disk/by-path/pci-0000:c1:00.0-nvme-1", "/dev/disk/by-partlabel/lroc"]
_SSH = """#!/bin/sh
echo "ssh $*" >>"$LOG"
shift 2
case $* in
  *lsblk*) echo "nvme1n1"; [ ! -e "$STATE/mounted" ] || echo "nvme1n1p1 /scratch" ;;
  *wipefs*) cat "$STATE/holds" 2>/dev/null || true ;;
esac
"""


def caching_spec(gpu: int = 2) -> Spec:
    """Return a cluster whose clients cache Storage Scale on two of their drives."""
    made = spec(gpu=gpu)
    made["storage"]["scratch"] = {
        "kind": "local-nvme",
        "mount": "/scratch",
        "caches": {"tiers": ["fast"], "devices": LROC},
    }
    return made


def test_drives_of_clients_cache(tmp_path: Path) -> None:
    """Each has its own client as its only server, and neither failure group nor pool (IBM, Local read-only cache); servers have none."""
    found = texts(plan_data(caching_spec(), tmp_path))
    caches = read_stanzas(found[f"{HOME}/caches"])
    assert [(each.nsd, each.device, each.usage) for each in caches[:2]] == [
        ("lroc_gpu01_00", LROC[0], "localCache"),
        ("lroc_gpu01_01", LROC[1], "localCache"),
    ]
    assert [each.servers for each in caches[1:3]] == [("gpu01-storage0.atlas.example.net",), ("gpu02-storage0.atlas.example.net",)]  # fmt: skip
    assert all(f'echo "{each.removeprefix("/dev/")} generic"' in found["host_groups/gpu/etc/clustergen/scale/nsddevices"] for each in LROC)  # fmt: skip
    assert "lroc" not in found[f"{HOME}/disks"] + found[f"{HOME}/nsddevices"]
    assert "clustergen-scale.sh cache HOST" in found["storage/fast.md"]
    without = texts(plan_data(spec(), tmp_path))
    assert f"{HOME}/caches" not in without
    assert "caches" not in without["storage/fast.md"]


def test_clients_that_arrive_rename_no_drive(tmp_path: Path) -> None:
    """Names follow from hosts."""
    few, many = (texts(plan_data(caching_spec(gpu), tmp_path))[f"{HOME}/caches"].splitlines() for gpu in (2, 4))
    assert {*few} < {*many}


def test_what_ibm_ignores_is_refused() -> None:
    """A pool of a drive that caches would say that it belongs to a file system."""
    with pytest.raises(ValueError, match="a drive that caches has no pool"):
        read_stanzas("%nsd: nsd=a device=/dev/b servers=c usage=localCache pool=system\n")


@pytest.fixture
def cached(tmp_path: Path) -> Stage:
    """A server whose cluster exists, and whose clients are to cache."""
    found = texts(plan_data(caching_spec(), tmp_path))
    made = Stage(tmp_path / "stage", found)
    (tmp_path / "stage/root/etc/clustergen/scale/caches").write_text(found[f"{HOME}/caches"], encoding="utf-8")
    (tmp_path / "stage/bin/ssh").write_text(_SSH, encoding="utf-8")
    (made.state / "mmcrcluster").touch()
    return made


def test_it_creates_what_a_client_lacks(cached: Stage, tmp_path: Path) -> None:
    """Of one client alone, and of its drives those that are not there; a second run creates nothing."""
    assert cached.run("caches", "gpu02").stdout.splitlines() == ["lroc_gpu02_00 missing", "lroc_gpu02_01 missing"]
    assert cached.ran == []
    (cached.state / "only-lroc_gpu02_00").touch()
    done = cached.run("cache", "gpu02")
    assert (done.returncode, cached.ran) == (0, ["mmcrnsd"]), done.stderr
    (stanza,) = read_stanzas((tmp_path / "stage/root/run/clustergen-scale-disks").read_text(encoding="utf-8"))
    assert (stanza.nsd, stanza.device) == ("lroc_gpu02_01", LROC[1])
    again = cached.run("cache", "gpu02")
    assert (again.returncode, cached.ran) == (0, [])


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("mounted", "", "/dev/disk/by-path/pci-0000:c1:00.0-nvme-1 of gpu01.atlas.example.net has parts, or is in use"),
        ("holds", "xfs scratch", "holds xfs scratch: if nobody needs it, erase it there"),
        ("broken-mmcrnsd", "", "this ended with 1: mmcrnsd -F"),
    ],
)
def test_a_drive_that_holds_something_is_refused(name: str, text: str, said: str, cached: Stage) -> None:
    """Before anything is written, with the drive and its host."""
    (cached.state / name).write_text(text, encoding="utf-8")
    refused = cached.run("cache", "gpu01")
    assert refused.returncode == 1
    assert said in refused.stderr
    assert name == "broken-mmcrnsd" or cached.ran == []


@pytest.mark.parametrize(("host", "said"), [("gpu9", "gpu9 is no node"), ("storage1", "storage1 has no drive that caches"), ("", "is no node")])  # fmt: skip
def test_a_host_without_such_drives_is_refused(host: str, said: str, cached: Stage) -> None:
    """Names that are parts of others are no hosts."""
    refused = cached.run("cache", host)
    assert (refused.returncode, cached.ran) == (1, [])
    assert said in refused.stderr
