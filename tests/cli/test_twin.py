"""`clustergen twin` without a network: what it refuses, what it decides before it starts, and what it expects."""

from __future__ import annotations

import itertools
import json
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from generator.cli import twin as cli
from generator.cli.main import main
from generator.twin import bfd, lost_neighbours, memory, needs, neighbours, subnet
from generator.twin.answer import Answer, TwinError
from generator.twin.bed import Bed
from generator.twin.design import Design
from generator.twin.growing import additions
from generator.twin.open import prepare
from generator.twin.order import all_commands, help_text, read_order
from generator.twin.sample_tree import SampleTree
from generator.twin.scope import read_scope
from generator.twin.slurm_files import read_slurm
from generator.twin.tree import Tree
from generator.verify.discovered import read_subnet

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    from generator.twin.design import Place


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["twin", *words])


@pytest.fixture
def small(rendered: Callable[[str], Path]) -> Path:
    return rendered("small-4-hosts")


@pytest.fixture
def copy(small: Path, tmp_path: Path) -> Path:
    return shutil.copytree(small, tmp_path / "copy")


def bed_of(tree: Path) -> Bed:
    return Bed(SampleTree(tree, read_scope(tree).fabrics))


def place(places: list[Place], name: str) -> Place:
    (found,) = (each for each in places if str(each) == name)
    return found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ruotes", "there is no command 'ruotes'; did you mean routes?"),
        ("xyzzy", "the commands are show, ping, reach, paths, routes, fail, heal, grow, subnets"),
        ("ping gpu1", "ping has other words; write: ping A B"),
        ("show all", "show has other words; write: show"),
        ("fail", "fail has other words; write: fail DEVICE|CABLE ..."),
    ],
)
def test_a_line_that_is_no_command(line: str, said: str) -> None:
    """It is misuse, and nothing starts."""
    with pytest.raises(TwinError) as refused:
        read_order(line)
    assert said in str(refused.value)
    done = run(".", "-c", line)
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.parametrize("line", ["", "  ", "# nothing", "\n"])
def test_a_line_with_nothing_in_it(line: str) -> None:
    assert read_order(line) is None


def test_words_of_a_line() -> None:
    order = read_order("fail  compute-leaf1 CH01 # both\n")
    assert order is not None
    assert (order.command.name, order.words) == ("fail", ("compute-leaf1", "CH01"))


def test_the_help_has_every_command() -> None:
    shown = run("--help").output
    assert all(f"    {each.usage}  " in shown for each in all_commands().values())
    assert all(each.help.endswith(".") for each in all_commands().values())
    assert "quit" in help_text()


