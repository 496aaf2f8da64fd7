"""Slurm's own daemons read what is rendered: slurmctld runs with it, slurmd lists the GPUs, scontrol tells the topology."""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.catalog.load import Catalog
from generator.data import data_dir
from generator.model.build import build
from generator.plan.make import make_plan
from generator.plan.plan import Plan
from generator.render.artifact import Artifact
from generator.render.backends import ip_plan, slurm
from generator.render.hostlist import fold
from generator.render.templates import Templates
from generator.spec.load import load_spec
from tests.twin.bottle import Bottle

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GROWN = {"count: 2, max: 32, per_rack: 4": "count: 150, max: 256, per_rack: 4"}
FAT = {"count: 2, max: 32, per_rack: 4": "count: 20, max: 32, per_rack: 4", "topology: rail-optimized": "topology: fat-tree"}

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


class Controller:
    """A running slurmctld for every question: started in a bottle, gone with it."""

    def __init__(self, bottle: Bottle, home: Path, version: str, files: dict[str, str]) -> None:
        self._bottle, self._home = bottle, home
        (home / "state").mkdir()
        (home / "hosts").write_text(_hosts_file(files["ip/addresses.csv"]))
        for name in ("slurm.conf", "gres.conf", "cgroup.conf", "topology.conf"):
            (home / name).write_text(files[f"slurm/{name}"])
        _adapt(home / "slurm.conf", home)
        self.version = version

    def ask(self, *command: str) -> str:
        """Start the controller, run a command, give what it prints."""
        return self._bottle.must("unshare", "--uts", "--mount", "--net", "sh", "-c", START, "sh", str(self._home), *command)

    @property
    def log(self) -> str:
        return (self._home / "slurmctld.log").read_text()


def _plan(version: str, changes: dict[str, str], folder: Path) -> Plan:
    text = (EXAMPLES / "roce-16" / "cluster.yaml").read_text()
    for old, new in {**changes, "slurm: {}": f'slurm: {{version: "{version}"}}'}.items():
        assert old in text
        text = text.replace(old, new)
    (folder / "cluster.yaml").write_text(text)
    return make_plan(build(load_spec(folder / "cluster.yaml").spec, Catalog()))


def _texts(artifacts: Iterator[Artifact]) -> dict[str, str]:
    return {artifact.path: artifact.content for artifact in artifacts}


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


@pytest.fixture
def bottle(program: Callable[[str], str]) -> Iterator[Bottle]:
    for name in ("slurmctld", "slurmd", "scontrol", "munged", "unshare"):
        program(name)
    with Bottle() as opened:
        yield opened


@pytest.fixture(params=[("22.05", {}), ("25.05", {}), ("22.05", GROWN), ("22.05", FAT)], ids=["22.05", "25.05", "grown", "fat"])
def cluster(request: pytest.FixtureRequest, tmp_path: Path, bottle: Bottle) -> tuple[Plan, Controller]:
    version, changes = request.param
    plan, templates = _plan(version, changes, tmp_path), Templates(data_dir("templates"))
    files = _texts(slurm.render(plan, templates)) | _texts(ip_plan.render(plan, templates))
    return plan, Controller(bottle, tmp_path, version, files)


def test_slurmctld_runs_with_the_rendered_files(cluster: tuple[Plan, Controller]) -> None:
    plan, controller = cluster
    told = controller.ask("scontrol", "--oneliner", "show", "node")
    names = re.findall(r"^NodeName=(\S+)", told, flags=re.MULTILINE)
    assert names == [host.name for host in plan.hosts_of["compute"]]
    assert set(re.findall(r" Gres=(\S+)", told)) == {"gpu:h100:8"}
    assert set(re.findall(r" CoresPerSocket=(\S+)", told)) == {"56"}
    assert set(re.findall(r" RealMemory=(\S+)", told)) == {"1811981"}
    assert not re.search(r"(?m)^slurmctld: (error|fatal|warning)", controller.log), controller.log
