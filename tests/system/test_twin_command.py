"""`clustergen twin` as a person starts it: a tree runs, a planted fault is found, and nothing is left behind, whatever ends it."""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.twin.open import opened, prepare
from generator.twin.order import read_order
from tests.conftest import ROOT
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.tenancy_specs import everywhere
from tests.twin.needs import require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.proof

ENDED = {signal.SIGKILL: -9, signal.SIGTERM: 143, signal.SIGINT: 130}
FILES = 600
GONE_S = 10.0
"""How long the kernel may take to end what was inside."""
PAGE = ROOT / "docs" / "twin.md"
_NETPLAN = "etc/netplan/60-clustergen.yaml"


@pytest.fixture(autouse=True)
def needed(program: Callable[[str], str]) -> None:
    require(program)


def started(*words: str) -> subprocess.Popen[str]:
    # fewer open files than the ports of most trees here: a usual limit is 1,024, and a fabric has as many as that
    command = ("prlimit", f"--nofile={FILES}", sys.executable, "-m", "generator", "twin", *words)
    pipe = subprocess.PIPE
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=env)


def ran(*words: str, stdin: str = "") -> tuple[int, list[dict[str, Any]], str]:
    """Run it to its end: its exit code, its answers and what it wrote on standard error."""
    process = started(*words, "--json")
    out, err = process.communicate(stdin, timeout=300)
    return process.returncode, [json.loads(line) for line in out.splitlines()], err


def scripted(tree: Path, *orders: str, more: tuple[str, ...] = ()) -> tuple[int, list[dict[str, Any]], str]:
    return ran(str(tree), *more, *(word for order in orders for word in ("-c", order)))


def test_a_tree_runs_fails_and_heals(
    rendered: Callable[[str], Path], proven: Callable[[str, str], None], program: Callable[[str], str]
) -> None:
    """Every command on two leaves of one pair: what answers is what the plan and the cables say, with a leaf less too."""
    code, said, err = scripted(
        rendered("small-4-hosts"),
        "show", "ping gpu1 gpu2", "ping compute-leaf1 compute-leaf2", "paths gpu1:rail0 gpu2:rail7", "reach",
        "fail compute-leaf1 gpu4", "reach", "routes", "paths gpu1 gpu2", "heal gpu4", "heal", "reach",
    )  # fmt: skip
    up, show, ping, loopbacks, paths, whole, fail, less, routes, dark, one, rest, again = said
    assert code == 0, err
    assert [each["command"] for each in said if not each["as_designed"]] == []
    assert (up["switches"], up["hosts"]) == (2, 10)
    assert show["failed"] == []
    assert [part for part, _ in up["not_brought_up"]] == ["fabric oob (15 links)"]
    assert ping["fabrics"]["compute"] == {"pairs": 64, "answered": 64, "expected": 64, "not judged": 0}
    assert loopbacks["answered"] == 1
    assert (paths["pairs"][0]["paths"], paths["pairs"][0]["switches"]) == (16, [["compute-leaf1"], ["compute-leaf2"]])
    assert whole["fabrics"]["compute"]["answered"] == 4 * 3 * 64
    assert len(fail["host_ports_down"]) > 32
    # three hosts with four rails each are left, and every bond goes on with its other port
    assert less["fabrics"]["compute"]["answered"] == 3 * 2 * 16
    assert less["fabrics"]["frontend"]["answered"] == 9 * 8
    assert routes["switches"] == 1
    assert [pair["paths"] for pair in dark["pairs"]][:5] == [0, 0, 0, 0, 1]
    assert (one["failed"], rest["failed"]) == (["compute-leaf1"], [])
    assert again["fabrics"] == whole["fabrics"]
    proven("FRR", f"clustergen twin: small-4-hosts up in {up['seconds']} s, a leaf and a host fail and return, all as designed")  # fmt: skip


def test_commands_come_from_standard_input(rendered: Callable[[str], Path]) -> None:
    """As they come; a line that is no command, and a name that nothing has, are reported and make the run end with 1."""
    tree = str(rendered("small-4-hosts"))
    code, said, err = ran(
        tree,
        "--hosts",
        "2",
        stdin="# two hosts of ten\nreach\nreech\nping control1 gpu9\nping control1 gpu1\nquit\nroutes\n",
    )
    assert code == 1
    assert [each["command"] for each in said] == ["up", "reach", "ping control1 gpu9", "ping control1 gpu1"]
    assert said[0]["hosts"] == 2
    assert said[1]["as_designed"]
    assert "there is no command 'reech'; did you mean reach?" in err
    assert "no device of the twin is called 'gpu9'; did you mean gpu3?" in said[2]["error"]
    assert "gpu1 is in the tree but not up" in said[3]["error"]
    assert "2 of 10 hosts, as asked" in err


