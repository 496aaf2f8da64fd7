"""Slurm's own daemons judge what is rendered: slurmctld runs with it, slurmd lists the GPUs, scontrol the topology."""

import csv
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.hostlist import fold
from generator.plan.scheduled import slurm_hosts
from generator.plan.slurm.burst import burst_of
from generator.render.backends import cabling, ip_plan, slurm
from generator.twin.bottle import Bottle, BottleError
from tests.conftest import EXAMPLES, example, plan_of
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

SN4700 = {"model": "sn4700"}
VARIANTS: dict[str, Spec] = {
    "one unit": cluster(),
    "units": cluster(150, 256),
    "pods": cluster(90, 128, leaf=SN4700, spine=SN4700),
    "fat tree": cluster(20, 32, topology="fat-tree"),
}

# What differs from the rendered files: who runs the daemon and where it keeps its things. Host name, names of the
# hosts, ports and all else are as rendered, in namespaces of their own (the address: getaddrinfo wants more than lo).
START = """
set -e
home=$1; shift
hostname "$(sed -n 's/^SlurmctldHost=//p' $home/slurm.conf | head -n 1)"
mount --bind $home/hosts /etc/hosts
ip link set lo up
ip address add "$(sed -n "s/ $(hostname)$//p" $home/hosts)/32" dev lo
mkdir -p /run/munge && chmod 755 /run/munge $home
head -c 128 /dev/urandom > $home/munge.key && chmod 400 $home/munge.key
munged --force --key-file=$home/munge.key --socket=$home/munge.socket --pid-file=$home/munge.pid \
  --log-file=$home/munge.log --seed-file=$home/munge.seed
export SLURM_CONF=$home/slurm.conf
slurmctld -D > $home/slurmctld.log 2>&1 &
controller=$!
for try in $(seq 100); do
  kill -0 $controller 2>/dev/null || { cat $home/slurmctld.log >&2; exit 1; }
  scontrol ping 2>/dev/null | grep -q 'Slurmctld(primary) at .* is UP' && break
  sleep 0.1
done
"$@"
"""


# slurmd -G stands in for the daemon: it reads slurm.conf, cgroup.conf and gres.conf, and looks at the device files.
DEVICES = """
set -e
mkdir $1/dev-$3
for name in null urandom; do touch $1/dev-$3/$name && mount --bind /dev/$name $1/dev-$3/$name; done
for number in $(seq 0 $(($2 - 1))); do touch $1/dev-$3/nvidia$number; done
mount --rbind $1/dev-$3 /dev
slurmd -G -N $3 -f $1/slurm.conf 2>&1
"""

# What slurmctld misses in a namespace, and says of a first start: nothing that the files could mend.
SURROUNDINGS = re.compile(
    "MailProg|state file|state save file|pmix|MPI: |_shutdown_bu_thread|High latency for 1000 calls to gettimeofday"
)


class Controller:
    """A slurmctld for every question: started in a bottle with the rendered files, and gone after the answer."""

    def __init__(self, bottle: Bottle, home: Path, files: dict[str, str]) -> None:
        self._bottle, self.home = bottle, home
        (home / "state").mkdir()
        (home / "hosts").write_text(_hosts_file(files["ip/addresses.csv"]))
        for name in ("slurm.conf", "gres.conf", "cgroup.conf", "topology.conf"):
            (home / name).write_text(files[f"slurm/{name}"])
        _adapt(home / "slurm.conf", home)

    def ask(self, *command: str) -> str:
        """Start the controller, run a command, give what it prints."""
        return self._bottle.must(
            "unshare",
            "--uts",
            "--mount",
            "--net",
            "--pid",
            "--fork",
            "--kill-child",
            "sh",
            "-c",
            START,
            "sh",
            str(self.home),
            *command,
        )

    def devices(self, host: str, count: int = 8) -> str:
        """Return what slurmd finds on a host with `count` NVIDIA GPUs."""
        return self._bottle.must("unshare", "--mount", "sh", "-c", DEVICES, "sh", str(self.home), str(count), host)

    def plant(self, name: str, old: str, new: str) -> None:
        """Change a file."""
        text = (self.home / name).read_text()
        assert old in text
        (self.home / name).write_text(text.replace(old, new))

    def faults(self) -> list[str]:
        """Return what the last controller complained of."""
        lines = (self.home / "slurmctld.log").read_text().splitlines()
        told = [line for line in lines if re.match("slurmctld: (error|fatal|warning)", line)]
        return [line for line in told if not SURROUNDINGS.search(line)]


def _hosts_file(addresses: str) -> str:
    rows = csv.DictReader(addresses.splitlines())
    return "127.0.0.1 localhost\n" + "".join(f"{r['address']} {r['device']}\n" for r in rows if r["use"] == "inband")


def _adapt(conf: Path, home: Path) -> None:
    text = conf.read_text()
    places = {"SlurmUser": "root", "StateSaveLocation": home / "state", "SlurmdSpoolDir": home / "spool"}
    for key, value in places.items():
        text, count = re.subn(rf"^{key}=.*$", f"{key}={value}", text, flags=re.MULTILINE)
        assert count == 1, key
    conf.write_text(f"{text}AuthInfo=socket={home}/munge.socket\nSlurmctldPidFile={home}/slurmctld.pid\n")


