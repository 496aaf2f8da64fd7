"""What measures acceptance, with stand-ins of the programs that it runs: its results are those that the judge reads, and planted faults come through."""

import csv
import json
import os
import re
import runpy
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.render.backends import acceptance, cabling, host_system
from tests.acceptance_stand_ins import put_stand_ins
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data

Results = list[dict[str, Any]]
SECONDS = "1"


@pytest.fixture(scope="module")
def bed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with `tree`, stand-ins in `bin`, and the files of hosts in `etc/<host>`."""
    folder = tmp_path_factory.mktemp("bed")
    plan = close(plan_data(cluster(3), folder))
    for each in (
        *acceptance.render(plan, TEMPLATES),
        *cabling.render(plan, TEMPLATES),
        *host_system.render(plan, TEMPLATES),
    ):
        if each.path.startswith(("acceptance/", "hosts/gpu")) or each.path == "cabling/cables.csv":
            path = folder / "tree" / each.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(each.content, encoding="utf-8")
    put_stand_ins(folder / "bin")
    return folder


def measure(bed: Path, planted: Path, host: str, *words: str) -> Results:
    command = [sys.executable, "-I", str(bed / "tree/acceptance/measure.py"), "--host", host]
    environment = {"PATH": f"{bed}/bin:{os.environ['PATH']}", "PLANTED": str(planted), "STAND_IN_HOST": host}
    etc = ["--etc", str(bed / "tree/hosts" / host / "etc")]
    done = subprocess.run([*command, *etc, *words], capture_output=True, text=True, check=False, env=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def pair(bed: Path, planted: Path, name: str, port: int) -> Results:
    """Measure the pair of a round both ways, each end in a process of its own; the ports are one test's alone."""
    found: Results = []
    with ThreadPoolExecutor() as pool:
        for way in ("there", "back"):
            words = ("pairs", name, way, "--seconds", SECONDS, "--port", str(port))
            for each in pool.map(lambda host, words=words: measure(bed, planted, host, *words), ("gpu01", "gpu02")):
                found += each
    return found


def plant(folder: Path, **faults: Any) -> Path:
    path = folder / "planted.json"
    path.write_text(json.dumps({key.replace("__", "-").replace("_", " "): value for key, value in faults.items()}))
    return path


def test_a_sound_host_gives_every_figure_that_its_lines_judge(bed: Path, tmp_path: Path) -> None:
    found = measure(bed, plant(tmp_path), "gpu02", "host")
    stated = json.loads((bed / "tree/acceptance/lines.json").read_text(encoding="utf-8"))["lines"]
    judged = {
        each["test"] for each in stated if each["scope"] == "host" and (each["line"] is not None or not each["unit"])
    }
    assert judged <= {each["test"] for each in found}
    assert {each["test"]: each.get("value", each.get("ok")) for each in found} == {
        "gpu-count": True, "gpu-diagnostics": True, "memory-bandwidth": 2903.0, "host-to-device": 55.2, "peer-copy": 388.1, "all-reduce-host": 479.2,
        "tier-fast-capacity": 471.8592, "tier-home-capacity": 471.8592,
    }  # fmt: skip


def test_planted_faults_of_a_host_come_through(bed: Path, tmp_path: Path) -> None:
    faults = {
        "gpu02 gpus": 7,
        "gpu02 dcgmi": "Fail",
        "gpu02 host_to_device_memcpy_ce": 24.9,
        "gpu02 all_reduce_perf": 401.0,
    }
    (tmp_path / "planted.json").write_text(json.dumps(faults))
    found = {each["test"]: each for each in measure(bed, tmp_path / "planted.json", "gpu02", "host")}
    assert (found["gpu-count"]["ok"], found["gpu-count"]["text"]) == (False, "7 of 8 GPUs")
    assert (found["gpu-diagnostics"]["ok"], found["gpu-diagnostics"]["text"]) == (
        False,
        "exit 0: | GPU Memory | Fail |",
    )
    assert (found["host-to-device"]["value"], found["all-reduce-host"]["value"]) == (24.9, 401.0)