def test_the_page_shows_what_it_prints(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """The command of docs/twin.md, run on the example; seconds and the memory of the machine are others."""
    block = re.findall(
        r"^```console\n\$ clustergen (.*?)\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    ((words, shown),) = block
    shutil.copytree(rendered("small-4-hosts"), tmp_path / "build")
    command = (sys.executable, "-m", "generator", *shlex.split(words))
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, check=False)  # fmt: skip
    assert done.returncode == 0
    assert _plain(done.stdout) == _plain(shown)


def _plain(text: str) -> str:
    return re.sub(r"of [\d,]+ MiB available", "of N MiB available", re.sub(r"\d+\.\d s", "N s", text))


@pytest.fixture
def broken(rendered: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of a tree, to be changed."""
    return shutil.copytree(rendered("small-4-hosts"), tmp_path / "broken")


def test_a_session_that_is_missing_is_found(broken: Path, proven: Callable[[str, str], None]) -> None:
    """A neighbor less in one frr.conf: the manifest refuses it; with --changed the cable is named, and the routes that lack it."""
    file = broken / "switches" / "compute-leaf1" / "frr.conf"
    text = file.read_text(encoding="utf-8")
    port = re.findall(r"^ neighbor (Ethernet\d+) interface ", text, re.MULTILINE)[0]
    kept = [line for line in text.splitlines() if f" neighbor {port} " not in line]
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")
    code, said, err = scripted(broken, "routes")
    assert (code, said) == (1, [])
    assert "switches/compute-leaf1/frr.conf was changed after it was written" in err
    code, said, _ = scripted(broken, "routes", "paths gpu1:rail0 gpu2:rail7", more=("--changed", "--wait", "40"))
    assert code == 1
    assert [each["as_designed"] for each in said] == [False, False, False]
    first = said[1]["not_as_designed"][0]
    assert first.startswith(f"no BGP session between compute-leaf1 {port} and compute-leaf2 ")
    assert "(cable " in first
    assert said[2]["pairs"][0]["paths"] == said[2]["pairs"][0]["designed"] - 1
    assert said[2]["not_as_designed"] == [f"gpu1 rail0 to gpu2 rail7: compute-leaf1 does not use {port}"]
    proven("FRR", "clustergen twin: a neighbor less in one frr.conf is found, with its cable")


def test_a_host_with_a_wrong_address_is_found(broken: Path) -> None:
    """Its own file gives a port another address: it is silent where the plan has it answer."""
    file = broken / "hosts" / "gpu2" / _NETPLAN
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"10.16.0.2/', '"10.16.0.8/').replace('"10.16.0.3"', '"10.16.0.9"'), encoding="utf-8")
    code, said, _ = scripted(broken, "ping gpu1 gpu2", "ping gpu1 gpu3", more=("--changed",))
    assert code == 1
    assert [each["as_designed"] for each in said] == [True, False, True]
    odd, fault = said[1]["not_as_designed"]
    assert odd == "gpu2 rail1 has 10.16.0.8 by its file, and 10.16.0.2 by the plan"
    assert fault.startswith(
        "gpu2 rail1 does not answer gpu1 rail0 (and 7 more pairs of these hosts), but the plan allows"
    )


def test_a_file_that_frr_refuses_ends_it(broken: Path) -> None:
    file = broken / "switches" / "compute-leaf2" / "frr.conf"
    file.write_text(file.read_text(encoding="utf-8").replace(" bgp router-id", " bgp roter-id", 1), encoding="utf-8")
    code, said, err = scripted(broken, "routes", more=("--changed",))
    assert (code, said) == (1, [])
    assert "FRR refuses a file: compute-leaf2" in err
    assert "roter-id" in err


def test_tenants_stay_apart_and_answer_their_own(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Three fabrics with two tenants: who is silent is who the plan keeps apart, before and after a spine has failed."""
    write_tree(render_tree(plan_data(everywhere(), tmp_path), TEMPLATES), tmp_path / "tree")
    code, said, err = scripted(tmp_path / "tree", "reach", "fail compute-spine1", "reach", "heal")
    assert code == 0, err
    up, before, _, after, _ = said
    compute = before["fabrics"]["compute"]
    assert 0 < compute["answered"] == compute["expected"] < compute["pairs"]
    assert after["fabrics"] == before["fabrics"]
    left_out = dict(up["not_brought_up"])
    assert "connections to the site (fw, fw-blue, router)" in left_out
    assert left_out["tagged VLANs of 3 hosts"] == "the twin has no 802.1Q"
    proven("FRR", f"clustergen twin: two tenants, {compute['answered']} of {compute['pairs']} pairs on compute answer, as designed")  # fmt: skip


def test_switches_of_cumulus_linux(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Ports by startup.yaml, routing by the frr.conf beside it: spines, a pair with VRR, and each fails."""
    cumulus = {"model": "sn5600", "os": "cumulus"}
    spec = cluster(2, 32, 2, 1, leaf=cumulus, spine=cumulus)
    spec["fabrics"]["storage"] |= {"leaf": cumulus, "spine": cumulus}
    spec["fabrics"]["frontend"] = {"technology": "ethernet", "leaf": {"model": "sn4600c", "os": "cumulus"}}
    write_tree(render_tree(plan_data(spec, tmp_path), TEMPLATES), tmp_path / "tree")
    assert (tmp_path / "tree/switches/compute-leaf1/startup.yaml").is_file()
    orders = ("reach", "paths gpu01:rail0 gpu02:rail7", "fail compute-spine1 frontend-leaf1", "reach", "heal", "routes")
    code, said, err = scripted(tmp_path / "tree", *orders)
    assert code == 0, err
    up, before, paths, _, after, *_ = said
    assert [set(of) for of in before["fabrics"].values()] == [{"pairs", "answered", "expected", "not judged"}] * 3
    assert all(of["answered"] == of["expected"] == of["pairs"] for of in before["fabrics"].values())
    assert after["fabrics"] == before["fabrics"]
    assert paths["pairs"][0]["paths"] == paths["pairs"][0]["designed"] > 1
    proven("FRR", f"clustergen twin: {up['switches']} switches of Cumulus Linux, a spine and a frontend leaf fail and return")  # fmt: skip


def test_opensm_routes_the_subnets(
    rendered: Callable[[str], Path], tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """As rendered, and without a spine and a cable; two plugs that are swapped in cables.csv are found, and a file that would load a library is refused."""
    for name in ("ibsim", "opensm", "ibnetdiscover"):
        program(name)
    code, said, err = scripted(rendered("a100-h100-mixed"), "subnets", "subnets compute-spine1 CH001", "subnets gpu99")
    assert code == 1
    _, whole, less, unknown = said
    assert whole["as_designed"], err
    assert less["as_designed"], err
    assert unknown["error"] == "no device or cable of an InfiniBand subnet is called 'gpu99'"
    assert whole["subnets"]["compute"]["engine"] == "ftree"
    assert whole["subnets"]["compute"]["links"] > less["subnets"]["compute"]["links"] + 1
    tree = shutil.copytree(rendered("a100-h100-mixed"), tmp_path / "tree")
    table = tree / "cabling" / "cables.csv"
    one, two = (row for row in csv.DictReader(table.read_text(encoding="utf-8").splitlines()) if row["cable_id"] == "CH001" and row["b_device"] == "compute-leaf1")  # fmt: skip
    text = table.read_text(encoding="utf-8")
    text = text.replace(",ampere1,", ",x,").replace(",ampere2,", ",ampere1,").replace(",x,", ",ampere2,")
    table.write_text(text, encoding="utf-8")
    options = tree / "infiniband" / "storage" / "opensm.conf"
    options.write_text(options.read_text(encoding="utf-8") + "event_plugin_name evil\n", encoding="utf-8")
    code, said, _ = scripted(tree, "subnets", more=("--changed",))
    assert code == 1
    assert "would start more than OpenSM" in said[1]["error"]
    options.unlink()
    code, said, _ = scripted(tree, "subnets", more=("--changed",))
    assert code == 1
    assert any(f"{one['a_device']} " in fault and f"{two['a_device']} " in fault and "swapped" in fault for fault in said[1]["not_as_designed"])  # fmt: skip
    figures = ", ".join(f"{name} {row['links']} links ({row['engine']})" for name, row in whole["subnets"].items())
    proven("OpenSM on ibsim", f"clustergen twin: {figures}, as designed, also without a spine; swapped plugs are found")


def test_it_grows(rendered: Callable[[str], Path], proven: Callable[[str, str], None]) -> None:
    """Within the envelope nothing is interrupted, and new hosts answer; a tree that is smaller changes what is up, and is refused."""
    code, said, err = scripted(
        rendered("roce-16"), f"grow {rendered('roce-64')}", "ping gpu01 gpu08", "fail gpu08", "heal", f"grow {rendered('roce-16')}"
    )  # fmt: skip
    up, grown, ping, _, _, refused = said
    assert code == 1
    assert [each["as_designed"] for each in said[:-1]] == [True] * 5, err
    assert up["hosts"] + len(grown["hosts"]) == 16
    assert ping["fabrics"]["compute"] == {"pairs": 64, "answered": 64, "expected": 64, "not judged": 0}
    assert "grow only adds, but" in refused["error"]
    proven("FRR", f"clustergen twin: {len(grown['hosts'])} hosts and {grown['links']} links come while it runs, and no session is interrupted")  # fmt: skip


def test_bfd_sends_less_often(rendered: Callable[[str], Path], proven: Callable[[str, str], None]) -> None:
    """Every session has the interval, also one that comes later; the routes are as designed, and the answer names what is not as in the files."""
    running, _ = prepare(rendered("roce-16"), 4, 60, 1500)
    with opened(running):
        up = running.start()
        order = read_order(f"grow {rendered('roce-64')}")
        assert order is not None
        grown = order.run(running)
        peers = [peer for switch in running.bed.switches for peer in json.loads(running.bed.show(switch, "show bfd peers json"))]  # fmt: skip
        ports = 2 * len(running.bed.links)
    assert (up.as_designed, grown.as_designed) == (True, True), up.text() + grown.text()
    assert any(line.startswith("not brought up: BFD every 300 ms: it sends every 1,500 ms") for line in up.lines)
    assert len(peers) == ports
    assert {(peer["transmit-interval"], peer["receive-interval"], peer["status"]) for peer in peers} == {(1500, 1500, "up")}  # fmt: skip
    proven("FRR", f"clustergen twin: BFD of {ports} ports sends every 1,500 ms instead of 300, also on links that came later")  # fmt: skip


def test_new_leaves_come_while_it_runs(tmp_path: Path, proven: Callable[[str, str], None]) -> None:
    """Four leaves and their hosts: the spines take them up, and whoever was there loses no session."""
    sn4700 = {"model": "sn4700", "os": "sonic"}
    trees = []
    for count in (8, 16):
        spec = cluster(count, 24, 2, 1, topology="fat-tree", leaf=sn4700, spine=sn4700)
        (folder := tmp_path / str(count)).mkdir()
        write_tree(render_tree(plan_data(spec, folder), TEMPLATES), folder / "tree")
        trees.append(folder / "tree")
    code, said, err = scripted(trees[0], f"grow {trees[1]}", "ping gpu01 gpu16", "paths gpu01 gpu16")
    assert code == 0, err
    up, grown, ping, paths = said
    assert (len(grown["switches"]), len(grown["hosts"])) == (4, 8)
    assert "interrupted: 0" in grown["lines"][1]
    assert ping["fabrics"]["compute"]["answered"] == 64
    assert paths["pairs"][0]["paths"] == paths["pairs"][0]["designed"] > 1
    proven("FRR", f"clustergen twin: {up['switches']} switches run, 4 leaves and 8 hosts come, and no session is interrupted")  # fmt: skip


@pytest.mark.parametrize("kind", ENDED, ids=lambda kind: kind.name)
def test_nothing_is_left_behind(kind: signal.Signals, rendered: Callable[[str], Path]) -> None:
    """Ended while it runs, it takes every daemon and namespace with it, and another one starts."""
    tree = str(rendered("small-4-hosts"))
    ports = set(Path("/sys/class/net").iterdir())
    process = started(tree, "--json")
    assert process.stdout is not None
    try:
        assert json.loads(process.stdout.readline())["as_designed"]
        inside = set(_below(process.pid))
        assert len(inside) > 2 * 4
        process.send_signal(kind)
        process.wait(timeout=60)  # its standard input stays open: its end would be another reason to stop
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == ENDED[kind]
    _wait_until_gone(inside)
    assert set(Path("/sys/class/net").iterdir()) == ports
    assert not list(Path("/run/netns").glob("compute-leaf*"))
    code, said, err = scripted(Path(tree), "ping gpu1 gpu2")
    assert code == 0, err
    assert said[1]["as_designed"]


def _below(pid: int) -> Iterator[int]:
    """Yield every process of the pid namespaces below a process: daemons there are children of its first process."""
    namespaces = set()
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((path / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[1])
            if parent == pid:
                namespaces.add((path / "ns" / "pid_for_children").stat().st_ino)
        except OSError:
            continue
    namespaces.discard(Path("/proc/self/ns/pid").stat().st_ino)
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if (path / "ns" / "pid").stat().st_ino in namespaces:
                yield int(path.name)
        except OSError:
            continue


def _wait_until_gone(processes: set[int]) -> None:
    begin = time.monotonic()
    while left := [pid for pid in processes if Path(f"/proc/{pid}").exists()]:
        assert time.monotonic() - begin < GONE_S, left
        time.sleep(0.1)