def test_a_name_that_nothing_has(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is reported before anything starts, with names that are near."""
    monkeypatch.setattr(cli, "require", lambda: None)
    done = run(str(small), "-c", "fail compute-leaf3")
    assert done.exit_code == 1
    assert "no device or cable of the twin is called 'compute-leaf3'; did you mean compute-leaf" in done.stderr
    assert not done.stdout


def test_missing_programs_and_root(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One error, with the packages."""
    monkeypatch.setattr(needs, "find", lambda name: None if name in {"fping", "vtysh", "newuidmap"} else "/bin/true")
    monkeypatch.setattr(needs, "LIBRARY", "/nonexistent")
    done = run(str(small), "-c", "show")
    assert done.exit_code == 1
    assert done.stderr == "error: fping, vtysh, zebra, staticd, bfdd, bgpd are missing: apt-get install fping frr\n"
    monkeypatch.setattr(needs, "find", lambda name: None if name == "newuidmap" else "/bin/true")
    monkeypatch.setattr(needs, "DAEMONS", ())
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert run(str(small)).stderr == "error: the twin needs root: use `sudo`, or `apt-get install uidmap` for a user namespace\n"  # fmt: skip


def test_a_changed_tree_is_refused(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "require", lambda: None)
    file = copy / "switches" / "compute-leaf1" / "frr.conf"
    file.write_text(file.read_text(encoding="utf-8") + "!\n", encoding="utf-8")
    done = run(str(copy))
    assert done.exit_code == 1
    assert "switches/compute-leaf1/frr.conf was changed after it was written: render the tree again" in done.stderr
    (copy / "more").symlink_to("/etc")
    assert "more is not a regular file" in run(str(copy), "--changed").stderr


def test_a_folder_that_is_no_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "require", lambda: None)
    done = run(str(tmp_path))
    assert done.exit_code == 1
    assert "is not a rendered tree, as it has no manifest.json" in done.stderr
    monkeypatch.setattr(cli, "refuse_changed", lambda _, changed: None)
    done = run(str(tmp_path))
    assert done.exit_code == 1
    assert "has no cabling/cables.csv" in done.stderr


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("hosts", [None, 5, {"gpu1": 7}, {"gpu1": ["../../../etc"]}, {"gpu1": [["hosts/gpu1"]]}])
def test_a_forged_manifest_names_no_folder(hosts: object, tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(json.dumps({} if hosts is None else {"hosts": hosts}))
    with pytest.raises(TwinError, match="does not name the folders of gpu1"):
        Tree(tmp_path).host_file("gpu1", "etc/hosts")


def test_hostile_names_and_files_are_refused(small: Path, tmp_path: Path) -> None:
    """What would be an order to `ip -batch`, to a shell or to vtysh does not come that far."""
    plants = {
        "cabling/cables.csv": (",rail0,", ',"rail0\nnetns exec x sh",', "is not the name of an interface"),
        "switches/compute-leaf1/frr.conf": ("router bgp", "write file\nrouter bgp", "which is not a configuration command"),
        "switches/compute-leaf1/config_db.json": ('"VLAN": {', '"VLAN": {"x; reboot": {},', "is not a name"),
    }  # fmt: skip
    for number, (path, (old, new, said)) in enumerate(plants.items()):
        tree = shutil.copytree(small, tmp_path / str(number))
        edit(tree / path, old, new)
        with pytest.raises(TwinError, match=said):
            read_scope(tree)
    tree = shutil.copytree(small, tmp_path / "host")
    edit(tree / "hosts/gpu1/etc/netplan/60-clustergen.yaml", '"10.0.0.1"', '"10.0.0.1 dev lo\\nnetns exec x sh"')
    with pytest.raises(ValueError, match="is not a name, an address or a number"):
        bed_of(tree)


def test_slurm_gets_nothing_that_names_a_program(small: Path, tmp_path: Path) -> None:
    """Of a stranger's slurm.conf, hosts, partitions and the topology are used; other keys are left out, odd values refused."""
    tree = shutil.copytree(small, tmp_path / "tree")
    conf = tree / "slurm" / "slurm.conf"
    edit(
        conf,
        "ReturnToService=1",
        "ReturnToService=1\nPluginDir=/tmp/evil\nMailProg=/tmp/evil\nPlugStackConfig=/tmp/evil",
    )
    edit(conf, " Default=YES", " Default=YES AllowAccounts=none")
    read = read_slurm(tree, (22, 5))
    assert not any(word in text for word in ("evil", "Prolog", "RebootProgram", "AllowAccounts") for text in read.files.values())  # fmt: skip
    assert "NodeName=gpu[1-4] NodeAddr=10.160.32.[1-4] " in read.files["slurm.conf"]
    assert (read.controllers, [each.nodes for each in read.partitions]) == (("control1", "control2", "control3"), ["gpu[1-4]"])  # fmt: skip
    assert read_slurm(tree, (24, 11)).files["cgroup.conf"] == "CgroupPlugin=disabled\n"
    edit(conf, "NodeName=gpu[1-4]", "NodeName=gpu[1-4];reboot")
    with pytest.raises(TwinError, match="is no value that clustergen writes"):
        read_slurm(tree, (22, 5))
    edit(conf, "gpu[1-4];reboot", "gpu[1-4]")
    edit(tree / "slurm" / "topology.conf", "SwitchName=", "Include=/etc/passwd\nSwitchName=")
    with pytest.raises(TwinError, match="'Include=/etc/passwd' is no line that clustergen writes"):
        read_slurm(tree, (22, 5))
    shutil.rmtree(tree / "slurm")
    with pytest.raises(TwinError, match="plans no Slurm"):
        read_slurm(tree, (22, 5))


def test_what_is_not_brought_up(rendered: Callable[[str], Path], tmp_path: Path) -> None:
    """Every fabric of a tree is up, or has a reason: EVPN behind spines that wait for installed routes, as earlier releases rendered them."""
    assert read_scope(rendered("roce-16")).fabrics == ("compute", "storage", "frontend")
    reasons = dict(read_scope(rendered("ib-256")).left_out)
    assert any(part.startswith("fabric compute ") and "InfiniBand" in why for part, why in reasons.items())
    assert read_scope(rendered("tenants-64")).fabrics == ("compute", "storage", "frontend")
    earlier = shutil.copytree(rendered("tenants-64"), tmp_path / "earlier")
    for file in (earlier / "switches").glob("compute-spine*/startup.yaml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            re.sub(r"( +)(convergence-wait:\n)", r"\1wait-for-install: enabled\n\1\2", text), encoding="utf-8"
        )
    scope = read_scope(earlier)
    assert scope.fabrics == ("storage", "frontend")
    assert "passes no EVPN routes on" in dict(scope.left_out)["fabric compute (320 links)"]
    assert any(part.startswith("fabric oob ") and "BMCs" in why for part, why in reasons.items())


def test_memory_is_counted_before_it_starts(rendered: Callable[[str], Path]) -> None:
    """All hosts where they fit; else as many as fit, evenly; and a reason where the switches alone do not."""
    tree = SampleTree(rendered("roce-64"), read_scope(rendered("roce-64")).fabrics)
    everyone = tree.everyone()
    frr = (8, 4)
    need = memory.need_of(tree, everyone, frr)
    parts = need.switches * 20 + need.sessions * 0.8 + need.paths / 1024 + need.links * 0.25 + need.hosts * 0.5 + 100
    assert need.paths > need.sessions > 0
    assert need.mib == round(parts)
    assert need.text().endswith(f"= {need.mib:,} MiB")
    hosts, said = memory.chosen_hosts(tree, None, 2 * need.mib, frr)
    assert (hosts, "sample" in said) == (everyone, False)
    half = memory.need_of(tree, memory.spread(everyone, 8), frr).mib
    hosts, said = memory.chosen_hosts(tree, None, round((half + 1) / memory.PART), frr)
    assert 1 <= len(hosts) <= 10
    assert said.startswith(f"A sample of {len(hosts)} of {len(everyone)} hosts: all need {need.mib:,} MiB, and 80% of ")
    with pytest.raises(TwinError, match=r"memory is short: 10 switches x 20 MiB .* but 300 MiB are available"):
        memory.chosen_hosts(tree, None, 300, frr)
    assert memory.chosen_hosts(tree, 3, 10**6, frr)[0] == memory.spread(everyone, 3)
    assert "switches x 26.5 MiB + " in memory.need_of(tree, everyone, (10, 3)).text()
    assert " x 0.8 + " in memory.need_of(tree, everyone, (10, 3)).text()
    assert " x 0.3 + " in memory.need_of(tree, everyone, (10, 7)).text()


@pytest.mark.parametrize(("ports", "cores", "interval"), [(0, 1, 300), (600, 2, 300), (602, 2, 400), (11756, 2, 5900), (11756, 64, 300), (10**9, 1, 60_000)])  # fmt: skip
def test_bfd_sends_what_the_cores_carry(ports: int, cores: int, interval: int) -> None:
    assert bfd.interval_ms(ports, cores) == interval


def test_a_neighbour_that_frr_lost_is_learned_again(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where bgpd takes it as gone and the session never was up; a session that ended, or that is refused, is left as it is."""
    bed = Bed(SampleTree(small, read_scope(small).fabrics))
    lost, refused, ended, silent = (link.a for link in bed.links[:4])
    said = {
        lost: {"lastResetDueTo": "Neighbor address lost"},
        refused: {"lastResetDueTo": "Waiting for peer OPEN"},
        ended: {"connectionsEstablished": 1, "lastResetDueTo": "Neighbor address lost"},
    }
    asked: list[tuple[object, str]] = []
    monkeypatch.setattr(bed, "sessions", lambda: {link.a: link.a not in {*said, silent} for link in bed.links})
    monkeypatch.setattr(bed, "show", lambda switch, command: json.dumps({end.interface: row for end, row in said.items() if end.device == switch and f" {end.interface} " in command}))  # fmt: skip
    monkeypatch.setattr(bed, "set_port", lambda end, state: asked.append((end, state)))
    assert lost_neighbours.lost(bed) == [lost]
    bed.cut.add(bed.links[0])
    assert lost_neighbours.lost(bed) == []
    lost_neighbours.learn_again(bed, [lost])
    assert asked == [(lost, "down"), (lost, "up")]
    assert bed.notes == [f"{lost}: FRR lost the neighbour while the port came up, and learned it again once the port was down and up"]  # fmt: skip


def test_bfd_of_a_file(small: Path) -> None:
    file = next(small.glob("switches/compute-leaf*/frr.conf")).read_text(encoding="utf-8")
    assert bfd.lines(file, bfd.FILE_MS) == []
    assert bfd.lines("router bgp 1\n neighbor PEERS remote-as external\n", 400) == []
    told = bfd.lines(file, 400)
    assert told[:5] == ["bfd", "profile twin", "transmit-interval 400", "receive-interval 400", "exit"]
    assert [line for line in told if line.startswith("neighbor ")] == [f"{line.strip()} profile twin" for line in file.splitlines() if line.endswith(" bfd")]  # fmt: skip


@pytest.mark.parametrize("most", [1, 2, 3, 7, 10, 11])
def test_a_sample_is_even(most: int) -> None:
    hosts = [str(number) for number in range(10)]
    found = memory.spread(hosts, most)
    assert len(found) == len(set(found)) == min(most, 10)
    steps = {int(b) - int(a) for a, b in itertools.pairwise(found)}
    assert max(steps, default=0) - min(steps, default=0) <= 1


def test_the_sample_is_told(small: Path) -> None:
    running, said = prepare(small, 3, 60.0)
    assert len(running.bed.hosts) == 3
    assert said.startswith("3 of 10 hosts, as asked. Memory: 2 switches")
    assert ("7 hosts", "the hosts that are up are a sample") in running.left_out


def test_who_is_to_answer(rendered: Callable[[str], Path]) -> None:
    """By the plan while all is well, and by the cables that are in."""
    tree = rendered("roce-16")
    bed, design = bed_of(tree), Design(tree)
    places = design.places(bed)
    near, far = place(places, "gpu01 rail0"), place(places, "gpu02 rail7")
    assert design.expected(bed, near, far).answers is True
    bed.gone_cables.add(bed.cable_of[bed.nic("gpu02", "rail7")])  # type: ignore[index]
    assert design.expected(bed, near, far) != design.expected(bed, near, place(places, "gpu02 rail6"))
    assert design.expected(bed, near, far).why == "gpu02 rail7 has no carrier"
    assert design.expected(bed, near, place(places, "gpu02 rail6")).answers is True
    bed = bed_of(tree)
    bed.dead |= {"compute-spine1", "compute-spine2"}
    assert design.expected(bed, near, place(places, "gpu02 rail6")).why == "no cable path joins compute-leaf1 and compute-leaf4"  # fmt: skip
    assert design.expected(bed, near, place(places, "gpu02 rail0")).answers is True


def test_no_path_leads_through_another_leaf(rendered: Callable[[str], Path]) -> None:
    """Without its last spine a leaf is alone, though others have both."""
    bed = bed_of(rendered("roce-16"))
    assert set(bed.expected("compute-leaf1")["compute-leaf2"]) == {link.a.interface for link in bed.links if link.a.device == "compute-leaf1"}  # fmt: skip
    bed.cut = {link for link in bed.links if {link.a.device, link.b.device} == {"compute-leaf1", "compute-spine1"}}
    assert "compute-spine1" not in bed.expected("compute-leaf1")
    assert "compute-leaf2" in bed.expected("compute-leaf1")


def test_growth_adds_and_nothing_else(rendered: Callable[[str], Path]) -> None:
    before, after = rendered("roce-16"), rendered("roce-64")
    later = SampleTree(after, read_scope(after).fabrics)
    more = additions(bed_of(before), later)
    assert (len(more.hosts), more.switches, more.links) == (8, (), ())
    with pytest.raises(TwinError, match=r"grow only adds, but .* changes what is up: 80 links moved or removed"):
        additions(bed_of(after), SampleTree(before, read_scope(before).fabrics))


def test_cables_of_a_subnet_for_ibsim(rendered: Callable[[str], Path]) -> None:
    """Every link from both ends, each node once, and no GUID twice."""
    root = rendered("a100-h100-mixed")
    folder = subnet.subnets(root)["compute"]
    links = read_subnet(folder / "links.csv")
    net = subnet.netlist(subnet.read_cables(root, "compute"), links)
    assert len(re.findall(r"^\[\d+\] ", net, re.MULTILINE)) == 2 * len(links)
    guids = re.findall(r"guid=(\S+)", net)
    assert len(guids) == len(set(guids)) == len({end.node for link in links for end in (link.a, link.b)})
    for link in links:
        assert f'[{link.b.number}] "{link.a.node}"[{link.a.number}]' in net


def test_an_answer_for_people_and_for_programs() -> None:
    answer = Answer(command="x", summary="so", lines=["one"], faults=[str(n) for n in range(23)], more={"n": 1})
    lines = answer.text().splitlines()
    assert lines[:3] == ["so", "  one", "  not as designed: 0"]
    assert lines[-1] == "  not as designed: 3 more"
    assert json.loads(json.dumps(answer.data()))["not_as_designed"] == answer.faults
    assert not answer.as_designed


class Limits:
    """Two limits in files of a test, for those of the kernel."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths = [folder / "one", folder / "two"]
        self.set(128, 9_999_999)
        monkeypatch.setattr(neighbours, "_limits", lambda n: [(path, n) for path in self.paths])
        monkeypatch.setattr("tempfile.tempdir", str(folder))

    def set(self, *values: int) -> None:
        for path, value in zip(self.paths, values, strict=True):
            path.write_text(str(value), encoding="ascii")

    @property
    def values(self) -> list[int]:
        return [int(path.read_text(encoding="ascii")) for path in self.paths]


@pytest.fixture
def limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Limits:
    return Limits(tmp_path, monkeypatch)


def test_limits_are_raised_and_restored_by_the_last(limits: Limits) -> None:
    with neighbours.room_for_neighbours(5000) as problem:
        assert (problem, limits.values) == (None, [5000, 9_999_999])
        first, second = neighbours.room_for_neighbours(6000), neighbours.room_for_neighbours(10)
        first.__enter__()
        second.__enter__()
        assert limits.values == [6000, 9_999_999]
        first.__exit__(None, None, None)
        second.__exit__(None, None, None)
        assert limits.values == [6000, 9_999_999]
    assert limits.values == [128, 9_999_999]


def test_limits_that_a_killed_twin_left_are_restored(limits: Limits, tmp_path: Path) -> None:
    """Its locks are gone and its notes are there; a limit that somebody has changed since stays."""
    limits.set(7000, 8000)
    notes = {str(limits.paths[0]): [128, 7000], str(limits.paths[1]): [256, 7000], "/etc/passwd": [1, 2]}
    (tmp_path / "clustergen-twin.limits").write_text(json.dumps(notes), encoding="ascii")
    with neighbours.room_for_neighbours(10) as problem:
        assert (problem, limits.values) == (None, [4096, 8000])
    assert limits.values == [128, 8000]


def test_a_lock_that_is_a_link_is_not_opened(limits: Limits, tmp_path: Path) -> None:
    """Others may write to the folder, and root follows no link of theirs."""
    (tmp_path / "clustergen-twin.lock").symlink_to(tmp_path / "elsewhere")
    with neighbours.room_for_neighbours(5000) as problem:
        assert problem
        assert limits.values == [128, 9_999_999]
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("zones", "said"),
    [([{"name": 7}], "`name` in row 1 of `zones` is 7"), (None, "no allowed connections that can be read: it has no `zones`")],
)  # fmt: skip
def test_a_damaged_plan_is_refused_in_our_own_words(copy: Path, zones: list[object] | None, said: str) -> None:
    file = copy / "plan.json"
    plan = json.loads(file.read_text(encoding="utf-8")) | {"zones": zones}
    file.write_text(json.dumps({key: value for key, value in plan.items() if value is not None}), encoding="utf-8")
    with pytest.raises(TwinError, match=re.escape(said)) as refused:
        Design(copy)
    assert "Error" not in str(refused.value)
