"""Tiers that are filled from others: what the path carries, who copies, and files that name what the plan has."""

import json
import math
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.analysis.explain import explain
from generator.plan.draft import Draft
from generator.plan.transfer_paths import feed_path
from generator.plan.transfers import feeds
from generator.render.backends import slurm, transfers
from generator.workload.figure import Figure
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data


def spec(feed: dict[str, Any] | None = None, **fast: Any) -> Spec:
    """Return a cluster whose tier `capacity` fills `fast`."""
    made = cluster(4, storage=4)
    made["hosts"]["bulk"] = {"model": "storage-2u", "role": "storage", "count": 2, "max": 8}
    made["storage"]["fast"] |= fast
    made["storage"]["capacity"] = {
        "kind": "parallel",
        "mount": "/capacity",
        "hosts": "bulk",
        "feeds": {"fast": feed or {}},
    }
    if made["storage"]["fast"]["kind"] == "object":
        del made["storage"]["fast"]["mount"]
    return made


def worked(figure: Figure) -> float:
    """Work a figure out from its formula and inputs."""
    names: dict[str, Any] = {"min": min, "max": max, "ceil": math.ceil}
    return float(eval(figure.formula, {"__builtins__": {}}, names | dict(figure.inputs)))


def texts(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in transfers.render(close(plan), TEMPLATES)}


def test_the_path_is_as_fast_as_its_slowest_part(tmp_path: Path) -> None:
    """Two hosts of the source write 63 GB/s each, four of the target; a host that copies has two ports of 400 Gb/s."""
    plan = plan_data(spec({"tb": 36, "hours": 2}), tmp_path)
    path = feed_path(plan, next(feeds(plan)))
    assert path.needed is not None
    assert path.carried is not None
    assert path.needed.value == pytest.approx(worked(path.needed)) == pytest.approx(5)
    assert path.carried.value == pytest.approx(worked(path.carried)) == pytest.approx(100)
    assert path.carried.inputs["source_reads"] == pytest.approx(126)
    assert path.carried.inputs["target_writes"] == pytest.approx(252)
    both = plan_data(spec({"hosts": 2}), tmp_path)
    found = feed_path(both, next(feeds(both)))
    assert found.needed is None
    assert found.carried is not None
    assert found.carried.value == pytest.approx(126)


def test_local_drives_are_filled_on_every_host(tmp_path: Path) -> None:
    made = spec()
    made["storage"]["cache"] = {"kind": "local-nvme", "mount": "/cache"}
    made["storage"]["fast"]["feeds"] = {"cache": {"tb": 1.8, "hours": 1, "hosts": 4}}
    plan = plan_data(made, tmp_path)
    found = next(each for each in feeds(plan) if each.target.name == "cache")
    needed = feed_path(plan, found).needed
    assert needed is not None
    assert needed.value == pytest.approx(worked(needed)) == pytest.approx(2)
    assert "target_writes" not in (feed_path(plan, found).carried or needed).inputs
    assert "SLURM_PROCID" not in texts(plan)["slurm/transfer/fast_to_cache.sbatch"]
    assert "SLURM_PROCID" in texts(plan)["slurm/transfer/capacity_to_fast.sbatch"]


def test_explain_has_the_arithmetic_at_both_tiers(tmp_path: Path) -> None:
    plan = plan_data(spec({"tb": 36, "hours": 2}), tmp_path)
    for name in ("storage.fast", "storage.capacity"):
        lines = explain(plan, name).lines
        assert "the transfer to fast needs: 5 GB/s" in lines
        assert "the path to fast carries: 100 GB/s" in lines


def test_a_spec_that_states_no_feed_has_no_files(tmp_path: Path) -> None:
    plan = plan_data(cluster(), tmp_path)
    assert not texts(plan)
    assert "feeds" not in plan.site.storage["fast"].model_dump()


def test_the_order_of_feeds_means_nothing(tmp_path: Path) -> None:
    made = spec()
    made["storage"]["scratch"] = {"kind": "parallel", "mount": "/scratch", "hosts": "storage"}
    orders = [{name: {"tb": 1, "hours": 1} for name in names} for names in (("fast", "scratch"), ("scratch", "fast"))]
    found = []
    for order in orders:
        made["storage"]["capacity"]["feeds"] = order
        plan = plan_data(made, tmp_path)
        found.append((texts(plan), [*plan.site.storage["capacity"].feeds]))
    assert found[0] == found[1]


LUSTRE: dict[str, Any] = {"product": "Lustre", "lustre": {"metadata_hosts": 2, "fsname": "scratch"}}


