"""The role `slurm` over real SSH: munge, MariaDB, slurmdbd, slurmctld and slurmd from the rendered files, up to a job; the second run changes nothing.

Of the tree only what this machine lacks is other: control groups, MPI's library, Pyxis, the local drive, and the processors of a GPU host.
"""

import base64
import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from tests.twin import ssh_gpus, ssh_slurm
from tests.twin.debian import debian_spec, planned_tree
from tests.twin.ssh_hosts import SshHosts, require

NAMES = ("control1", "gpu01")
HOOKS = ("50-slurm-pmi.sh", "50-slurm-pytorch.sh")
BROUGHT = ("/usr/local/lib/slurm/spank_pyxis.so", *(f"/usr/share/enroot/hooks.d/{name}" for name in HOOKS))
COURSE = {"start": "2033-01-31T08:00", "hours": 8, "hosts": ["gpu01"]}

PLAY = "ansible/playbooks/slurm.yml"
SECRETS = {
    "CLUSTERGEN_MUNGE_KEY": base64.b64encode(bytes(range(256)) * 4).decode(),
    "CLUSTERGEN_SLURMDBD_PASSWORD": "forTheTest1",
}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory, program: Callable[[str], str]) -> Path:
    """roce-16 on Debian 12 with the Slurm that it has."""
    version = re.search(r"\b(\d\d\.\d\d)\.", _said(program("slurmctld"), "-V"))
    assert version is not None
    spec = debian_spec("roce-16") | {
        "scheduler": {
            "slurm": {"version": version[1], "include": True, "reservations": {"course": COURSE}, "containers": "pyxis"}
        }
    }
    _, build = planned_tree(spec, tmp_path_factory.mktemp("slurm"))
    plug = build / "slurm" / "plugstack.conf"
    plug.write_text(plug.read_text(encoding="utf-8").replace("required ", "optional "), encoding="utf-8")
    ssh_slurm.fit(build)
    return build


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="module")
def hosts(tree: Path, program: Callable[[str], str]) -> Iterator[SshHosts]:
    """Two hosts with their names, and what stands for eight GPUs."""
    require(program)
    for name in ("slurmdbd", "mariadbd", "munged"):
        program(name)
    with SshHosts(tree, NAMES) as bed:
        for host in bed:
            host.must("hostname", host.name)
            host.package("libpmix-dev")
            host.write("/etc/hosts", (tree / "hosts" / host.name / "etc" / "hosts").read_text(encoding="utf-8"))
        for name in BROUGHT[1:]:
            bed["gpu01"].write(name, "# of the image\n")
        for number in range(8):
            bed["gpu01"].must("mknod", f"/dev/nvidia{number}", "c", "1", "3")
        bed["gpu01"].must("mkdir", "/scratch")  # a local drive, without which the prolog starts no job
        bed["gpu01"].must("mount", "-t", "tmpfs", "scratch", "/scratch")
        yield bed


def test_a_missing_secret_stops_before_anything_is_changed(hosts: SshHosts) -> None:
    said = hosts.playbook(PLAY)
    assert "CLUSTERGEN_MUNGE_KEY" in said.stdout + said.stderr
    assert not hosts["control1"].exists("/etc/slurm/slurm.conf")


def test_a_check_predicts_a_first_run(hosts: SshHosts) -> None:
    """On hosts that have nothing of Slurm yet: it reaches the end, and changes nothing."""
    said = hosts.playbook(PLAY, "--check", "--diff", **SECRETS).must()
    assert {"gpu01", "control1"} == said.changed.keys()
    for secret in SECRETS.values():
        assert secret not in said.stdout
    assert not hosts["control1"].exists("/etc/slurm/slurm.conf")
    assert not hosts["gpu01"].exists("/etc/systemd/system/slurmd.service.d/clustergen.conf")


def test_an_image_without_pyxis_is_told_before_slurmd_reads_of_it(hosts: SshHosts) -> None:
    said = hosts.playbook(PLAY, **SECRETS)
    assert f"gpu01 has no {BROUGHT[0]}: install Pyxis and Enroot in its image" in said.stdout
    assert "--conf-server" not in hosts["gpu01"].must("cat", "/etc/default/slurmd")
    hosts["gpu01"].write(BROUGHT[0], "")


