"""The role `drain`: it asks the control host in that host's own words, whoever has installed Kubernetes, and takes back its own drains alone.

Ansible is real; kubectl stands in, records what it was asked and by which KUBECONFIG, and keeps one note; Slurm's commands keep a host's state and reason.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.playbooks.plays import ansible_playbook

pytestmark = pytest.mark.proof

ROLES = Path(__file__).resolve().parents[2] / "playbooks" / "roles"
_KUBECTL = """#!/bin/sh
here=$(dirname "$0")
echo "$KUBECONFIG $*" >>"$here/asked"
close() {
  [ ! -s "$here/closed" ] || return 0
  printf true >"$here/closed"
  echo x >>"$here/cordons"
  [ -e "$here/no-taint" ] || printf "2033-01-31T08:00:%02dZ" "$(wc -l <"$here/cordons")" >"$here/since"
}
case "$*" in
  *"--output name") [ ! -e "$here/silent" ] || exit 1 ;;
  annotate*)
    case "$*" in *clustergen-drained-*) : >"$here/note" ;; esac
    case "$*" in *clustergen-cordoned-at-*) : >"$here/ours" ;; esac
    case "$*" in *clustergen-drained=*) echo "$*" | sed 's/.*clustergen-drained=//; s/ clustergen-cordoned-at-$//' >"$here/note" ;; esac
    case "$*" in *clustergen-cordoned-at=*) printf %s "${*##*=}" >"$here/ours" ;; esac ;;
  *annotations.clustergen-drained*) tr -d '\\n' <"$here/note" ;;
  *annotations.clustergen-cordoned-at*) cat "$here/ours" ;;
  *unschedulable\\"*) cat "$here/since" ;;
  *unschedulable*) cat "$here/closed" ;;
  *metadata.labels*) cat "$here/labels" 2>/dev/null; true ;;
  label*) for each in "$@"; do
    case $each in nvidia.com/*) sed -i "s|\\"${each%=*}\\":\\"[^\\"]*\\"|\\"${each%=*}\\":\\"${each#*=}\\"|" "$here/labels" ;; esac; done ;;
  "get pods"*"app in ("*) cat "$here/clients" 2>/dev/null; true ;;
  "get pods"*spec.nodeName=gpu01,*) cat "$here/pods" 2>/dev/null; true ;;
  *conditions*) for each in $(cat "$here/conditions"); do
    case $each in *@*) printf "%s " "$each" ;; *) printf "%s@%s " "$each" "$(date -u +%FT%TZ)" ;; esac; done ;;
  uncordon*) : >"$here/closed"; : >"$here/since" ;;
  cordon* | drain*) close ;;
esac
"""
INSTALLERS: dict[str, dict[str, str]] = {
    "kubespray": {},
    "kubeadm": {"kubernetes_installer": "kubeadm"},
    "rke2": {"kubernetes_installer": "rke2", "kubernetes_kubeconfig": "/etc/rancher/rke2/rke2.yaml"},
}


@dataclass(frozen=True, slots=True)
class Site:
    """A control host and a worker, both this machine; kubectl is where only the control host's variables say."""

    folder: Path
    hosts: str = "kubernetes_worker"

    def play(self, part: str, **more: Any) -> None:
        """Run one part of the role on the worker."""
        done = self.try_play(part, **more)
        assert done.returncode == 0, done.stdout + done.stderr

    def try_play(self, part: str, role: str = "drain", **more: Any) -> subprocess.CompletedProcess[str]:
        """Run one part of a role, which may fail."""
        place = {"role": str(ROLES / role)}
        if part != "main":
            place["tasks_from"] = part
        task = {
            "name": "Do it",
            "ansible.builtin.include_role": {"name": place["role"], **{k: v for k, v in place.items() if k != "role"}},
        }
        play = [{"name": "Drain", "hosts": self.hosts, "gather_facts": False, "tasks": [task]}]
        said = {"drain_reason": "upgrade", "drain_wait_s": 0} if role == "drain" else {}
        return self._run(play, said | more)

    def return_fresh(self, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run `return.yml`, but its comparison with the plan, in a run that found no daemon of a scheduler on the host when it began."""
        plays = yaml.safe_load((ROLES.parent / "return.yml").read_text(encoding="utf-8"))
        plays[1]["tasks"] = [each for each in plays[1]["tasks"] if not _compares(each)]
        seen = {"name": "Find no daemon", "ansible.builtin.command": "true", "register": "waves_seen"}
        begun = {"name": "Begin", "hosts": self.hosts, "gather_facts": False, "tasks": [seen]}
        return self._run([begun, *plays], {"ansible_become": False, **more}, "--limit", "gpu01")

    def _run(
        self, plays: list[dict[str, Any]], said: dict[str, Any], *options: str
    ) -> subprocess.CompletedProcess[str]:
        file = self.folder / "play.yml"
        file.write_text(json.dumps(plays), encoding="utf-8")
        return ansible_playbook("-i", self.folder / "hosts.yml", file, "-e", json.dumps(said), *options)

    def asked(self) -> list[str]:
        """What kubectl was asked since the last look, with its KUBECONFIG before it; not whether it shows the node."""
        file = self.folder / "asked"
        said = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return [line for line in said if not line.endswith(" --output name")]


def _compares(task: dict[str, Any]) -> bool:
    return bool(task["ansible.builtin.include_role"]["name"] == "clustergen.cluster.verify")


def site(folder: Path, installer: str, closed: str = "") -> Site:
    kubectl = folder / "kubectl"
    kubectl.write_text(_KUBECTL, encoding="ascii")
    kubectl.chmod(0o755)
    for name, said in {"note": "", "ours": "", "closed": closed, "since": "", "conditions": "Ready=True"}.items():
        (folder / name).write_text(said, encoding="ascii")
    local: dict[str, Any] = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    control = {**local, "kubernetes_kubectl": str(kubectl), **INSTALLERS[installer]}
    groups = {
        "kubernetes_control_plane": {"hosts": {"control1": control}},
        "kubernetes_worker": {"hosts": {"gpu01": local}},
        "managed": {"hosts": {"gpu01": {}}},
    }
    (folder / "hosts.yml").write_text(json.dumps({"all": {"children": groups}}), encoding="utf-8")
    return Site(folder)


def drained(folder: Path, why: str) -> None:
    """Mark the node as cordoned by our drain."""
    for name, said in {
        "note": why,
        "closed": "true",
        "since": "2033-01-31T08:00:00Z",
        "ours": "2033-01-31T08:00:00Z",
    }.items():
        (folder / name).write_text(said, encoding="ascii")


_SLURM = {
    "sinfo": """case $5 in %T) cut -d: -f1 "$here/state" ;; %E) cut -d: -f2- "$here/state" ;; esac""",
    "scontrol": """case $3 in
  State=DRAIN) echo "drained:${4#Reason=}" ;;
  State=RESUME) echo "idle:none" ;;
  *) rm "$here/jobs"; cat "$here/state"; echo "$*" >"$here/requeued" ;;
esac >"$here/new"
mv "$here/new" "$here/state"
""",
    "squeue": """cat "$here/jobs" 2>/dev/null; true""",
}


def slurm_site(folder: Path, monkeypatch: pytest.MonkeyPatch, state: str, why: str = "none") -> Site:
    """Return a site whose one host is in a state of Slurm's, with a reason."""
    for name, text in _SLURM.items():
        command = folder / name
        command.write_text(f'#!/bin/sh\nhere=$(dirname "$0")\n{text}\n', encoding="ascii")
        command.chmod(0o755)
    (folder / "state").write_text(f"{state}:{why}\n", encoding="ascii")
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    local = {"ansible_connection": "local", "ansible_python_interpreter": sys.executable}
    groups = {"slurm_compute": {"hosts": {"gpu01": local}}, "managed": {"hosts": {"gpu01": {}}}}
    inventory = {"all": {"children": groups}}
    (folder / "hosts.yml").write_text(json.dumps(inventory), encoding="utf-8")
    return Site(folder, "slurm_compute")


@pytest.mark.parametrize(
    ("state", "why", "during", "after"),
    [
        ("idle", "none", "drained:clustergen: upgrade", "idle:none"),
        ("drained", "a person's", "drained:a person's", "drained:a person's"),
        # The health check gives back what it drained, so it must not be its drain while the host is worked on
        ("drained", "clustergen health: rail3 is down", "drained:clustergen: upgrade", "idle:none"),
        # It would be back by itself as soon as it answers
        ("down*", "Not responding", "drained:clustergen: upgrade", "idle:none"),
    ],
)
def test_drains_of_others_stay_and_those_of_the_health_check_are_taken_over(
    state: str, why: str, during: str, after: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = slurm_site(tmp_path, monkeypatch, state, why)
    here.play("main")
    assert (tmp_path / "state").read_text().strip() == during
    here.play("back")
    assert (tmp_path / "state").read_text().strip() == after


def test_a_job_that_goes_on_is_named_and_a_batch_job_may_be_requeued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = slurm_site(tmp_path, monkeypatch, "mixed")
    (tmp_path / "jobs").write_text("4711\n4712\n", encoding="ascii")
    done = here.try_play("main")
    assert done.returncode != 0
    assert "these still run on it: 4711, 4712" in " ".join(done.stdout.split())
    assert (tmp_path / "state").read_text().strip() == "drained:clustergen: upgrade"
    here.play("main", drain_requeue=True)
    assert (tmp_path / "requeued").read_text() == "requeue 4711,4712\n"


@pytest.mark.parametrize(("why", "returns"), [("clustergen health: 7 of 8 GPUs; next: reboot", True), ("fan", False)])
def test_a_return_undoes_our_drains_and_names_those_of_others(
    why: str, returns: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = slurm_site(tmp_path, monkeypatch, "drained", why)
    done = here.try_play("back", drain_any=True)
    assert (done.returncode == 0) is returns, done.stdout
    assert (tmp_path / "state").read_text().strip() == ("idle:none" if returns else "drained:fan")
    assert ("somebody else has drained it (fan)" in " ".join(done.stdout.split())) is not returns


@pytest.mark.parametrize("installer", INSTALLERS)
def test_the_control_host_is_asked_by_its_own_words(installer: str, tmp_path: Path) -> None:
    """RKE2 keeps its kubeconfig elsewhere, and the worker's variables do not say so."""
    here = site(tmp_path, installer)
    here.play("main")
    asked = here.asked()
    wanted = INSTALLERS[installer].get("kubernetes_kubeconfig", "/etc/kubernetes/admin.conf")
    assert {line.split()[0] for line in asked} == {wanted}
    verbs = [line.split()[1] for line in asked]
    assert verbs == ["get", "annotate", "cordon", "get", "annotate", "drain"]
    assert any("clustergen-drained=upgrade" in line for line in asked)
    here.play("back")
    assert [line.split()[1] for line in here.asked()] == ["get", "get", "get", "get", "uncordon", "annotate"]


def test_the_first_host_of_the_control_plane_that_answers_is_asked(tmp_path: Path) -> None:
    """One that is away costs no worker its drain; where none shows the node, nothing is changed."""
    here = site(tmp_path, "kubeadm")
    file = tmp_path / "hosts.yml"
    inventory = json.loads(file.read_text(encoding="utf-8"))
    there = inventory["all"]["children"]["kubernetes_control_plane"]["hosts"]
    away = {"ansible_connection": "ssh", "ansible_host": "127.0.0.1", "ansible_port": 1, "ansible_ssh_retries": 0}
    inventory["all"]["children"]["kubernetes_control_plane"]["hosts"] = {"control0": away, **there}
    file.write_text(json.dumps(inventory), encoding="utf-8")
    for part, answer in (("main", "true"), ("healthy", "true"), ("back", "")):
        here.play(part)
        assert (tmp_path / "closed").read_text() == answer
    (tmp_path / "silent").touch()
    here.asked()
    done = here.try_play("main")
    assert done.returncode != 0
    assert "no host of the control plane shows the node gpu01 (control0, control1)" in " ".join(done.stdout.split())
    assert here.asked() == []


def test_who_was_closed_by_somebody_else_is_not_given_back(tmp_path: Path) -> None:
    here = site(tmp_path, "rke2", closed="true")
    here.play("main")
    assert not any("clustergen-drained=upgrade" in line for line in here.asked())
    here.play("back")
    assert {line.split()[1] for line in here.asked()} == {"get"}


def test_a_host_with_new_drives_returns_to_both_schedulers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its groups decide where it returns: it had no daemon when the run began."""
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: replacement; next: hold")
    done = here.return_fresh()
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "state").read_text().strip() == "idle:none"
    cube = tmp_path / "kubernetes"
    cube.mkdir()
    here = site(cube, "rke2")
    drained(cube, "replacement; next: hold")
    done = here.return_fresh()
    assert done.returncode == 0, done.stdout + done.stderr
    assert (cube / "closed").read_text() == ""


def test_a_host_that_does_not_come_back_fails_the_return(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Slurm takes the command and the host stays as it was."""
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: replacement; next: hold")
    (tmp_path / "scontrol").write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
    done = here.return_fresh()
    assert done.returncode != 0
    assert "gpu01 has not returned to service in Slurm: its state is drained" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        ("ok", "", ""),
        ("skipped", "", ""),
        ("unread", "chronyc", "health.sh finds clock (unread): chronyc"),
        ("seen", "not synchronised", "health.sh finds clock (seen): not synchronised"),
    ],
)
def test_a_host_returns_only_after_a_whole_health_check(
    state: str, text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its exit code alone does not say that every check has read something, and found nothing."""
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: fan; next: hold")
    checks = [{"name": "space", "state": "ok", "text": ""}, {"name": "clock", "state": state, "text": text}]
    report = json.dumps({"host": "gpu01", "healthy": True, "checks": checks})
    (tmp_path / "health.sh").write_text(f"#!/bin/sh\nprintf '%s' '{report}'\n", encoding="ascii")
    (tmp_path / "health.sh").chmod(0o755)
    done = here.try_play("healthy", drain_health_at=str(tmp_path / "health.sh"))
    assert (done.returncode == 0) is (said == ""), done.stdout + done.stderr
    assert said in " ".join(done.stdout.split())


KEPT = ("deep test failed; fan; next: deep test", "upgrade", "hosts: kernel")


@pytest.mark.parametrize("why", KEPT)
def test_a_failed_deep_test_and_drains_of_stages_need_a_confirmation(
    why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = slurm_site(tmp_path, monkeypatch, "drained", f"clustergen: {why}")
    done = here.try_play("back", drain_reason="maintenance", drain_any=True)
    assert done.returncode != 0
    assert f"its drain in Slurm says clustergen: {why}. To return it anyway" in " ".join(done.stdout.split())
    assert (tmp_path / "state").read_text().strip() == f"drained:clustergen: {why}"
    here.play("back", drain_reason="maintenance", drain_any=True, ladder_sure="gpu01")
    assert (tmp_path / "state").read_text().strip() == "idle:none"


def test_a_node_with_a_kept_note_needs_a_confirmation(tmp_path: Path) -> None:
    here = site(tmp_path, "rke2")
    drained(tmp_path, KEPT[0])
    done = here.try_play("back", drain_reason="maintenance", drain_any=True)
    assert done.returncode != 0
    assert f"its note in Kubernetes is {KEPT[0]}. To return" in " ".join(done.stdout.split())
    here.play("back", drain_reason="maintenance", drain_any=True, ladder_sure="gpu01")
    assert (tmp_path / "closed").read_text() == ""


def test_a_cordon_of_somebody_else_fails_a_return(tmp_path: Path) -> None:
    here = site(tmp_path, "rke2", closed="true")
    done = here.try_play("back", drain_any=True)
    assert done.returncode != 0
    assert "somebody else has cordoned it" in done.stdout
    assert (tmp_path / "closed").read_text() == "true"


def test_a_note_of_a_node_that_a_person_has_uncordoned_goes(tmp_path: Path) -> None:
    """Else the next cordon of somebody else would pass for ours."""
    here = site(tmp_path, "rke2")
    (tmp_path / "note").write_text("fan; next: hold", encoding="ascii")
    here.play("back")
    assert {line.split()[1] for line in here.asked()} == {"get", "annotate"}
    assert (tmp_path / "note").read_text() == ""


_DCGM_4 = "echo '| memory                    | Pass                                           |'\n"
"""NVIDIA/DCGM issue 253 (release 4.2.3)."""
_DCGM_3 = _DCGM_4.replace("memory    ", "GPU Memory").replace("Pass      ", "Pass - All")
_RVS = "echo '[RESULT] [302017.167195] [gst-Tflops-2K2K2K-trig-fp4] [GPU:: 42583] GFLOPS 1063560 Target GFLOPS: 0 met: TRUE'\n"
"""ROCm/ROCmValidationSuite, docs/ug1main.md."""


def test_a_deep_test_is_in_the_reason_until_one_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From its start, as a host may not survive it; before the reason that was there. The drain of somebody else keeps its own words."""
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: fan; next: deep test")
    vendor = {"cluster_gpu_vendor": "nvidia", "ladder_step": "deep_test", "ladder_sure": "gpu01", "ladder_why": "fan"}
    state, meanwhile = tmp_path / "state", tmp_path / "meanwhile"

    def tested(code: int) -> str:
        (tmp_path / "dcgmi").write_text(f"#!/bin/sh\ncp {state} {meanwhile}\n{_DCGM_4}exit {code}\n", encoding="ascii")
        (tmp_path / "dcgmi").chmod(0o755)
        done = here.try_play("deep_test", role="ladder", **vendor)
        assert (done.returncode == 0) is (code == 0), done.stdout
        failed = f"stays out of service for repair: dcgmi diag -r 3 ended with {code}"
        assert (failed in " ".join(done.stdout.split())) is (code != 0)
        return state.read_text().strip()

    for before, codes in {"fan; next: deep test": (226, 226, 127, 0), "upgrade": (226, 0)}.items():
        plain, marked = f"drained:clustergen: {before}", f"drained:clustergen: deep test failed; {before}"
        state.write_text(f"{plain}\n", encoding="ascii")
        for code in codes:
            assert tested(code) == (marked if code == 226 else plain)
            assert meanwhile.read_text().strip() == marked
    state.write_text("drained:a person's\n", encoding="ascii")
    assert tested(1) == "drained:a person's"


@pytest.mark.parametrize(
    ("vendor", "said", "passes"),
    [
        ("nvidia", _DCGM_3, True),
        ("nvidia", _DCGM_3.replace("Pass", "Skip"), False),
        ("nvidia", "true\n", False),
        ("amd", _RVS, True),
        ("amd", _RVS + _RVS.replace("TRUE", "FALSE"), False),
        ("amd", _RVS + "echo 'RVS-ERROR [gst] [gpustress] Action failed to run successfully.'\n", False),
        ("amd", "true\n", False),
    ],
    ids=["all", "skipped", "nothing", "rvs", "rvs-false", "rvs-error", "rvs-nothing"],
)
def test_a_deep_test_passes_by_its_words(
    vendor: str, said: str, passes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 0 is not enough: dcgmi has it where all tests are skipped (NVIDIA/DCGM issue 55), rvs where a GPU fails (rvsexec_do_yaml.cpp)."""
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: fan; next: deep test")
    program = tmp_path / "diagnostics"
    program.write_text(f"#!/bin/sh\n{said}exit 0\n", encoding="ascii")
    program.chmod(0o755)
    done = here.try_play(
        "deep_test", role="ladder", cluster_gpu_vendor=vendor, ladder_step="deep_test", ladder_sure="gpu01",
        ladder_why="fan", ladder_tests={vendor: str(program)},
    )  # fmt: skip
    assert ((done.returncode == 0), ("(a GPU fails, or none passes)" in " ".join(done.stdout.split()))) == (
        passes,
        not passes,
    ), done.stdout
    assert ("deep test failed" in (tmp_path / "state").read_text()) is not passes


def test_xids_before_a_reset_are_forgotten_in_the_pod_of_the_detector(tmp_path: Path) -> None:
    """A cluster of Kubernetes alone has no health.sh on its hosts: without this the condition stays until the host reboots."""
    here = site(tmp_path, "rke2")
    (tmp_path / "pods").write_text("kube-system node-problem-detector-gpu-x7k2p\n", encoding="ascii")
    here.play("forget")
    config, *words = here.asked()[-1].split()
    assert config == "/etc/rancher/rke2/rke2.yaml"
    assert words == [
        "exec",
        "--namespace=kube-system",
        "node-problem-detector-gpu-x7k2p",
        "--",
        "/clustergen/health.sh",
        "--clear",
    ]
    (tmp_path / "pods").unlink()
    here.play("forget")
    assert [line for line in here.asked() if " exec " in line] == []
    detector = tmp_path / "kubernetes/node-health/detector.yaml"
    detector.parent.mkdir(parents=True)
    detector.write_text("metadata:\n  name: node-problem-detector-gpu\n", encoding="ascii")
    said = here.try_play("forget", cluster_tree=str(tmp_path), cluster_host_group="gpu")
    assert (said.returncode, "no pod of node-problem-detector runs there" in " ".join(said.stdout.split())) == (
        2,
        True,
    ), said.stdout


_DEPLOYED = {
    "kubernetes.io/hostname": "gpu01",
    "nvidia.com/gpu.deploy.container-toolkit": "true",
    "nvidia.com/gpu.deploy.dcgm-exporter": "false",
    "nvidia.com/gpu.deploy.device-plugin": "true",
    "nvidia.com/gpu.deploy.driver": "true",
    "nvidia.com/gpu.deploy.gpu-feature-discovery": "true",
    "nvidia.com/gpu.deploy.mig-manager": "paused-for-mig-change",
}
"""Labels of a node under the GPU Operator, which a person and another change have set, too."""


def test_pods_of_the_gpu_operator_leave_the_gpus_and_return(tmp_path: Path) -> None:
    """A drain leaves daemon sets; only ours are paused and started again, also after a run that was killed between."""
    here = site(tmp_path, "rke2")
    (tmp_path / "labels").write_text(json.dumps(_DEPLOYED, separators=(",", ":")), encoding="ascii")
    (tmp_path / "clients").write_text("pod/nvidia-device-plugin-daemonset-x7k2p\n", encoding="ascii")
    ours = ("nvidia.com/gpu.deploy.device-plugin", "nvidia.com/gpu.deploy.gpu-feature-discovery")
    said = here.try_play("pause", drain_clients_wait_s=0)
    assert said.returncode != 0, "a pod is still there"
    (tmp_path / "clients").write_text("", encoding="ascii")
    here.play("pause")
    assert json.loads((tmp_path / "labels").read_text("utf-8")) == _DEPLOYED | dict.fromkeys(
        ours, "paused-for-gpu-reset"
    )
    here.asked()
    here.play("resume")
    assert json.loads((tmp_path / "labels").read_text("utf-8")) == _DEPLOYED
    assert (
        here.asked()[-1]
        == f"/etc/rancher/rke2/rke2.yaml label --overwrite node gpu01 {' '.join(f'{each}=true' for each in ours)}"
    )
    here.play("resume")
    assert [line for line in here.asked() if " label " in line] == []


def test_a_node_without_the_gpu_operator_has_nothing_to_pause(tmp_path: Path) -> None:
    here = site(tmp_path, "kubespray")
    for part in ("pause", "resume"):
        here.play(part)
    assert [line for line in here.asked() if " label " in line or " pods " in line] == []


def test_what_keeps_a_host_from_kubernetes_keeps_it_from_slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person works on it and has cordoned it: no job of Slurm starts there."""
    (cube := tmp_path / "cube").mkdir()
    site(cube, "rke2", closed="true")
    here = slurm_site(tmp_path, monkeypatch, "drained", "clustergen: fan; next: hold")
    inventories = [
        json.loads((folder / "hosts.yml").read_text("utf-8"))["all"]["children"] for folder in (cube, tmp_path)
    ]
    both = {"all": {"children": inventories[0] | inventories[1]}}
    (tmp_path / "hosts.yml").write_text(json.dumps(both), encoding="utf-8")
    done = here.return_fresh()
    assert done.returncode != 0
    assert "somebody else has cordoned it" in done.stdout
    assert (tmp_path / "state").read_text().strip() == "drained:clustergen: fan; next: hold"


@pytest.mark.parametrize(
    ("seen", "returns"), [("GpuFault=False", True), ("GpuFault=Unknown", False), ("HostFault=True", False)]
)
def test_a_condition_that_is_unknown_keeps_a_host(seen: str, returns: bool, tmp_path: Path) -> None:
    here = site(tmp_path, "rke2")
    (tmp_path / "conditions").write_text(f"Ready=True {seen}", encoding="ascii")
    done = here.try_play("healthy", drain_health_at=str(tmp_path / "none"))
    assert (done.returncode == 0) is returns, done.stdout + done.stderr
    assert (f"its conditions in Kubernetes are Ready=True {seen}" in " ".join(done.stdout.split())) is not returns


def kubectl(folder: Path, *words: str) -> None:
    """Do what a person types."""
    subprocess.run([str(folder / "kubectl"), *words], check=True, env={**os.environ, "KUBECONFIG": "a person's"})


def test_a_node_that_a_person_has_cordoned_after_our_drain_stays_cordoned(tmp_path: Path) -> None:
    """Our note is still there, as nothing removes it when a person uncordons the node; no confirmation undoes the cordon of a person."""
    here = site(tmp_path, "kubespray")
    here.play("main", drain_reason="fan; next: hold")
    kubectl(tmp_path, "uncordon", "gpu01")
    kubectl(tmp_path, "cordon", "gpu01")
    for sure in ("", "gpu01"):
        done = here.try_play("back", drain_any=True, ladder_sure=sure)
        assert done.returncode != 0
        said = " ".join(done.stdout.split())
        assert (
            "we cordoned it at 2033-01-31T08:00:01Z, somebody has uncordoned it since, and it was cordoned again at 2033-01-31T08:00:02Z"
            in said
        )
        assert "If nobody works on it: kubectl uncordon gpu01, then the same command again" in said
    here.play("back", drain_reason="fan; next: hold")
    assert (tmp_path / "closed").read_text() == "true"
    kubectl(tmp_path, "uncordon", "gpu01")
    here.play("back", drain_any=True)
    assert (tmp_path / "note").read_text() == (tmp_path / "ours").read_text() == ""


def test_a_drain_that_comes_again_is_still_ours(tmp_path: Path) -> None:
    """The second run finds the node cordoned, and it is by the same cordon."""
    here = site(tmp_path, "kubespray")
    here.play("main", drain_reason="fan; next: hold")
    here.play("main", drain_reason="maintenance; next: reset")
    here.play("back", drain_any=True)
    assert (tmp_path / "closed").read_text() == ""


def test_a_cordon_without_a_record_is_kept(tmp_path: Path) -> None:
    """An earlier release has made it, or a run that was killed before it had the time of the cordon."""
    here = site(tmp_path, "kubespray")
    drained(tmp_path, "fan; next: hold")
    (tmp_path / "ours").write_text("", encoding="ascii")
    done = here.try_play("back", drain_any=True)
    assert done.returncode != 0
    assert (
        "we have cordoned it (fan; next: hold), but no record says that this cordon is ours. If nobody works on it: kubectl uncordon gpu01"
        in " ".join(done.stdout.split())
    )
    assert (tmp_path / "closed").read_text() == "true"


def clock(hours: int) -> str:
    """The time so many hours from now, as Kubernetes writes it."""
    return f"{datetime.now(UTC) + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}"


@pytest.mark.parametrize("hours", [-1, 1, None], ids=["an hour ago", "in an hour", "never"])
def test_a_detector_that_no_longer_runs_keeps_a_host(hours: int | None, tmp_path: Path) -> None:
    """Its last words stay in the node, and say that all is well; one condition that is not reported is enough."""
    here = site(tmp_path, "rke2")
    at = clock(hours) if hours else ""
    (tmp_path / "conditions").write_text(
        f"Ready=True@{clock(-1)} HostFault=False GpuFault=False@{at}", encoding="ascii"
    )
    done = here.try_play("healthy", drain_health_at=str(tmp_path / "none"))
    assert done.returncode != 0
    said = " ".join(done.stdout.split())
    assert f"node-problem-detector does not report its health (GpuFault=False last at {at}".strip() in said
    assert "--field-selector spec.nodeName=gpu01" in said
    (tmp_path / "conditions").write_text(f"Ready=True@{clock(-1)} HostFault=False GpuFault=False", encoding="ascii")
    here.play("healthy", drain_health_at=str(tmp_path / "none"))


def test_a_detector_of_the_plan_that_has_not_reported_yet_keeps_a_host(tmp_path: Path) -> None:
    """A host with new drives has joined, and its pod does not run yet. Hosts of groups without a detector have none to wait for."""
    here = site(tmp_path, "rke2")
    folder = tmp_path / "kubernetes" / "node-health"
    folder.mkdir(parents=True)
    (folder / "detector.yaml").write_text("metadata:\n  name: node-problem-detector-gpu\n", encoding="ascii")
    for group, returns in {"gpu": False, "cpu": True, "gp": True}.items():
        more = {"cluster_tree": str(tmp_path), "cluster_host_group": group}
        done = here.try_play("healthy", drain_health_at=str(tmp_path / "none"), **more)
        assert (done.returncode == 0) is returns, done.stdout
        assert (
            "does not report its health (no condition of the health check)" in " ".join(done.stdout.split())
        ) is not returns
    (tmp_path / "conditions").write_text("Ready=True HostFault=False", encoding="ascii")
    here.play("healthy", drain_health_at=str(tmp_path / "none"), cluster_tree=str(tmp_path), cluster_host_group="gpu")