DCGM_3 = """\
Successfully ran diagnostic for group.
+---------------------------+------------------------------------------------+
| Diagnostic                | Result                                         |
+===========================+================================================+
|-----  Metadata  ----------+------------------------------------------------|
| DCGM Version              | 3.3.5                                          |
|-----  Deployment  --------+------------------------------------------------|
| Denylist                  | Pass                                           |
+-----  Integration  -------+------------------------------------------------+
| PCIe                      | Pass - All                                     |
+-----  Hardware  ----------+------------------------------------------------+
| GPU Memory                | Pass - All                                     |
| EUD Test                  | Skip - All                                     |
+---------------------------+------------------------------------------------+
"""
"""IBM/autopilot issue 68 and NVIDIA/DCGM issue 55, in which all tests of level 2 and above are skipped."""
DCGM_4 = """\
Successfully ran diagnostic for group.
|-----  Deployment  --------+------------------------------------------------|
| software                  | Pass                                           |
|                           | GPU0: Pass                                     |
+-----  Hardware  ----------+------------------------------------------------+
| memory                    | Pass                                           |
|                           | GPU0: Pass                                     |
"""
"""NVIDIA/DCGM issue 253 (release 4.2.3)."""
RVS = "[RESULT] [302017.167195] [gst-Tflops-2K2K2K-trig-fp4] [GPU:: 42583] GFLOPS 1063560 Target GFLOPS: 0 met: TRUE\n"
"""ROCm/ROCmValidationSuite, docs/ug1main.md."""


@pytest.mark.parametrize(
    ("kind", "said", "result"),
    [
        ("TABLE", DCGM_3, None),
        ("TABLE", DCGM_3.replace("Pass - All", "Skip - All"), "has tested no GPU"),
        ("TABLE", DCGM_3.replace("GPU Memory                | Pass - All", "GPU Memory                | Fail - GPU: 3"), "Fail - GPU: 3"),
        ("TABLE", DCGM_4, None),
        ("TABLE", DCGM_4.replace("GPU0: Pass", "GPU0: Fail"), "GPU0: Fail"),
        ("MET", RVS, None),
        ("MET", RVS + RVS.replace("TRUE", "FALSE"), "met: FALSE"),
        ("MET", RVS + "RVS-ERROR [gst] [gpustress] Action failed to run successfully.\n", "Action failed"),
        ("MET", "RVS-ERROR [CLI] No platform support for the detected GPU or no GPU detected !\n", "no GPU detected"),
        ("MET", "", "has tested no GPU"),
    ],
    ids=["3", "3-skipped", "3-fails", "4", "4-fails", "rvs", "rvs-false", "rvs-error", "rvs-none", "rvs-nothing"],
)  # fmt: skip
def test_diagnostics_pass_only_where_a_gpu_was_tested(
    bed: Path, tmp_path: Path, kind: str, said: str, result: str | None
) -> None:
    """As the programs print it, which all end with 0 here."""
    measured = runpy.run_path(str(bed / "tree/acceptance/measure.py"))
    (tmp_path / "said").write_text(said, encoding="utf-8")
    found = measured["passed"](["cat", str(tmp_path / "said")], measured[kind])
    assert found["ok"] is (result is None)
    assert (result or "") in found.get("text", "")


def test_the_size_of_a_mount_is_not_that_of_the_file_system_below_it(bed: Path, tmp_path: Path) -> None:
    (tmp_path / "planted.json").write_text(json.dumps({"gpu02 /fast at": "/", "gpu02 /home": 96_000_000_000_000}))
    found = {each["test"]: each for each in measure(bed, tmp_path / "planted.json", "gpu02", "host")}
    assert (found["tier-fast-capacity"]["ok"], found["tier-fast-capacity"]["text"]) == (False, "/fast is not mounted")
    assert found["tier-home-capacity"]["value"] == 96.0