def test_a_job_runs(hosts: SshHosts, proven: Callable[[str, str], None]) -> None:
    """From nothing to a job on the host's GPUs; secrets are in no file that others read, and in no output."""
    start = time.monotonic()
    said = hosts.playbook(PLAY, **SECRETS).must()
    took = time.monotonic() - start
    control = hosts["control1"]
    for secret in SECRETS.values():
        assert secret not in said.stdout
    assert control.must("stat", "-c", "%U %a", "/etc/slurm/slurmdbd.conf").split() == ["slurm", "600"]
    assert "UP" in control.must("scontrol", "ping")
    assert not hosts["gpu01"].exists("/etc/slurm/slurm.conf")
    deadline = time.monotonic() + 60
    while "health:" not in (why := control.must("sinfo", "-hn", "gpu01", "-o", "%E")):
        assert time.monotonic() < deadline, control.must("scontrol", "show", "node", "gpu01")
        time.sleep(1)
    assert "0 of 8 GPUs, rail0 is missing" in why, "the rendered health check sees what is not there"
    skip = "mkdir -p /etc/clustergen && /etc/slurm/health.sh --list | cut -d'|' -f1 >/etc/clustergen/health.skip"
    hosts["gpu01"].must("sh", "-c", skip)  # else the prolog drains it again
    control.must("scontrol", "update", "NodeName=gpu01", "State=RESUME")
    assert "CUDA_VISIBLE_DEVICES=0,1" in control.must("srun", "-w", "gpu01", "--gres=gpu:2", "env")
    gpu = hosts["gpu01"]
    for name in HOOKS:
        assert gpu.must("cat", f"/etc/enroot/hooks.d/{name}") == "# of the image\n"
    assert "MELLANOX_VISIBLE_DEVICES=all\n" in gpu.must("cat", "/etc/enroot/environ.d/50-rails.env")
    assert "/etc/nccl.conf /etc/nccl.conf none " in gpu.must("cat", "/etc/enroot/mounts.d/50-rails.fstab")
    assert "modprobe --all --verbose ib_umad rdma_ucm" in gpu.calls("modprobe")
    slurmd = gpu.unit("slurmd.service")["MainPID"]
    assert "PMIX_MCA_psec=none" in gpu.must("cat", f"/proc/{slurmd}/environ").split("\0")
    assert "Nodes=gpu01 " in control.must("scontrol", "show", "reservation", "course")
    assert "atlas" in control.must("sacctmgr", "-nP", "show", "cluster")
    proven("Slurm by Ansible over SSH", f"role slurm, controller with accounting and a compute host, {took:.0f} s")


def test_people_are_on_a_compute_host_within_a_job_of_theirs(
    hosts: SshHosts, proven: Callable[[str, str], None]
) -> None:
    """Debian's own module: without a job it refuses, with one it lets in; root stays outside of it. Lines of SSSD, which accept local users at once, are after it."""
    control, gpu = hosts["control1"], hosts["gpu01"]
    lines = gpu.must("cat", "/etc/pam.d/common-account")
    gpu.write("/etc/pam.d/common-account", lines + "account sufficient pam_localuser.so\n")
    for host in hosts:
        host.must("useradd", "--create-home", "--uid", "20001", "alice")
        host.must("install", "-d", "-m", "0700", "-o", "alice", "/home/alice/.ssh")
        host.write("/home/alice/.ssh/authorized_keys", host.must("cat", "/root/.ssh/authorized_keys"))
    refused = hosts.ssh("gpu01", "true", user="alice")
    assert refused.returncode != 0
    assert "no active jobs on this node" in refused.stderr
    control.run("scontrol", "update", "NodeName=gpu01", "State=RESUME")  # refused where it is not drained
    job = control.must(
        "runuser", "-u", "alice", "--", "sbatch", "--parsable", "-D", "/", "-o", "/dev/null", "--wrap", "sleep 300"
    ).strip()
    deadline = time.monotonic() + 60
    while "RUNNING" not in control.must("squeue", "-hj", job, "-o", "%T"):
        assert time.monotonic() < deadline, control.must("squeue", "-hj", job, "-o", "%T %r")
        time.sleep(0.5)
    let_in = hosts.ssh("gpu01", "id", "-un", user="alice")
    assert let_in.stdout == "alice\n", let_in.stderr + gpu.log()[-3000:]
    control.must("scancel", job)
    assert hosts.ssh("gpu01", "id", "-un").stdout == "root\n"
    assert "pam_systemd" not in gpu.must("cat", "/etc/pam.d/common-session")
    proven("pam_slurm_adopt", "a compute host refuses who has no job there, and lets in who has one")


def test_the_second_run_changes_nothing(hosts: SshHosts) -> None:
    """Nor do lines that the site has written: no run takes them away."""
    hosts["control1"].write("/etc/slurm/site.conf", "MaxJobCount=4321\n")
    assert hosts.playbook(PLAY, **SECRETS).must().changed == {}
    assert hosts["control1"].must("cat", "/etc/slurm/site.conf") == "MaxJobCount=4321\n"


