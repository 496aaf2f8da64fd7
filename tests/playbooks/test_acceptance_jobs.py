"""The jobs of the role `acceptance`: reservations, storage tiers, jobs that do not start, and those of a start that was interrupted.

Ansible is real, on this machine as all hosts; Slurm's commands keep a queue in a file. Files are not placed: that would write to this machine.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.depth import FULL
from tests.playbooks.plays import SETTINGS, ansible_playbook

pytestmark = pytest.mark.proof

PLAYBOOKS = Path(__file__).resolve().parents[2] / "playbooks"
HOSTS = ["gpu01", "gpu02", "gpu03"]
RUN = {
    "scheduler": "slurm",
    "model": "dgx-h100",
    "gpus": 8,
    "parts": ["host", "leaf1"],
    "tiers": ["fast"],
    "hosts": HOSTS,
}
_SLURM = """#!{python} -IS
import fcntl, json, pathlib, re, sys
here = pathlib.Path(__file__).parent
words, text = sys.argv[1:], " ".join(sys.argv[1:])
with open(here / "lock", "w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    bed = json.loads((here / "bed.json").read_text())
    jobs, called = bed["jobs"], pathlib.Path(sys.argv[0]).name
    if called == "sinfo":
        for name in re.search("--nodes=(\\\\S+)", text)[1].split(","):
            print(name, bed["hosts"][name])
    elif called == "sbatch":
        assert sys.stdin.read() == "#!/bin/bash\\n"
        if bed.get("refused"):
            sys.exit("sbatch: error: " + bed["refused"])
        number = str(17 + len(jobs))
        jobs[number] = {{"state": bed["next"], "words": words}}
        print(number + ";atlas")
    elif called == "squeue":
        assert "--name=acceptance --format=%F %T" in text
        for number, job in jobs.items():
            if job["state"] in ("PENDING", "RUNNING"):
                print(number, job["state"])
    elif words[-1] not in jobs:
        sys.exit("slurm_load_jobs error: Invalid job id specified")
    elif called == "scontrol":
        job = jobs[words[-1]]
        first = re.search("--nodelist=(\\w+)", " ".join(job["words"]))[1]
        print(f"JobId={{words[-1]}} JobState={{job['state']}} BatchHost={{first}} Comment=host")
    elif called == "scancel":
        jobs[words[-1]]["state"] = "CANCELLED"
    (here / "bed.json").write_text(json.dumps(bed))
"""


_KUBECTL = """#!/bin/sh
case "$*" in
  *"get nodes"*) echo "gpu01  True" ;;
  *"get pods"*) echo "gpu01 " ;;
  apply*) cat >"$(dirname "$0")/applied" ;;
  *"get job"*) echo "1 0 0" ;;