def test_the_real_df_is_read(bed: Path, tmp_path: Path) -> None:
    """A mount that does not exist fails with df's own words."""
    (bed / "bin/df").rename(bed / "df")
    try:
        found = {each["test"]: each for each in measure(bed, plant(tmp_path), "gpu02", "host")}
    finally:
        (bed / "df").rename(bed / "bin/df")
    assert found["tier-fast-capacity"]["ok"] is False
    assert "/fast: No such file or directory" in found["tier-fast-capacity"]["text"]


def test_hosts_of_a_model_that_do_not_mount_a_tier_neither_measure_nor_miss_it(bed: Path, tmp_path: Path) -> None:
    """Of three hosts gpu03 does not mount /fast: it has no size of it, is not asked for one, and what it says of it is no share of the others'."""
    (tmp_path / "tree/cabling").mkdir(parents=True)
    for each in (*(bed / "tree/acceptance").iterdir(), bed / "tree/cabling/cables.csv"):
        copy = tmp_path / each.relative_to(bed)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(each.read_bytes())
    stated = json.loads((tmp_path / "tree/acceptance/lines.json").read_text(encoding="utf-8"))
    for line in stated["lines"]:
        if line["test"].startswith("tier-fast-"):
            line |= {"hosts": ["gpu01", "gpu02"], "line": {"TB": 400.0, "GB/s": 150.0}.get(line["unit"])}
    (tmp_path / "tree/acceptance/lines.json").write_text(json.dumps(stated), encoding="utf-8")
    found: Results = []
    for host in ("gpu01", "gpu02", "gpu03"):
        command = [sys.executable, "-I", str(tmp_path / "tree/acceptance/measure.py"), "--host", host, "host"]
        environment = {
            "PATH": f"{bed}/bin:{os.environ['PATH']}",
            "PLANTED": str(plant(tmp_path)),
            "STAND_IN_HOST": host,
        }
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        found += [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["host"] for each in found if each["test"] == "tier-fast-capacity"] == ["gpu01", "gpu02"]
    assert [each["host"] for each in found if each["test"] == "tier-home-capacity"] == ["gpu01", "gpu02", "gpu03"]
    found += [
        {"test": f"tier-fast-{way}-all", "host": f"gpu0{n}", "value": 60.0}
        for way in ("read", "write")
        for n in (1, 2, 3)
    ]
    path = tmp_path / "results.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in found), encoding="utf-8")
    judge = [sys.executable, "-I", str(tmp_path / "tree/acceptance/judge.py"), str(path)]
    text = subprocess.run(judge, capture_output=True, text=True, check=False).stdout
    assert "tier-fast-read-all: 120 of 2 hosts of dgx-h100 is below 150 GB/s" in text
    assert "tier-fast-capacity was not run" not in text


def tiers(bed: Path, planted: Path, host: str, *words: str) -> Results:
    """Measure the tiers with a root below the bed's folder, where /fast is a mount that this host may write to and /home is not there."""
    (bed / "root/fast/work").mkdir(parents=True, exist_ok=True)
    small = ("--root", str(bed / "root"), "--below", "work", "--seconds", "1", "--size", "16M")
    return measure(bed, planted, host, "tiers", *small, *words)


def test_a_host_alone_writes_and_reads_each_tier_and_leaves_nothing(bed: Path, tmp_path: Path) -> None:
    (tmp_path / "planted.json").write_text(json.dumps({"gpu02 fio read": 91_500_000_000, "gpu02 /home at": "/"}))
    found = {each["test"]: each for each in tiers(bed, tmp_path / "planted.json", "gpu02")}
    assert list(found) == ["tier-fast-write", "tier-fast-read", "tier-home-write", "tier-home-read"]
    assert (found["tier-fast-write"]["value"], found["tier-fast-read"]["value"]) == (80.0, 91.5)
    assert found["tier-home-read"]["text"] == "/home is not mounted"
    assert not list((bed / "root/fast/work").iterdir())