def _units(cables: str) -> set[frozenset[str]]:
    """Read the cabling map: the hosts that are on the same compute leaves."""
    leaves: dict[str, set[str]] = {}
    for row in csv.DictReader(cables.splitlines()):
        if row["fabric"] == "compute" and row["kind"] == "host_leaf":
            leaves.setdefault(row["a_device"], set()).add(row["b_device"])
    units: dict[frozenset[str], set[str]] = {}
    for host, mine in leaves.items():
        units.setdefault(frozenset(mine), set()).add(host)
    return {frozenset(hosts) for hosts in units.values()}


Start = Callable[..., tuple[Controller, dict[str, str], Draft]]
Proven = Callable[[str, str], None]


@pytest.fixture
def bottle(program: Callable[[str], str]) -> Iterator[Bottle]:
    for name in ("slurmctld", "slurmd", "scontrol", "munged", "unshare"):
        program(name)
    with Bottle() as opened:
        yield opened


@pytest.fixture
def start(tmp_path: Path, bottle: Bottle) -> Start:
    """Render a spec for a release, and put a controller on it."""

    def begin(version: str, spec: Spec | None = None) -> tuple[Controller, dict[str, str], Draft]:
        scheduler = {"scheduler": {"slurm": {"version": version, "accounting": False}}}
        plan, templates = plan_data((spec or cluster()) | scheduler, tmp_path), TEMPLATES
        files = {
            artifact.path: artifact.content
            for backend in (slurm, ip_plan, cabling)
            for artifact in backend.render(close(plan), templates)
        }
        return Controller(bottle, tmp_path, files), files, plan

    return begin


def test_slurmctld_runs_with_the_rendered_files(start: Start, proven: Proven) -> None:
    """A controller alone; whole clusters, and later releases, are in test_slurm_cluster and test_slurm_releases."""
    controller, _, plan = start("22.05")
    told = controller.ask("scontrol", "--oneliner", "show", "node")
    assert re.findall(r"^NodeName=(\S+)", told, flags=re.MULTILINE) == [host.name for host in plan.hosts_of["compute"]]
    facts = (
        "Gres=gpu:h100:8",
        "Sockets=2",
        "CoresPerSocket=56",
        "ThreadsPerCore=2",
        "RealMemory=1811981",
        "Partitions=gpu",
    )
    assert [fact for fact in facts if told.count(f" {fact} ") != len(plan.hosts_of["compute"])] == []
    assert controller.faults() == []
    proven(controller.ask("slurmctld", "-V").strip(), "runs with the files for 22.05")


@pytest.mark.parametrize("variant", VARIANTS)
def test_its_topology_is_the_cabling(start: Start, proven: Proven, variant: str) -> None:
    controller, files, plan = start("22.05", VARIANTS[variant])
    told = controller.ask("scontrol", "show", "topology")
    switches = re.findall(r"^SwitchName=(\S+) Level=(\d) \S+ Nodes=(\S+)", told, flags=re.MULTILINE)
    lists = " ".join(f"'{nodes}'" for _, _, nodes in switches)
    script = f"for list in {lists}; do echo $(scontrol show hostnames $list); done"
    hosts = [frozenset(line.split()) for line in controller.ask("sh", "-c", script).splitlines()]
    found = [(int(level), names) for (_, level, _), names in zip(switches, hosts, strict=True)]
    assert {names for level, names in found if level == 0} == _units(files["cabling/cables.csv"])
    tops = [names for level, names in found if level == max(level for level, _ in found)]
    assert tops == [frozenset(host.name for host in plan.hosts_of["compute"])]
    assert controller.faults() == []
    proven(
        "scontrol show topology", f"{variant}: {len(switches)} switches above {len(tops[0])} hosts are the cabling map"
    )


@pytest.mark.parametrize(
    "names",
    [
        [f"gpu{number:02d}" for number in range(1, 33)],
        ["gpu9", "gpu10", "gpu11"],
        ["a1", "a3", "a4", "login", "b300-01", "b300-02", "a5"],
        ["gpu1", "gpu01", "gpu001", "gpu002"],
    ],
)
def test_scontrol_unfolds_our_hostlists(start: Start, names: list[str]) -> None:
    controller, _, _ = start("22.05")
    assert controller.ask("scontrol", "show", "hostnames", fold(names)).split() == names