def test_lustre_archives_by_hsm(tmp_path: Path) -> None:
    """The parameter has the name of the file system, not of the tier; a real shell runs the program with stand-ins that record."""
    plan = plan_data(spec({"idle_days": 30}, **LUSTRE), tmp_path)
    program = tmp_path / "hsm.sh"
    program.write_text(texts(plan)["storage/policies/capacity_to_fast.sh"])
    binaries, record = tmp_path / "bin", tmp_path / "record"
    binaries.mkdir()
    answers = {"lfs": "[ $1 != find ] || printf '/fast/a b\\0/fast/c\\0'\n", "stat": f"cat {tmp_path}/owner\n"}
    (tmp_path / "owner").write_text("0\n")
    for name in ("lctl", "lfs", "lhsmtool_posix", "mountpoint", "mkdir", "stat"):
        stand_in = binaries / name
        stand_in.write_text(f'#!/bin/sh\necho "{name} $*" >>{record}\n{answers.get(name, "")}')
        stand_in.chmod(0o755)
    for step in ("enable", "agent", "archive", "release"):
        subprocess.run(["sh", program, step], env={"PATH": f"{binaries}:/usr/bin:/bin"}, check=True)
    assert record.read_text().splitlines() == [
        "lctl set_param mdt.scratch-MDT*.hsm_control=enabled",
        "mountpoint --quiet /fast",
        "mountpoint --quiet /capacity",
        "mkdir -p -m 700 /capacity/.archive-fast",
        "stat --format=%u /capacity/.archive-fast",
        "lhsmtool_posix --daemon --hsm-root /capacity/.archive-fast --archive=1 /fast",
        "lfs find /fast --type f --atime +30 --print0",
        "lfs hsm_archive --archive=1 /fast/a b /fast/c",
        "lfs find /fast --type f --atime +30 --print0",
        "lfs hsm_release /fast/a b /fast/c",
    ]
    (tmp_path / "owner").write_text("65534\n")
    record.unlink()
    done = subprocess.run(["sh", program, "agent"], env={"PATH": f"{binaries}:/usr/bin:/bin"}, check=False)
    assert (done.returncode, "lhsmtool_posix" in record.read_text()) == (1, False)


def test_storage_scale_lists_by_a_rule(tmp_path: Path) -> None:
    scale: dict[str, Any] = {"disks": [{"device": "/dev/mapper/a0"}], "device": "gpu_fast"}
    plan = plan_data(spec({"idle_days": 90}, product="Storage Scale", scale=scale), tmp_path)
    text = texts(plan)["storage/policies/capacity_to_fast.policy"]
    assert "mmapplypolicy gpu_fast -P" in text
    assert "WHERE (DAYS(CURRENT_TIMESTAMP) - DAYS(ACCESS_TIME)) > 90" in text


def test_objects_change_their_class(tmp_path: Path) -> None:
    made = spec({"idle_days": 7, "storage_class": "COLD"}, kind="object", product="Ceph RGW")
    found = texts(plan_data(made, tmp_path))
    rule = json.loads(found["storage/policies/capacity_to_fast.json"])["Rules"][0]
    assert rule["Transitions"] == [{"Days": 7, "StorageClass": "COLD"}]
    assert "FROM=/capacity/$folder TO=fast:$folder" in found["slurm/transfer/capacity_to_fast.sbatch"]


def test_growth_changes_no_file(tmp_path: Path) -> None:
    small, large = spec({"idle_days": 30}, **LUSTRE), spec({"idle_days": 30}, **LUSTRE)
    large["hosts"]["gpu"]["count"], large["hosts"]["bulk"]["count"] = 16, 6
    assert texts(plan_data(small, tmp_path)) == texts(plan_data(large, tmp_path))


SRUN = """#!/bin/bash
shift 2
SLURM_NTASKS=1 SLURM_PROCID=0 exec "$@"
"""