def test_no_more_is_read_than_was_written(bed: Path, tmp_path: Path) -> None:
    """A slow tier: the time is over before the files are whole, once after 5.5 MiB, once before the first block."""
    planted = tmp_path / "planted.json"
    for written, text in ((11 << 19, None), (1000, "less than 1 MiB a file was written")):
        planted.write_text(json.dumps({"gpu02 fio written": written}))
        (_, read) = tiers(bed, planted, "gpu02", "--tier", "fast")
        assert read.get("text") == text


def test_a_tier_is_not_filled_and_other_files_stay(bed: Path, tmp_path: Path) -> None:
    mine = bed / "root/fast/work/acceptance-gpu02"
    mine.mkdir(parents=True)
    (write, _) = tiers(bed, plant(tmp_path), "gpu02", "--tier", "fast", "--size", "100T")
    assert re.fullmatch(r".*/fast/work has [\d.]+ GB free, and the files take 1759218.6 GB: .*", write["text"])
    tiers(bed, plant(tmp_path), "gpu02", "--tier", "fast")
    assert mine.is_dir()
    mine.rmdir()


def test_hosts_that_start_at_the_same_time_have_a_share_each(bed: Path, tmp_path: Path) -> None:
    """A start that is over is now: nobody waits in this test; a folder that is not there fails."""
    found = {each["test"]: each for each in tiers(bed, plant(tmp_path), "gpu03", "--start", "1")}
    assert found["tier-fast-read-all"]["value"] == 80.0
    assert (found["tier-home-read-all"]["ok"], found["tier-home-read-all"]["text"][-25:]) == (
        False,
        "No such file or directory",
    )


def test_a_program_that_is_missing_fails_its_test(bed: Path, tmp_path: Path) -> None:
    (bed / "bin/dcgmi").rename(bed / "dcgmi")
    try:
        found = {each["test"]: each for each in measure(bed, plant(tmp_path), "gpu02", "host")}
    finally:
        (bed / "dcgmi").rename(bed / "bin/dcgmi")
    assert found["gpu-diagnostics"] == {
        "test": "gpu-diagnostics",
        "host": "gpu02",
        "ok": False,
        "text": "exit 127: dcgmi is not installed",
    }


def test_a_pair_is_measured_both_ways_over_every_port(bed: Path, tmp_path: Path) -> None:
    found = pair(bed, plant(tmp_path), "spine1", 21000)
    assert [each["way"] for each in found] == ["there"] * 8 + ["back"] * 8
    assert {each["host"] for each in found[:8]} == {"gpu01"}
    ports = json.loads((bed / "tree/acceptance/rounds.json").read_text(encoding="utf-8"))["ports"]["m2"].split()
    assert {f"{each['port']}:{each['peer_port']}" for each in found[:8]} == set(ports)
    assert {f"{each['peer_port']}:{each['port']}" for each in found[8:]} == set(ports)
    assert {each["value"] for each in found} == {392.5}


def test_what_only_sends_slowly_is_slow_one_way(bed: Path, tmp_path: Path) -> None:
    """A port that never answers has failed both ways; the judge counts the lower way of a round."""
    (tmp_path / "planted.json").write_text(json.dumps({"gpu02 mlx5_0 sends": 188.0, "gpu01 mlx5_3": 0}))
    found = pair(bed, tmp_path / "planted.json", "leaf1", 21100)
    figures = {(each["way"], each["port"]): each.get("value", each.get("text")) for each in found}
    device = {
        line.split()[1]: line.split()[0]
        for line in (bed / "tree/hosts/gpu02/etc/clustergen/cables").read_text().splitlines()[2:]
    }
    slow, dead = device["mlx5_0"], device["mlx5_3"]
    assert (figures["there", slow], figures["back", slow]) == (392.5, 188.0)
    assert figures["there", dead] == "exit 1: Failed to modify QP to RTR"
    results = tmp_path / "results.jsonl"
    results.write_text("".join(json.dumps(each) + "\n" for each in found))
    command = [sys.executable, "-I", str(bed / "tree/acceptance/judge.py"), str(results)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)
    assert told.returncode == 1
    assert f"gpu02 {slow} (leaf) 188 is below 380 Gb/s" in told.stdout
    assert f"gpu01 {dead} (leaf) 0 is below 380 Gb/s" in told.stdout