LISTS = re.compile(
    r"(?:^|\s)(?:NodeName|Nodes|Switches|DownNodes)=(\S+)|^\s*(?:nodes|children|- nodes): (\S+)$|^\{(\S+)\} \|\|",
    re.MULTILINE,
)
"""Every place of Slurm's files where hosts or switches are listed."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_list_of_hosts_reads_back(
    name: str, tmp_path: Path, program: Callable[[str], str], proven: Proven
) -> None:
    """Slurm's own scontrol unfolds each of them to hosts (or switches) of the plan, and folding gives the list again."""
    program("scontrol")
    plan, templates = plan_of(example(name)), TEMPLATES
    files = {each.path: each.content for each in slurm.render(close(plan), templates)}
    if not files:
        assert plan.spec.scheduler.slurm is None
        return
    data = [text for path, text in files.items() if not path.endswith(".sh")]
    lists = sorted({found for text in data for groups in LISTS.findall(text) for found in groups if found})
    (tmp_path / "slurm.conf").write_text("ClusterName=lists\nSlurmctldHost=localhost\n", encoding="utf-8")
    script = 'for list in "$@"; do echo $(scontrol show hostnames "$list"); done'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *lists],
        env={**os.environ, "SLURM_CONF": str(tmp_path / "slurm.conf")},
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    unfolded = dict(zip(lists, (line.split() for line in done.stdout.splitlines()), strict=True))
    known = {host.name for host in plan.hosts} | set(re.findall(r"SwitchName=(\S+)", files["slurm/topology.conf"]))
    known |= set(re.findall(r"switch: (\S+)", files.get("slurm/topology.yaml", "")))
    burst = burst_of(plan)
    away = burst.names if burst else ()
    for listed, names in unfolded.items():
        assert set(names) <= known | {*away}, listed
        assert fold(names) == listed
    nodes = re.findall(r"^NodeName=(\S+)", files["slurm/slurm.conf"], flags=re.MULTILINE)
    named = [host for listed in nodes for host in unfolded[listed]]
    assert named == [*(host.name for host in slurm_hosts(plan)), *away]
    proven("scontrol show hostnames", f"{name}: {len(lists)} lists of {len(data)} files read back")


def test_a_switch_that_nothing_hangs_on_is_refused(start: Start) -> None:
    controller, _, _ = start("22.05")
    controller.plant("topology.conf", "Switches=su1", "Switches=su9")
    with pytest.raises(BottleError, match="su9"):
        controller.ask("true")


def test_a_misspelt_key_is_refused(start: Start) -> None:
    controller, _, _ = start("22.05")
    controller.plant("slurm.conf", "CoresPerSocket", "CorePerSocket")
    with pytest.raises(BottleError, match="CorePerSocket"):
        controller.ask("true")


def test_slurmd_finds_the_gpus_that_the_file_names(start: Start, proven: Proven) -> None:
    controller, _, _ = start("22.05")
    assert re.search(r"Gres Name=gpu Type=h100 Count=8 .*File=/dev/nvidia\[0-7\]", controller.devices("gpu01"))
    proven("slurmd -G", "finds 8 GPUs where gres.conf says")


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("gres.conf", "Flags=", "Flag="), ("cgroup.conf", "ConstrainDevices", "ConstraintDevices")],
)
def test_slurmd_refuses_a_misspelt_key(start: Start, name: str, old: str, new: str) -> None:
    controller, _, _ = start("22.05")
    controller.plant(name, old, new)
    with pytest.raises(BottleError, match=new.removesuffix("=")):
        controller.devices("gpu01")


def test_hosts_in_maintenance_and_planned_ones_get_no_jobs(start: Start, proven: Proven) -> None:
    """The daemon drains the one, does not know the other, and takes both back when the lines are gone."""
    spec = cluster(5) | {"states": {"maintenance": ["gpu02"], "planned": ["gpu[04-05]"]}}
    controller, files, _ = start("22.05", spec)
    listed = "sinfo --noheader --Node --format='%N %T %E'"
    told = controller.ask("sh", "-c", f"{listed}; scontrol shutdown; sleep 1")
    before = {name: rest for name, _, rest in (line.partition(" ") for line in told.splitlines())}
    assert before.keys() == {"gpu01", "gpu02", "gpu03"}
    assert re.fullmatch(r"drained\*? clustergen: maintenance", before["gpu02"])
    assert not any("drain" in before[name] for name in ("gpu01", "gpu03"))
    assert controller.faults() == []
    for line in re.findall(r"^DownNodes=.*$", files["slurm/slurm.conf"], flags=re.MULTILINE):
        controller.plant("slurm.conf", line, "")
    told = controller.ask("sh", "-c", f"{listed}; scontrol update NodeName=gpu02 State=RESUME; {listed}")
    first, second = told.splitlines()[:5], told.splitlines()[5:]
    assert [line.split()[0] for line in first] == [f"gpu0{number}" for number in range(1, 6)]
    assert [line.split()[0] for line in first if "drain" in line] == ["gpu02"], "remembered until it is resumed"
    assert not any("drain" in line for line in second)
    proven("slurmctld", "drains the host in maintenance, holds planned ones as FUTURE, and takes both back")


def test_amd_gpus_are_left_to_detection(start: Start) -> None:
    amd = cluster()
    amd["hosts"]["gpu"]["model"] = "mi300x-8gpu"
    controller, files, _ = start("22.05", amd)
    assert "AutoDetect=rsmi Name=gpu Type=mi300x Count=8 Flags=amd_gpu_env\n" in files["slurm/gres.conf"]
    assert "rsmi" in controller.devices("gpu01", count=0)