esac
"""


@dataclass(frozen=True, slots=True)
class Site:
    """A control host and three hosts with GPUs; what Slurm has is in `bed.json`."""

    folder: Path

    def bed(self, **changes: Any) -> dict[str, Any]:
        """Change what Slurm has, and return it."""
        file = self.folder / "bin" / "bed.json"
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) | changes
        file.write_text(json.dumps(found), encoding="utf-8")
        return found

    def states(self) -> dict[str, str]:
        """Return the state of each job."""
        return {number: job["state"] for number, job in self.bed()["jobs"].items()}

    def over(self, number: str) -> None:
        """End a job, with a result on its first host."""
        jobs = self.bed()["jobs"]
        jobs[number]["state"] = "COMPLETED"
        self.bed(jobs=jobs)
        (self.folder / "hosts/results").mkdir(exist_ok=True)
        (self.folder / f"hosts/results/{number}-host.jsonl").write_text("{}\n", encoding="utf-8")

    def arguments(self, part: str, **given: Any) -> list[str]:
        """Return the arguments with which Ansible runs a part of the role; `limit` is its own."""
        role = {"name": "clustergen.cluster.acceptance", "tasks_from": f"{part}.yml"}
        task = {"name": "Do it", "ansible.builtin.import_role": role}
        play = [{"name": "Accept", "hosts": "gpus", "gather_facts": False, "tasks": [task]}]
        file = self.folder / f"{part}.yml"
        file.write_text(json.dumps(play), encoding="utf-8")
        limit = given.pop("limit", "gpus")
        values = {
            "cluster_tree": str(self.folder / "tree"),
            "acceptance_folder": str(self.folder / "hosts"),
            "acceptance_hosts": [],
            "acceptance_start_s": 0,
            "acceptance_poll_s": 1,
            "acceptance_wait_s": 5,
            **given,
        }
        return ["-i", str(self.folder / "hosts.yml"), "-l", limit, str(file), "-e", json.dumps(values)]

    def play(self, part: str, **given: Any) -> tuple[int, str]:
        """Run a part of the role; returns its exit code and what it printed."""
        done = ansible_playbook(*self.arguments(part, **given), PATH=self.path())
        return done.returncode, done.stdout + done.stderr

    def interrupted(self) -> None:
        """Start a run whose job waits, and kill Ansible as soon as the job is recorded."""
        begun = subprocess.Popen(
            [Path(sys.executable).parent / "ansible-playbook", *self.arguments("start", acceptance_start_s=900)],
            env={**os.environ, **SETTINGS, "PATH": self.path()},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            until = time.monotonic() + 240
            while not self.records():
                assert begun.poll() is None
                assert time.monotonic() < until
                time.sleep(0.1)
        finally:
            os.killpg(begun.pid, signal.SIGKILL)
            begun.wait()

    def lose(self, *lost: str) -> None:
        """Have these hosts not answer, and all others; a name that is none of `HOSTS` is a second control host."""
        local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
        gone = {"ansible_connection": "ssh", "ansible_ssh_executable": str(self.folder / "bin/ssh")}
        (self.folder / "bin/ssh").write_text("#!/bin/sh\nexit 255\n", encoding="ascii")
        (self.folder / "bin/ssh").chmod(0o755)
        hosts = {name: gone if name in lost else local for name in HOSTS}
        control = {"control1": local} | {name: gone for name in lost if name not in HOSTS}
        groups = {"gpus": {"hosts": hosts}, "slurm_controller": {"hosts": control}}
        (self.folder / "hosts.yml").write_text(json.dumps({"all": {"children": groups}}), encoding="ascii")

    def path(self) -> str:
        """Return the path of programs, Slurm's first."""
        return f"{self.folder / 'bin'}:{os.environ['PATH']}"

    def records(self) -> list[str]:
        """Return the names of the records on the control host."""
        return sorted(path.name for path in (self.folder / "hosts/jobs").glob("*.json"))

    def kept(self) -> tuple[str, dict[str, Any]]:
        """Return the name of the run that was started last, and its record on the controller."""
        reports = self.folder / "tree-reports/acceptance"
        name = (reports / "current").read_text(encoding="utf-8")
        return name, json.loads((reports / name / "run.json").read_text(encoding="utf-8"))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    """Return a site whose hosts are idle, and whose jobs wait."""
    programs, tree = tmp_path / "bin", tmp_path / "tree/acceptance"
    programs.mkdir()
    tree.mkdir(parents=True)
    (tmp_path / "hosts").mkdir()
    for name in ("sinfo", "sbatch", "squeue", "scontrol", "scancel"):
        (programs / name).write_text(_SLURM.format(python=sys.executable), encoding="ascii")
        (programs / name).chmod(0o755)
    idle = dict.fromkeys(HOSTS, "idle")
    (programs / "bed.json").write_text(json.dumps({"hosts": idle, "jobs": {}, "next": "PENDING"}), encoding="ascii")
    (tree / "runs.json").write_text(json.dumps({"runs": [RUN]}), encoding="ascii")
    (tree / "dgx-h100.sbatch").write_text("#!/bin/bash\n", encoding="ascii")
    made = Site(tmp_path)
    made.lose()
    return made


def test_tiers_are_written_to_below_their_mounts_alone(site: Site) -> None:
    """Root of the hosts writes there: what leads elsewhere ends the play before anything is started."""
    for below in ("/etc", "work/../../etc"):
        code, told = site.play("start", acceptance_tiers_below=below)
        assert (code, site.states(), site.records()) == (2, {}, []), told
        assert f"acceptance_tiers_below is {below}, which is not below the mount of a tier" in told