def test_pairs_of_other_rounds_and_of_the_other_way_have_other_tcp_ports(bed: Path, tmp_path: Path) -> None:
    """Hosts of Kubernetes are not in the same round at the same time: a late host is not taken for the partner of another round."""
    tree = bed / "tree/acceptance"
    log = tmp_path / "ib_write_bw"
    log.write_text(f'#!/bin/sh\necho "$*" >>{tmp_path}/asked\necho " 65536 7421 0.00 392.50 0.748"\n', encoding="utf-8")
    log.chmod(0o755)
    ports: dict[tuple[str, str], dict[str, list[str]]] = {}
    for line in csv.DictReader((tree / "pairs.csv").read_text(encoding="utf-8").splitlines()):
        for way, host in ((way, host) for way in ("there", "back") for host in (line["a"], line["b"])):
            environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
            words = ("--host", host, "--etc", str(bed / "tree/hosts" / host / "etc"), "pairs", line["round"], way)
            command = [sys.executable, "-I", str(tree / "measure.py"), *words]
            subprocess.run(command, check=True, capture_output=True, env=environment)
            asked = (tmp_path / "asked").read_text(encoding="utf-8")
            (tmp_path / "asked").unlink()
            ports.setdefault((line["round"], way), {})[host] = sorted(re.findall(r"-p (\d+)", asked))
    assert all(len({tuple(each) for each in found.values()}) == 1 for found in ports.values()), "both ends agree"
    every = [port for found in ports.values() for port in next(iter(found.values()))]
    assert len(every) == len(set(every)) == 8 * len(ports)


def test_a_device_that_no_document_names_is_the_one_of_the_interface(bed: Path, tmp_path: Path) -> None:
    """As on hosts with AMD's GPUs, whose card has - in /etc/clustergen/cables: the kernel has the device below that of the interface (rail1 has none)."""
    etc = tmp_path / "etc/clustergen"
    etc.mkdir(parents=True)
    (etc / "cables").write_text(
        "".join(f"rail{n} - CH00{n} compute-leaf1 Ethernet{n} {n}/1\n" for n in range(8)), encoding="utf-8"
    )
    for number in (0, *range(2, 8)):
        (tmp_path / f"sys/class/net/rail{number}/device/infiniband/bnxt_re{number}").mkdir(parents=True)
    program = tmp_path / "ib_write_bw"
    program.write_text(
        f'#!/bin/sh\necho "$*" >>{tmp_path}/asked\necho " 65536 7421 0.00 392.50 0.748"\n', encoding="utf-8"
    )
    program.chmod(0o755)
    command = [
        sys.executable,
        "-I",
        str(bed / "tree/acceptance/measure.py"),
        "--host",
        "gpu01",
        "--etc",
        str(tmp_path / "etc"),
        "--sys",
        str(tmp_path / "sys"),
    ]
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        [*command, "pairs", "leaf1", "there"], capture_output=True, text=True, check=True, env=environment
    )
    asked = (tmp_path / "asked").read_text(encoding="utf-8")
    assert sorted(re.findall(r"-d (\S+)", asked)) == [f"bnxt_re{number}" for number in (0, *range(2, 8))]
    found = {each["port"]: each for each in map(json.loads, done.stdout.splitlines())}
    assert found["rail0"]["value"] == 392.5
    assert (
        found["rail1"]["text"]
        == "neither /etc/clustergen/cables nor /sys/class/net/rail1/device/infiniband names one RDMA device"
    )


