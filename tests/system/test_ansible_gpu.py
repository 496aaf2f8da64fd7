"""The role `gpu` over real SSH: packages that apt installs, units of a real systemd, real boots; the driver's programs are stand-ins, as no GPU is here.

One bed for NVIDIA and its tests in order, from a freshly installed host to one that has lost a card; another one for AMD.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from tests.conftest import example
from tests.twin import ssh_gpus, ssh_schedulers, ssh_stand_ins
from tests.twin.debian import CONTROLLER, bed_tree, debian_spec, planned_tree, stand_in_resolved
from tests.twin.ssh_hosts import SshHosts, require

PLAY, HOSTS = "ansible/playbooks/gpu.yml", "ansible/playbooks/hosts.yml"
GPUS, CONTROL = ("gpu01", "gpu02"), "control1"
OLD, NEW, LATER = "580.82.07", "580.95.05", "580.105.08"
_DRIVER = ("nvidia-utils-580-server", "nvidia-driver-580-server-open", "nvidia-fabricmanager-580", "libnvidia-nscq-580")
_DROP_IN, _RESTART = (
    "/etc/systemd/system/nvidia-persistenced.service.d",
    "systemctl daemon-reload; systemctl stop nvidia-persistenced",
)
_STAND_INS = {name: said for name, said in ssh_stand_ins.COMMANDS.items() if name != "nvidia-smi"}


def _tree(name: str, folder: Path, **more: object) -> Path:
    """An example whose GPU hosts have a driver or packages to install; their system is Ubuntu, which packs NVIDIA's, and this role does not ask for it."""
    spec = yaml.safe_load(example(name).read_text(encoding="utf-8"))
    spec["hosts"]["gpu"] |= more
    return planned_tree(spec, folder)[1]