@pytest.mark.parametrize("state", ["reserved", "maint"])
def test_a_reservation_has_its_hosts_tested(site: Site, state: str) -> None:
    """Its hosts are not idle without its name; the job gets the name, the time of the burn-in, and where it may write on tiers. sinfo(1): maint with that flag."""
    site.bed(hosts=dict.fromkeys(HOSTS, state), next="RUNNING")
    code, told = site.play("start")
    assert (code, site.states()) == (2, {}), told
    assert "no host of the play is idle" in told
    tiers = {"acceptance_tiers_below": "work", "acceptance_tiers_size": "1G"}
    code, told = site.play("start", acceptance_reservation="accept", acceptance_hours=2, **tiers)
    assert (code, site.states()) == (0, {"17": "RUNNING"}), told
    words = site.bed()["jobs"]["17"]["words"]
    assert {"--reservation=accept", "--time=1560", "--nodes=3", "--nodelist=gpu01,gpu02,gpu03"} <= {*words}
    assert "--export=ALL,PARTS=all,HOURS=2,TIERS_BELOW=work,TIERS_SIZE=1G,TIERS_SECONDS=60" in words
    _, kept = site.kept()
    (job,) = kept["jobs"]
    assert job["parts"] == ["host", "leaf1", "tiers"]
    assert (job["id"], job["place"], job["hosts"]) == ("17", "gpu01", HOSTS)


def test_a_job_that_does_not_start_is_cancelled(site: Site) -> None:
    """With its record, so that neither a start nor collect takes it up; what sbatch refuses leaves none."""
    code, told = site.play("start")
    assert (code, site.states(), site.records()) == (2, {"17": "CANCELLED"}, []), told
    assert "did not start within 0 s and is cancelled" in told
    site.bed(refused="invalid reservation")
    code, told = site.play("start", acceptance_reservation="other")
    assert (code, [*site.states()], site.records()) == (2, ["17"], []), told
    assert "invalid reservation" in told


def test_pods_begin_with_tiers_at_the_same_time(site: Site) -> None:
    """Later than the last of them may start, as text: a pod takes no number in its environment."""
    tree, program = site.folder / "tree/acceptance", site.folder / "bin/kubectl"
    (tree / "runs.json").write_text(json.dumps({"runs": [RUN | {"scheduler": "kubernetes"}]}), encoding="ascii")
    limits = {"limits": {"nvidia.com/gpu": "8"}}
    pod = {"containers": [{"name": "tests", "env": [{"name": "HOST"}, {"name": "RUN"}], "resources": limits}]}
    objects = ({"kind": "Namespace"}, {"kind": "Job", "spec": {"template": {"spec": pod}}})
    (tree / "dgx-h100.yaml").write_text("---\n".join(f"{json.dumps(each)}\n" for each in objects), encoding="ascii")
    program.write_text(_KUBECTL, encoding="ascii")
    program.chmod(0o755)
    begun = time.time()
    code, told = site.play("start", limit="gpu01", acceptance_tiers_below="work", acceptance_start_s=20)
    assert code == 0, told
    applied = json.loads((site.folder / "bin/applied").read_text(encoding="utf-8"))
    (container,) = applied["items"][1]["spec"]["template"]["spec"]["containers"]
    given = {each["name"]: each.get("value") for each in container["env"]}
    assert (given["PARTS"], given["AMONG"], given["HOURS"]) == ("tiers host leaf1", "gpu01", "0")
    assert (given["TIERS_BELOW"], given["TIERS_SIZE"]) == ("work", "4G")
    assert isinstance(given["TIERS_START"], str)
    assert begun + 49 < int(given["TIERS_START"]) < time.time() + 51
    _, kept = site.kept()
    assert kept["jobs"][0]["parts"] == ["tiers", "host", "leaf1"]