def test_a_partner_that_is_not_there_is_named_and_gives_exit_3(bed: Path, tmp_path: Path) -> None:
    """perftest prints two more lines after that it could not connect (perftest_communication.c, write_bw.c)."""
    program = tmp_path / "ib_write_bw"
    said = "Couldn't connect to gpu02:18515\nUnable to open file descriptor for socket connection\n Unable to init the socket connection\n"
    program.write_text(f"#!/bin/sh\ncat >&2 <<'END'\n{said}END\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    command = [
        sys.executable,
        "-I",
        str(bed / "tree/acceptance/measure.py"),
        "--host",
        "gpu01",
        "--etc",
        str(bed / "tree/hosts/gpu01/etc"),
    ]
    done = subprocess.run(
        [*command, "pairs", "leaf1", "there", "--patience", "0"],
        capture_output=True, text=True, check=False, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"},
    )  # fmt: skip
    assert done.returncode == 3
    assert {json.loads(line)["text"] for line in done.stdout.splitlines()} == {
        "exit 1: Couldn't connect to gpu02:18515"
    }


@pytest.mark.parametrize(("hours", "first"), [("0", 900), ("72", 3600)])
def test_a_pod_waits_longer_in_each_round_and_not_twice_for_a_host_that_is_gone(
    bed: Path, tmp_path: Path, hours: str, first: int
) -> None:
    """In leaf1 nobody is there."""
    (tmp_path / "run.sh").write_bytes((bed / "tree/acceptance/run.sh").read_bytes())
    (tmp_path / "measure.py").write_text(
        "import sys\nprint(*sys.argv[2:])\nsys.exit(3 if 'leaf1' in sys.argv else 0)\n", encoding="utf-8"
    )
    environment = {
        "PATH": os.environ["PATH"],
        "HOST": "gpu02",
        "RUN": "trial",
        "PARTS": "leaf1 spine1",
        "AMONG": "a,b",
        "HOURS": hours,
    }
    done = subprocess.run(
        ["bash", str(tmp_path / "run.sh")], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("exit 3")) == (0, 2)
    given = "".join(
        (tmp_path / f"results/trial-{part}.jsonl").read_text(encoding="utf-8") for part in ("leaf1", "spine1")
    )
    assert [(line.split()[1:3], line.split("=")[-1]) for line in given.splitlines()] == [
        (["leaf1", "there"], str(first)), (["leaf1", "back"], "60"), (["spine1", "there"], str(2 * first)), (["spine1", "back"], str(2 * first)),
    ]  # fmt: skip


def test_a_host_without_its_partner_measures_no_pair(bed: Path, tmp_path: Path) -> None:
    """Of a run of some hosts: nothing is tried, and so nothing fails."""
    assert measure(bed, plant(tmp_path), "gpu01", "pairs", "leaf1", "there", "--among", "gpu01,gpu03") == []