@pytest.mark.proof
@pytest.mark.parametrize("everywhere", [False, True])
def test_a_job_that_runs_again_reverts_nothing(tmp_path: Path, everywhere: bool, program: Callable[[str], str]) -> None:
    """By the real rsync, with a stand-in for srun that is one task: a file that was written on the target since is kept, an older one is not."""
    program("rsync")
    made = spec(mount="/fast")
    made["storage"]["cache"] = {"kind": "local-nvme", "mount": "/cache"}
    made["storage"]["fast"]["feeds"] = {"cache": {}}
    text = texts(plan_data(made, tmp_path))[
        f"slurm/transfer/{'fast_to_cache' if everywhere else 'capacity_to_fast'}.sbatch"
    ]
    source, target = ("/fast", "/cache") if everywhere else ("/capacity", "/fast")
    text = text.replace(f"FROM={source}/", f"FROM={tmp_path}/from/").replace(f"TO={target}/", f"TO={tmp_path}/to/")
    copies = tmp_path / "to" / (f"user-{os.getuid()}/set" if everywhere else "set")
    job, srun = tmp_path / "job", tmp_path / "bin/srun"
    srun.parent.mkdir()
    srun.write_text(SRUN)
    srun.chmod(0o755)
    job.write_text(text)
    (tmp_path / "from/set").mkdir(parents=True)
    for name in ("newer", "older"):
        (tmp_path / "from/set" / name).write_text("of the source")
    run = ["bash", str(job), "set"]
    environment = {"PATH": f"{srun.parent}:/usr/bin:/bin"}
    subprocess.run(run, env=environment, check=True)
    for name, seconds in (("newer", 3600), ("older", -3600)):
        there = copies / name
        when = there.stat().st_mtime + seconds
        there.write_text("of the target")
        os.utime(there, (when, when))
    subprocess.run(run, env=environment, check=True)
    assert (copies / "newer").read_text() == "of the target"
    assert (copies / "older").read_text() == "of the source"


def test_users_have_a_folder_on_local_drives_that_jobs_fill(tmp_path: Path) -> None:
    """The prolog creates it, where the drives are mounted: a new file system belongs to root alone."""
    made = spec()
    made["scheduler"] = {"slurm": {"health": "none"}}
    made["storage"]["cache"] = {"kind": "local-nvme", "mount": "/cache"}
    made["storage"]["fast"]["feeds"] = {"cache": {}}
    plan = plan_data(made, tmp_path)
    binaries, record, program = tmp_path / "bin", tmp_path / "record", tmp_path / "prolog.sh"
    program.write_text(
        next(each.content for each in slurm.render(close(plan), TEMPLATES) if each.path == "slurm/prolog.sh")
    )
    binaries.mkdir()
    for name in ("install", "mountpoint"):
        (binaries / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{record}\n')
        (binaries / name).chmod(0o755)
    job = {"SLURMD_NODENAME": "gpu01", "SLURM_JOB_UID": "2001", "SLURM_JOB_ID": "7"}
    subprocess.run(["bash", program], env=job | {"PATH": f"{binaries}:/usr/bin:/bin"}, check=True)
    lines = record.read_text().splitlines()
    assert lines[lines.index("mountpoint -q /cache", 1) + 1] == "install -d -m 0700 -o 2001 /cache/user-2001"
    job_text = texts(plan)["slurm/transfer/fast_to_cache.sbatch"]
    assert "TO=/cache/user-$UID/$folder" in job_text
    assert "--nodelist=HOSTS" in job_text
    del made["storage"]["fast"]["feeds"]
    unfilled = slurm.render(close(plan_data(made, tmp_path)), TEMPLATES)
    assert "user-$SLURM_JOB_UID" not in next(each.content for each in unfilled if each.path == "slurm/prolog.sh")


def test_tenants_submit_to_their_partition(tmp_path: Path) -> None:
    made = spec()
    assert "--partition" not in texts(plan_data(made, tmp_path))["slurm/transfer/capacity_to_fast.sbatch"]
    made["tenants"] = {"red": {"hosts": ["gpu[01-03]"]}, "blue": {"hosts": ["gpu04"]}}
    plan = plan_data(made, tmp_path)
    assert "sbatch --partition=TENANT" in texts(plan)["slurm/transfer/capacity_to_fast.sbatch"]
    assert next(feeds(plan)).shares == {"red": 3, "blue": 1}


@pytest.mark.parametrize("target", [{"kind": "object", "product": "Ceph RGW"}, {}])
def test_objects_that_are_newer_are_kept(tmp_path: Path, target: dict[str, str]) -> None:
    """No release of rclone that leaves half a file, which would be the newer one, fills a file system."""
    made = spec()
    made["storage"]["objects"] = {"kind": "object", "hosts": "bulk", "product": "Ceph RGW", "feeds": {"fast": {}}}
    if target:
        made = spec(kind="object", product="Ceph RGW")
    job = next(text for text in texts(plan_data(made, tmp_path)).values() if "rclone copy" in text)
    assert "rclone copy --update " in job
    assert ("--inplace=false" in job) == (not target)


def test_bash_reads_every_job(tmp_path: Path) -> None:
    made = spec()
    made["storage"]["objects"] = {"kind": "object", "hosts": "bulk", "product": "Ceph RGW", "feeds": {"capacity": {}}}
    found = [text for path, text in texts(plan_data(made, tmp_path)).items() if path.endswith(".sbatch")]
    assert len(found) == 2
    for text in found:
        done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