def test_what_was_placed_by_a_run_that_was_cut_short_is_read(hosts: SshHosts) -> None:
    """Files that daemons began before: each is restarted once. The kernel's modules are asked for, although their file is there."""
    asked = len(hosts["gpu01"].calls("modprobe"))
    hosts["gpu01"].must("touch", "/etc/default/slurmd", "/etc/munge/munge.key")
    hosts["control1"].must("touch", "/etc/mysql/mariadb.conf.d/90-slurm.cnf")
    changed = hosts.playbook(PLAY, **SECRETS).must().changed
    assert {host: {task.rpartition(" : ")[2] for task in tasks} for host, tasks in changed.items()} == {
        "gpu01": {"Run munge with it, now and at every boot", "Run slurmd"},
        "control1": {"Run MariaDB with them"},
    }
    assert len(hosts["gpu01"].calls("modprobe")) == asked + 1
    assert hosts.playbook(PLAY, **SECRETS).must().changed == {}


@pytest.mark.parametrize("key", ["no base64 at all!", "dG9vLXNob3J0"])
def test_a_wrong_secret_leaves_the_key_as_it_was(hosts: SshHosts, key: str) -> None:
    """What is no key is named by its variable, on each host, and nowhere by its value; jobs go on."""
    before = [host.must("sha256sum", "/etc/munge/munge.key") for host in hosts]
    said = hosts.playbook(PLAY, **SECRETS | {"CLUSTERGEN_MUNGE_KEY": key})
    assert said.failed.keys() >= {*NAMES}
    assert "CLUSTERGEN_MUNGE_KEY is not the base64 of a key" in said.failed["control1"]
    assert key not in said.stdout
    assert [host.must("sha256sum", "/etc/munge/munge.key") for host in hosts] == before
    assert hosts["gpu01"].must("ls", "/etc/munge").split() == ["munge.key"]
    assert "UP" in hosts["control1"].must("scontrol", "ping")


def test_no_secret_is_logged_or_kept(hosts: SshHosts, tree: Path) -> None:
    """After a run that changes files with secrets, at `-vvv`: in no journal, in no output, in nothing that the controller keeps of hosts."""
    dbd = tree / "slurm" / "slurmdbd.conf"
    dbd.write_text(dbd.read_text(encoding="utf-8") + "MaxQueryTimeRange=60-0\n", encoding="utf-8")
    said = hosts.playbook(PLAY, "-vvv", "--diff", **SECRETS).must()
    assert any("Place slurmdbd's file" in task for task in said.changed["control1"])
    kept = [path for path in hosts.scratch.rglob("*") if path.is_file() and path.name != "key"]
    texts = {str(path): path.read_text(encoding="utf-8", errors="replace") for path in kept}
    texts |= {f"journal of {host.name}": host.log() for host in hosts} | {"output": said.stdout + said.stderr}
    assert "rendered_files" in texts["journal of control1"], "modules log their calls"
    assert [(place, name) for name, secret in SECRETS.items() for place, text in texts.items() if secret in text] == []


def test_a_new_line_in_slurm_conf_is_in_effect(hosts: SshHosts, tree: Path) -> None:
    """By a restart where the release needs one for new hosts, else by `scontrol reconfigure`; then all is quiet again. The rule of sshd is moved to its place."""
    conf, control = tree / "slurm" / "slurm.conf", hosts["control1"]
    facts = yaml.safe_load((hosts.inventory / "group_vars" / "all" / "cluster.yml").read_text(encoding="utf-8"))[
        "cluster_slurm"
    ]
    pid = control.unit("slurmctld.service")["MainPID"]
    conf.write_text(conf.read_text(encoding="utf-8") + "MessageTimeout=17\n", encoding="utf-8")
    sshd = hosts["gpu01"].must("cat", "/etc/pam.d/sshd")
    block = sshd[sshd.index("# BEGIN clustergen") : sshd.index("@include common-account")]
    common = "@include common-account\n"
    hosts["gpu01"].write("/etc/pam.d/sshd", sshd.replace(block, "").replace(common, common + block))
    hosts.playbook(PLAY, **SECRETS).must()
    assert hosts["gpu01"].must("cat", "/etc/pam.d/sshd") == sshd
    assert "= 17 sec" in control.must("scontrol", "show", "config").partition("MessageTimeout")[2][:40]
    assert (control.unit("slurmctld.service")["MainPID"] == pid) is facts["reconfigure"]
    assert "MessageTimeout=17" in hosts["gpu01"].must("cat", "/var/spool/slurmd/conf-cache/slurm.conf"), (
        "slurmd was told"
    )
    assert hosts.playbook(PLAY, **SECRETS).must().changed == {}