@FULL
def test_a_start_that_was_interrupted_is_continued(site: Site) -> None:
    """The second start reports the job, submits no other, and has the run that collect takes."""
    site.interrupted()
    assert (site.states(), site.records()) == ({"17": "PENDING"}, ["17.json"])
    code, told = site.play("start")
    assert (code, site.states(), site.records()) == (0, {"17": "PENDING"}, ["17.json"]), told
    name, kept = site.kept()
    assert f"job 17 of run {name} is PENDING, for gpu01, gpu02, gpu03: no second job is submitted" in told
    assert [(job["id"], job["controller"], job["hosts"]) for job in kept["jobs"]] == [("17", "control1", HOSTS)]
    site.over("17")
    code, told = site.play("collect")
    assert (code, site.records(), site.kept()) == (0, [], (name, kept)), told
    assert (site.folder / "tree-reports/acceptance" / name / "dgx-h100-host.jsonl").read_text() == "{}\n"


@FULL
def test_collect_cancels_what_an_interrupted_start_has_left(site: Site) -> None:
    """Also on a machine that has no file of the start; then the hosts are tested again."""
    site.interrupted()
    code, told = site.play("start", acceptance_cancel=True)
    assert (code, site.states()) == (2, {"17": "PENDING"}), told
    code, told = site.play("collect", acceptance_cancel=True)
    assert (code, site.states(), site.records()) == (0, {"17": "CANCELLED"}, []), told
    site.bed(next="RUNNING")
    code, told = site.play("start")
    assert (code, site.states()) == (0, {"17": "CANCELLED", "18": "RUNNING"}), told


def test_other_hosts_are_tested_beside_the_job_of_an_earlier_start(site: Site) -> None:
    """Their job has them alone; the records of runs that are not collected stay, and the next start reports them."""
    site.bed(next="RUNNING")
    code, told = site.play("start", limit="gpu02")
    assert code == 0, told
    first, _ = site.kept()
    time.sleep(1)  # runs are named by the second
    code, told = site.play("start")
    assert (code, site.states(), site.records()) == (
        0,
        dict.fromkeys(("17", "18"), "RUNNING"),
        ["17.json", "18.json"],
    ), told
    assert f"job 17 of run {first} is RUNNING, for gpu02" in told
    assert {"--nodelist=gpu01,gpu03", "--export=ALL,PARTS=all,HOURS=0"} <= {*site.bed()["jobs"]["18"]["words"]}
    second, kept = site.kept()
    assert second > first
    assert [job["id"] for job in kept["jobs"]] == ["18"]
    site.over("17")
    site.over("18")
    time.sleep(1)
    code, told = site.play("start")
    assert (code, site.records()) == (0, ["17.json", "18.json", "19.json"]), told
    assert f"job 17 of run {first} is over, and its results are not collected: collect them with" in told
    code, told = site.play("collect", acceptance_name=first)
    assert (code, site.records()) == (0, ["18.json", "19.json"]), told
    assert (site.folder / "tree-reports/acceptance" / first / "dgx-h100-host.jsonl").is_file()


def test_a_record_stays_until_its_results_are_fetched(site: Site) -> None:
    """The host that has the results does not answer, then it does."""
    site.bed(next="RUNNING")
    code, told = site.play("start")
    assert code == 0, told
    site.over("17")
    name, _ = site.kept()
    results = site.folder / "tree-reports/acceptance" / name / "dgx-h100-host.jsonl"
    site.lose("gpu01", "control2")
    code, told = site.play("collect")
    assert (code, site.records(), results.exists()) == (0, ["17.json"], False), told
    assert "the results of job 17 could not be fetched from gpu01; its record stays" in told
    site.lose()
    code, told = site.play("collect")
    assert (code, site.records(), results.exists()) == (0, [], True), told
    assert "could not be fetched" not in told


def test_a_record_without_a_first_host_stays_until_one_has_the_results(site: Site) -> None:
    """Of a start that was interrupted: the limit leaves out a host of the job, which may have them."""
    site.interrupted()
    code, told = site.play("collect", limit="gpu02,gpu03", acceptance_cancel=True)
    assert (code, site.records()) == (0, ["17.json"]), told
    assert "could not be fetched from all of gpu01, gpu02, gpu03; its record stays" in told
    site.over("17")
    code, told = site.play("collect", limit="gpu02,gpu03")
    assert (code, site.records()) == (0, []), told