def test_a_pod_runs_all_parts_on_its_host(bed: Path, tmp_path: Path) -> None:
    """The script of Kubernetes' jobs: the tests of the host, then its pairs, none of which has both ends here."""
    script = bed / "tree/acceptance/run.sh"
    environment = {
        "PATH": f"{bed}/bin:{os.environ['PATH']}",
        "PLANTED": str(plant(tmp_path)),
        "STAND_IN_HOST": "gpu02",
        "HOST": "gpu02",
        "RUN": "trial",
        "PARTS": "host leaf1",
        "AMONG": "gpu02",
    }
    done = subprocess.run(["bash", str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "host\nleaf1\n", "")
    found = script.parent / "results"
    lines = (found / "trial-host.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["host"] for line in lines} == {"gpu02"}
    assert (found / "trial-leaf1.jsonl").read_text(encoding="utf-8") == ""


def test_a_pod_writes_to_each_tier_at_the_time_of_all_hosts(bed: Path, tmp_path: Path) -> None:
    """A start that is over is now; this machine has none of the mounts, and both say so."""
    script = bed / "tree/acceptance/run.sh"
    environment = {
        "PATH": f"{bed}/bin:{os.environ['PATH']}",
        "PLANTED": str(plant(tmp_path)),
        "STAND_IN_HOST": "gpu02",
        "HOST": "gpu02",
        "RUN": "written",
        "PARTS": "tiers",
        "TIERS_BELOW": f"none-{os.getpid()}",
        "TIERS_START": "1",
    }
    done = subprocess.run(["bash", str(script)], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "tiers\n", "")
    lines = (script.parent / "results/written-tiers.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    assert [each["test"] for each in found] == [
        *(f"tier-{name}-files" for name in ("fast", "home")),
        *(f"tier-{name}-{way}-all" for name in ("fast", "home") for way in ("write", "read")),
    ]
    assert all(each["text"].endswith("No such file or directory") for each in found)


def calls(bed: Path, folder: Path, **given: str) -> list[str]:
    """Run the job of a model with stand-ins for Slurm's commands; returns the words of `measure.py`, with the hosts of each start before them."""
    programs = {
        "srun": 'all=$*; echo "${all%%--cpu-bind*}${all##*measure.py}" >>"$CALLS"',
        "squeue": "echo 3",
        "scontrol": '[ "$1" = update ] || printf "gpu01\\ngpu02\\ngpu03\\n"',
    }
    for name, text in programs.items():
        (folder / name).write_text(f"#!/bin/bash\n{text}\n", encoding="ascii")
        (folder / name).chmod(0o755)
    slurm = {"SLURM_JOB_ID": "17", "SLURM_ARRAY_JOB_ID": "17", "SLURM_ARRAY_TASK_ID": "0", "SLURM_JOB_NODELIST": "gpu"}
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CALLS": str(folder / "calls"), **slurm, **given}
    script = str(bed / "tree/acceptance/dgx-h100.sbatch")
    subprocess.run(["bash", script], env=environment, cwd=folder, check=True)
    return (folder / "calls").read_text(encoding="ascii").splitlines()


def test_a_job_measures_tiers_last_where_it_may_write(bed: Path, tmp_path: Path) -> None:
    """Of each tier on one host alone, then on all at the same time, with the hosts of the job; without a folder no tier is touched."""
    one, others = tmp_path / "one", tmp_path / "others"
    one.mkdir()
    others.mkdir()
    without = calls(bed, one, PARTS="all")
    assert without[0] == "--no-kill --nodes=3  host --hours=0"
    assert len(without) == 9
    found = calls(bed, others, PARTS="all", TIERS_BELOW="work", TIERS_SIZE="1G")
    assert found[:9] == without
    assert found[9] == "--no-kill --nodes=3  tiers --among=gpu01,gpu02,gpu03 --below=work --size=1G --seconds=60"
    together = re.fullmatch(
        r"--no-kill --nodes=3  tiers --among=gpu01,gpu02,gpu03 --below=work --size=1G --seconds=60 --start=(\d+)",
        found[10],
    )
    assert together
    assert abs(int(together[1]) - time.time() - 60) < 30
    assert re.search(r"files.py --among=gpu01,gpu02,gpu03 --below=work --start=\d+$", found[11])
    alone = calls(bed, others, PARTS="tiers", TIERS_BELOW=".", TIERS_SECONDS="9")[12:]
    assert [line.partition("  ")[2].split()[0] for line in alone[:2]] == ["tiers", "tiers"]
    assert all("--seconds=9" in line for line in alone[:2])


def test_bash_reads_the_array_of_jobs(bed: Path) -> None:
    text = (bed / "tree/acceptance/dgx-h100.sbatch").read_text(encoding="utf-8")
    for script, code in ((text, 0), (text.replace("done\n", ""), 2)):
        done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
    assert "\n#SBATCH --nodelist=gpu[01-03]\n" in text
    assert "\n#SBATCH --array=0-5%1\n" in text