def test_a_key_that_slurm_does_not_know_is_not_placed(hosts: SshHosts, tree: Path) -> None:
    """In the words of Slurm's own reader; the controller goes on with the file that it has."""
    conf, control = tree / "slurm" / "slurm.conf", hosts["control1"]
    text, before = conf.read_text(encoding="utf-8"), control.must("cat", "/etc/slurm/slurm.conf")
    conf.write_text(text + "MessageTimeuot=18\n", encoding="utf-8")
    said = hosts.playbook(PLAY, **SECRETS)
    conf.write_text(text, encoding="utf-8")
    assert "unrecognized key: MessageTimeuot" in said.failed["control1"]
    assert control.must("cat", "/etc/slurm/slurm.conf") == before
    assert "UP" in control.must("scontrol", "ping")


def test_an_upgrade_waits_for_jobs_and_gives_the_host_back(hosts: SshHosts) -> None:
    """Drained before anything is touched, with our reason; who was drained by somebody else stays so. The driver is a stand-in."""
    control, gpu = hosts["control1"], hosts["gpu01"]
    ssh_gpus.has_gpus(gpu, 8)
    ssh_gpus.nvidia_packages(gpu, "580.95.05")
    gpu.must("apt-get", "install", "-qy", "nvidia-utils-580-server", "nvidia-fabricmanager-580")
    gpu.package("site-agent", "1.0")
    control.run("scontrol", "update", "NodeName=gpu01", "State=RESUME")  # refused where it is not drained
    job = control.must("sbatch", "--parsable", "-w", "gpu01", "--wrap", "sleep 900").strip()
    more = (
        "--limit",
        "gpu01",
        "-e",
        json.dumps({"upgrade_packages": ["site-agent"], "upgrade_boot": "never", "allow": "boot"}),
    )
    run = hosts.start("ansible-playbook", str(hosts.tree / "ansible/playbooks/upgrade.yml"), *more, **SECRETS)
    deadline = time.monotonic() + 120
    while "clustergen: upgrade" not in control.must("sinfo", "-hn", "gpu01", "-o", "%E"):
        assert time.monotonic() < deadline, run.kill().stdout
        time.sleep(0.5)
    assert job in control.must("squeue", "-hw", "gpu01", "-o", "%A")
    control.must("scancel", job)
    said = run.finish().must()
    assert "1 waves: gpu01" in said.stdout
    assert control.must("squeue", "-hw", "gpu01", "-o", "%A").strip() == ""
    assert "drain" not in control.must("sinfo", "-hn", "gpu01", "-o", "%T")
    gpu.package("site-agent", "2.0")
    control.must("scontrol", "update", "NodeName=gpu01", "State=DRAIN", "Reason=fan")
    hosts.playbook("ansible/playbooks/upgrade.yml", *more, **SECRETS).must()
    assert gpu.must("dpkg-query", "-W", "-f", "${Version}", "site-agent") == "2.0"
    assert "drain" in control.must("sinfo", "-hn", "gpu01", "-o", "%T")


def test_a_host_that_leaves_keeps_nothing_of_the_cluster(hosts: SshHosts) -> None:
    """It has no key of the cluster and runs no daemon of Slurm; who has an account logs in as before, in a session of logind, which the bed's hosts do not begin with."""
    gpu = hosts["gpu01"]
    gpu.write("/var/lib/clustergen/logind", "off by stage slurm\n")
    hosts.playbook("ansible/playbooks/decommission.yml", "--limit", "gpu01", "-e", "decommission_sure=gpu01").must()
    assert {gpu.unit(name)["ActiveState"] for name in ("slurmd", "munge")} == {"inactive"}
    for gone in ("/etc/munge/munge.key", "/etc/slurm/prolog.sh", "/var/lib/clustergen/logind"):
        assert not gpu.exists(gone), gone
    assert "pam_systemd" in gpu.must("cat", "/etc/pam.d/common-session")
    gpu.must("pam-auth-update", "--disable", "systemd")  # nobody answers it here
    assert "clustergen" not in gpu.must("cat", "/etc/pam.d/sshd")
    let_in = hosts.ssh("gpu01", "id", "-un", user="alice")
    assert let_in.stdout == "alice\n", let_in.stderr