@pytest.fixture(scope="module")
def hosts(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two GPU hosts that have no driver, and a control host; nouveau runs on the second one."""
    require(program)
    packages = [ssh_gpus.DCGM, ssh_gpus.TOOLKIT]
    tree = _tree("roce-16", tmp_path_factory.mktemp("nvidia"), driver=580, packages=packages)
    with SshHosts(tree, [*GPUS, CONTROL], stand_ins=_STAND_INS) as bed:
        ssh_schedulers.schedule(bed[CONTROL])
        for host in map(bed.__getitem__, GPUS):
            ssh_gpus.has_gpus(host, 8)
            ssh_gpus.nvidia_packages(host, OLD)
            ssh_gpus.more_packages(host)
        ssh_gpus.hold(bed["gpu02"])
        yield bed


def test_check_predicts_packages(hosts: SshHosts) -> None:
    """And installs none."""
    said = hosts.playbook(PLAY, "--check").must()
    assert set(said.changed) == {"gpu01", "gpu02"}
    assert hosts["gpu01"].run("dpkg", "-s", "nvidia-driver-580-server-open").returncode != 0
    assert not hosts["gpu01"].exists("/run/clustergen-driver-new")


def test_the_first_run(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """Driver, Fabric Manager, persistence, DCGM and the description for containers; who has nouveau boots first."""
    hosts.playbook(PLAY).must()
    for host in map(hosts.__getitem__, GPUS):
        for unit in ("nvidia-persistenced", "nvidia-fabricmanager", "nvidia-dcgm"):
            assert host.unit(unit)["ActiveState"] == "active", unit
            assert host.unit(unit)["UnitFileState"] == "enabled", unit
        assert f"libcuda.so.{OLD}" in host.read("/etc/cdi/nvidia.yaml")
    assert [hosts[name].boots for name in GPUS] == [1, 2]
    proven("role gpu over SSH", f"apt, systemd and a boot; stand-ins: {', '.join(hosts.used())}")


def test_the_second_run_changes_nothing(hosts: SshHosts) -> None:
    assert hosts.playbook(PLAY).must().changed == {}
    assert hosts.playbook(PLAY, "--check").must().changed == {}
    assert [hosts[name].boots for name in GPUS] == [1, 2]


def test_a_missing_gpu_is_named(hosts: SshHosts) -> None:
    """By host, with the cards that are there; when none is, too. The other host goes on."""
    gpu = hosts["gpu01"]
    for count, there in ((7, "00000000:10:00.0"), (0, "")):
        ssh_gpus.has_gpus(gpu, count)
        said = hosts.playbook(PLAY)
        assert f"gpu01 has {count} GPUs, but the plan has 8" in said.failed["gpu01"]
        assert there in said.failed["gpu01"]
        assert said.counts["gpu02"].failed == 0
    ssh_gpus.has_gpus(gpu, 8)


def test_a_driver_that_does_not_match_is_named(hosts: SshHosts) -> None:
    """Somebody installs another version below a running one: it gets no new jobs. Those that run may use it, so nothing boots unless it is said, and then without jobs."""
    gpu, control = hosts["gpu01"], hosts[CONTROL]
    ssh_schedulers.run_jobs(gpu)
    gpu.write("/var/lib/clustergen/up", "by role hosts\n")
    ssh_gpus.nvidia_packages(gpu, NEW, fabric=OLD)
    gpu.must("apt-get", "install", "-qy", "nvidia-utils-580-server", "nvidia-driver-580-server-open")
    ssh_schedulers.run_job(control, "gpu01")
    assert "it gets no new jobs" in hosts.playbook(PLAY, "--limit", "gpu01", "--check").stdout
    assert ssh_schedulers.drains(control) == []
    for _ in range(2):
        said = hosts.playbook(PLAY, "--limit", "gpu01")
        assert "Driver/library version mismatch" in said.failed["gpu01"]
        assert "gpu_may_reboot=always" in said.failed["gpu01"]
    assert gpu.boots == 1
    assert ssh_schedulers.in_service(control, "gpu01") == (False, True)
    assert ssh_schedulers.drains(control) == ["-gpu01"]
    said = hosts.playbook(PLAY, "--limit", "gpu01", "-e", "gpu_may_reboot=always drain_wait_s=0")
    assert "these still run on it" in said.failed["gpu01"]
    assert gpu.boots == 1
    ssh_schedulers.end_job(control, "gpu01")
    said = hosts.playbook(PLAY, "--limit", "gpu01", "-e", "gpu_may_reboot=always")
    assert gpu.boots == 2
    assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu01"], "not healthy, so not given back"
    assert (
        f"the driver is {NEW}, but nv-fabricmanager reports: Fabric Manager version is : {OLD}" in said.failed["gpu01"]
    )


def test_once_they_match_all_is_well(hosts: SshHosts) -> None:
    """Fabric Manager starts, containers are told of the new driver, and the host that an earlier run has drained is given back."""
    gpu = hosts["gpu01"]
    ssh_gpus.nvidia_packages(gpu, NEW)
    gpu.must("apt-get", "install", "-qy", "nvidia-fabricmanager-580")
    hosts.playbook(PLAY, "--limit", "gpu01").must()
    assert gpu.unit("nvidia-fabricmanager")["ActiveState"] == "active"
    assert f"libcuda.so.{NEW}" in gpu.read("/etc/cdi/nvidia.yaml")
    assert ssh_schedulers.drains(hosts[CONTROL]) == ["-gpu01", "+gpu01"]
    assert hosts.playbook(PLAY, "--limit", "gpu01").must().changed == {}


@pytest.mark.parametrize(
    ("harm", "cure", "told"),
    [
        (f"echo 7 >{ssh_gpus.COUNT}", f"echo 8 >{ssh_gpus.COUNT}", "gpu01 has 7 GPUs, but the plan has 8"),
        (
            f"printf '#!/bin/sh\\necho Fabric Manager version is : {LATER}\\n' >/usr/local/bin/nv-fabricmanager; chmod 755 /usr/local/bin/nv-fabricmanager",
            "rm /usr/local/bin/nv-fabricmanager",
            f"nv-fabricmanager reports: Fabric Manager version is : {LATER}",
        ),
        (
            f"mkdir -p {_DROP_IN}; printf '[Service]\\nExecStartPre=/bin/false\\n' >{_DROP_IN}/harm.conf; {_RESTART}",
            f"rm {_DROP_IN}/harm.conf; systemctl daemon-reload; systemctl reset-failed",
            "a unit of its GPUs does not start",
        ),
    ],
    ids=["count", "fabric", "unit"],
)
def test_a_host_in_use_with_other_gpus_than_planned_gets_no_new_jobs(
    hosts: SshHosts, harm: str, cure: str, told: str
) -> None:
    """Those that run go on; a check predicts it, and once it is as planned, the next run gives it back."""
    gpu, control = hosts["gpu01"], hosts[CONTROL]
    before = ssh_schedulers.drains(control)
    ssh_schedulers.run_job(control, "gpu01")
    gpu.must("sh", "-c", harm)
    if "unit" not in told:
        assert "it gets no new jobs" in hosts.playbook(PLAY, "--limit", "gpu01", "--check").stdout
        assert ssh_schedulers.drains(control) == before
    for _ in range(2):
        assert told in hosts.playbook(PLAY, "--limit", "gpu01").failed["gpu01"]
    assert ssh_schedulers.in_service(control, "gpu01") == (False, True)
    assert ssh_schedulers.drains(control) == [*before, "-gpu01"]
    gpu.must("sh", "-c", cure)
    ssh_schedulers.end_job(control, "gpu01")
    hosts.playbook(PLAY, "--limit", "gpu01").must()
    assert ssh_schedulers.drains(control) == [*before, "-gpu01", "+gpu01"]
    assert hosts.playbook(PLAY, "--limit", "gpu01").must().changed == {}


def test_a_new_driver_goes_to_a_host_in_use_when_its_jobs_have_ended(hosts: SshHosts) -> None:
    """Not before; and while the driver that runs is another one, the host stays out of service and does not boot unless it is said."""
    gpu, control = hosts["gpu01"], hosts[CONTROL]
    gpu.must("apt-get", "purge", "-qy", *_DRIVER)
    ssh_gpus.nvidia_packages(gpu, LATER)
    ssh_schedulers.run_job(control, "gpu01")
    assert "it is drained first" in " ".join(hosts.playbook(PLAY, "--check", "--limit", "gpu01").stdout.split())
    said = hosts.playbook(PLAY, "--limit", "gpu01", "-e", "drain_wait_s=0")
    assert "these still run on it" in said.failed["gpu01"]
    assert gpu.run("dpkg", "-s", _DRIVER[0]).returncode != 0
    ssh_schedulers.end_job(control, "gpu01")
    said = hosts.playbook(PLAY, "--limit", "gpu01")
    assert "Driver/library version mismatch" in said.failed["gpu01"]
    assert ssh_schedulers.in_service(control, "gpu01")[0] is False
    assert gpu.boots == 2
    hosts.playbook(PLAY, "--limit", "gpu01", "-e", "gpu_may_reboot=always").must()
    assert gpu.boots == 3
    assert ssh_schedulers.drains(control)[-2:] == ["-gpu01", "+gpu01"]
    assert hosts.playbook(PLAY, "--limit", "gpu01").must().changed == {}


def test_an_image_without_a_driver_is_told_of(hosts: SshHosts) -> None:
    """The plan installs none there, so somebody else has to."""
    gpu = hosts["gpu02"]
    gpu.must("apt-get", "purge", "-qy", "nvidia-utils-580-server")
    said = hosts.playbook(PLAY, "--limit", "gpu02", "-e", '{"cluster_gpu_packages": []}')
    assert "install the driver in the image" in said.failed["gpu02"]


def test_amd_s_stack(tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]) -> None:
    """Packages that the spec names, a boot where the driver needs one, as many GPUs as the plan has; then nothing.

    The host carried jobs before us, so its boot wants a word, and comes between a drain and the way back into service.
    """
    require(program)
    tree = _tree("mi300x-256-fat-tree", tmp_path, packages=list(ssh_gpus.AMD))
    with SshHosts(tree, ["gpu01", CONTROL]) as bed:
        gpu = bed["gpu01"]
        ssh_schedulers.schedule(bed[CONTROL])
        ssh_schedulers.run_jobs(gpu)
        ssh_gpus.has_gpus(gpu, 8)
        ssh_gpus.amd_packages(gpu)
        ssh_gpus.hold(gpu)
        assert "-e allow=boot allows this run to change it" in bed.playbook(PLAY, "--check").must().stdout
        assert not gpu.exists("/var/lib/clustergen/adopted")
        assert set(bed.playbook(PLAY, "--check", "-e", "allow=boot").must().changed) == {"gpu01"}
        said = bed.playbook(PLAY).must()
        assert "-e allow=boot allows this run to change it" in said.stdout
        assert gpu.run("dpkg", "-s", ssh_gpus.AMD[0]).returncode != 0
        assert ssh_schedulers.drains(bed[CONTROL]) == []
        said = bed.playbook(PLAY, "-e", "allow=boot hosts_may_reboot=never")
        assert "Unable to detect any GPU devices" in said.failed["gpu01"]
        assert gpu.boots == 1
        bed.playbook(PLAY, "-e", "allow=boot").must()
        assert gpu.boots == 2
        assert ssh_schedulers.drains(bed[CONTROL]) == ["-gpu01", "+gpu01"]
        assert bed.playbook(PLAY, "-e", "allow=boot").must().changed == {}
        ssh_gpus.has_gpus(gpu, 6)
        assert "gpu01 has 6 GPUs, but the plan has 8" in bed.playbook(PLAY, "-e", "allow=boot").failed["gpu01"]
        assert ssh_schedulers.drains(bed[CONTROL]) == ["-gpu01", "+gpu01", "-gpu01"]
    proven("role gpu over SSH", "AMD's driver, amd-smi as a stand-in")


def test_an_adopted_host_goes_through_both_stages_by_its_word(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Without the word neither stage touches it, also while its daemon is stopped. With the word it comes up, and is in use as ours."""
    require(program)
    spec = debian_spec("mi300x-256-fat-tree")
    spec["hosts"]["gpu"] |= {"packages": list(ssh_gpus.AMD)}
    with SshHosts(bed_tree(spec, tmp_path)[1], ["gpu01", CONTROL], controller=CONTROLLER, face="bond0") as bed:
        gpu, control, given = bed["gpu01"], bed[CONTROL], ("--limit", "gpu01")
        stand_in_resolved(bed)
        ssh_schedulers.schedule(control)
        ssh_schedulers.run_jobs(gpu)
        ssh_gpus.has_gpus(gpu, 8)
        ssh_gpus.amd_packages(gpu)
        ssh_gpus.hold(gpu)
        bed.playbook(HOSTS, *given).must()
        for more in ((), ("-e", "gpu_may_reboot=always")):
            said = bed.playbook(PLAY, *given, *more).must()
            assert said.changed == {}
            assert "-e allow=boot allows this run to change it" in said.stdout
            gpu.must("systemctl", "stop", "slurmd")
        gpu.must("systemctl", "start", "slurmd")
        assert gpu.boots == 1
        assert gpu.run("dpkg", "-s", ssh_gpus.AMD[0]).returncode != 0
        assert ssh_schedulers.drains(control) == []
        bed.playbook(HOSTS, *given, "-e", "allow=boot").must()
        assert gpu.boots == 2
        bed.playbook(PLAY, *given).must()
        assert gpu.boots == 2
        assert ssh_schedulers.in_service(control, "gpu01")[0] is True
        for book in (HOSTS, PLAY):
            assert bed.playbook(book, *given).must().changed == {}
    proven("an adopted host over SSH", "stages hosts and gpu: no boot without allow=boot; AMD's driver is a stand-in")
