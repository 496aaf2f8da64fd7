"""Lustre's NIDs in a rendered tree: the hosts that are meant have these addresses on these networks, and each planted fault is found at its line."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.lustre.judge import lustre
from tests.cli.planted import planted
from tests.host_files import host_file
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

BACKENDS = ("plan", "hosts-network", "hosts-system", "hosts-lustre")
MOUNT, TABLE, MODULES = "etc/systemd/system/fast.mount", "etc/clustergen/lustre.conf", "etc/modprobe.d/clustergen.conf"
NID = r"(\d+\.\d+\.\d+\.\d+)@o2ib"


def spec() -> Spec:
    """Two pairs of servers with a metadata target on two hosts, and three clients."""
    made = cluster(gpu=3, storage=4)
    made["storage"]["fast"] |= {
        "product": "Lustre",
        "failure_domain": 2,
        "lustre": {"pairs": True, "metadata_hosts": 2},
    }
    return made


def rendered(made: Spec, folder: Path) -> Path:
    """Render what hosts have of it."""
    folder.mkdir(exist_ok=True)
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in, one after the other."""
    return rendered(spec(), tmp_path_factory.mktemp("pairs"))


def addresses(tree: Path, host: str, path: str = TABLE) -> list[str]:
    """Return the addresses of the first node in a table of a host."""
    return re.findall(NID, host_file(tree, host, path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("form", ["roce", "rocky-9", "debian-12", "ethernet", "infiniband"])
def test_what_is_rendered_is_so(form: str, tmp_path: Path) -> None:
    """On every network of LNet and in every form of network files: units, options and tables were all read."""
    made = spec()
    if form in {"rocky-9", "debian-12"}:
        for group in made["hosts"].values():
            group["os"] = form
    elif form != "roce":
        made["fabrics"]["storage"]["technology"] = form
    if form == "infiniband":
        leaf = {"model": "qm9700"}
        made["fabrics"]["storage"] = {"technology": form, "leaf": leaf, "spine": leaf, "ipoib": True}
    verdict = lustre(rendered(made, tmp_path))
    assert (verdict.result, verdict.faults) == ("passed", [])
    assert verdict.files == 4 + 1 + 2, "tables of four servers, the unit of the clients, and options of both groups"


# What is in whose file, what is planted there, and what is said
FAULTS = [
    ("gpu01", MOUNT, NID, r"10.1.2.3@o2ib", "10.1.2.3@o2ib: no server has this address; expected storage1 or storage2"),
    ("gpu01", MOUNT, NID, r"\1@tcp", "storage1 has this address on storage0, which is on o2ib of its LNet"),
    ("gpu01", MOUNT, "@o2ib:/fast", "@o2ib:/fasd", "/fast mounts fasd, and the hosts with these addresses serve fast"),
    ("gpu01", MODULES, r"o2ib\(", "o2ib1(", "/fast is mounted over o2ib, and LNet of its host has o2ib1"),
    ("gpu01", MODULES, "storage1", "storage7", "o2ib is on storage7, which has no IPv4 address (gpu01 and 2 more hosts)"),
    ("gpu01", MODULES, r"\(storage0,storage1\)", "", "o2ib has no interface, so LNet takes the first one"),
    ("storage1", TABLE, rf"(fast-OST0000 .*?) {NID}", r"\1 10.1.2.3@o2ib", "fast-OST0000, mgsnode 10.1.2.3@o2ib: no server has this address"),
    ("storage1", TABLE, r"(fast-OST0000 .* \S+)@o2ib (- /srv)", r"\1@o2ib9 \2", "has this address on storage1, which is on o2ib of its LNet"),
    ("storage3", TABLE, r"(fast-OST0040 ost 64 fast) storage3", r"\1 storage9", "fast-OST0040 is usually on storage9, which is not in the tree"),
    ("storage3", TABLE, r"(fast-OST0040 ost 64 fast) storage3", r"\1 storage1", "fast-OST0040 is usually on storage1, which does not have it in its table"),
    ("storage4", TABLE, r"(fast-OST0060 .*) \S+ - /srv", r"\1 - - /srv", "fast-OST0060 is in the table of storage4, and no servicenode has its NIDs"),
]  # fmt: skip


@pytest.mark.parametrize(("host", "path", "pattern", "instead", "said"), FAULTS, ids=[each[-1][:40] for each in FAULTS])
def test_a_planted_fault_is_found_at_its_line(
    host: str, path: str, pattern: str, instead: str, said: str, tree: Path
) -> None:
    """A wrong address, a wrong network, a host that is not there, at mounts, options and targets."""
    file = host_file(tree, host, path)
    with planted(file, pattern, instead) as text:
        found = [each for each in lustre(tree).faults if said in each]
        assert found, lustre(tree).faults
    where, line, _ = found[0].split(":", 2)
    at = host_file(tree, host, MOUNT if "mounted over" in said else path)
    assert where == at.relative_to(tree).as_posix()
    lines = text.splitlines() if at == file else at.read_text(encoding="utf-8").splitlines()
    assert lines[int(line) - 1].startswith(
        {MOUNT: "What=", TABLE: "fast-OST", MODULES: "options lnet"}[at.relative_to(tree).as_posix().split("/", 2)[2]]
    )
    assert lustre(tree).faults == []


def test_addresses_of_hosts_that_serve_something_else_are_found(tree: Path) -> None:
    """A client that mounts by storage3, which has no management target; a node of two hosts."""
    other = addresses(tree, "storage3")
    own = re.findall(NID, host_file(tree, "storage3", TABLE).read_text(encoding="utf-8"))[4]
    assert own not in addresses(tree, "gpu01", MOUNT) and other
    with planted(host_file(tree, "gpu01", MOUNT), NID, f"{own}@o2ib"):
        faults = lustre(tree).faults
    assert any(
        "an address of storage3, which does not serve this; expected storage1 or storage2" in each for each in faults
    )
    assert any("is one node of storage1 and storage3: a colon is between hosts" in each for each in faults)


def test_a_server_that_another_address_was_given_is_found(tree: Path) -> None:
    """All who name the old one: the clients' unit and the tables of the servers."""
    (address, *_) = addresses(tree, "gpu01", MOUNT)
    file = host_file(tree, "storage1", "etc/netplan/60-clustergen.yaml")
    with planted(file, rf"{re.escape(address)}/", "10.1.2.3/"):
        faults = [each for each in lustre(tree).faults if f"{address}@o2ib: no server has this address" in each]
    assert {each.partition(":")[0].partition("/")[0] for each in faults} == {"hosts", "host_groups"}


def test_a_server_that_is_not_there_is_found(tree: Path, tmp_path: Path) -> None:
    """The management target's host without its files."""
    copy = tmp_path / "tree"
    shutil.copytree(tree, copy)
    shutil.rmtree(copy / "hosts/storage1")
    faults = lustre(copy).faults
    assert any(
        each.startswith("host_groups/gpu/etc/systemd/system/fast.mount:") and "no server has this address" in each
        for each in faults
    )


def test_volumes_of_kubernetes_are_mounted_by_the_same_nids(tmp_path: Path) -> None:
    """Their driver mounts by the handle of each workspace's volume."""
    made = spec()
    made["tenants"] = {"blue": {"hosts": ["gpu01"]}, "red": {"hosts": ["gpu02"]}}
    made["scheduler"] = {"kubernetes": {}}
    made["storage"]["fast"]["volumes"] = {}
    plan = plan_data(made, tmp_path)
    write_tree(render_tree(plan, TEMPLATES, only=(*BACKENDS, "kubernetes")), tmp_path / "tree", partial=True)
    verdict = lustre(tmp_path / "tree")
    assert (verdict.result, verdict.faults, verdict.files) == ("passed", [], 4 + 1 + 2 + 1)
    with planted(tmp_path / "tree/kubernetes/volumes.yaml", NID, "10.1.2.3@o2ib") as text:
        (fault,) = lustre(tmp_path / "tree").faults
    place, _, said = fault.partition(": ")
    assert place.startswith("kubernetes/volumes.yaml:")
    assert 'volumeHandle: "10.1.2.3@o2ib' in text.splitlines()[int(place.rpartition(":")[2]) - 1]
    assert said.startswith("10.1.2.3@o2ib: no server has this address; expected storage1 or storage2")


def test_servers_that_are_not_in_the_tree_are_counted(tmp_path: Path) -> None:
    """A source that the spec states is somebody else's; only LNet of the clients is held against it."""
    made = cluster(gpu=2)
    made["storage"]["fast"] |= {"product": "Lustre", "source": "192.0.2.7@o2ib:/scratch"}
    tree = rendered(made, tmp_path)
    verdict = lustre(tree)
    assert (verdict.result, verdict.note) == (
        "passed",
        "NIDs of mounts, targets and LNet; 1 of other servers not checked",
    )
    with planted(host_file(tree, "gpu01", MODULES), r"o2ib\(", "tcp("):
        assert any("mounted over o2ib, and LNet of its host has tcp" in each for each in lustre(tree).faults)


@pytest.mark.parametrize("path", [MOUNT, TABLE, MODULES, "etc/netplan/60-clustergen.yaml"])
def test_a_file_that_is_not_in_its_form_is_named(path: str, tree: Path) -> None:
    """It is a fault, and no end of the judge."""
    file = host_file(tree, "gpu01" if path == MOUNT else "storage1", path)
    good = file.read_bytes()
    try:
        for broken in (b"\xff\xfe", b"[Mount]\nType=lustre\n", b"MGS mgs\n"):
            file.write_bytes(broken)
            verdict = lustre(tree)
            assert verdict.ran
            assert verdict.faults or broken != b"\xff\xfe"
    finally:
        file.write_bytes(good)


def test_check_asks_for_it(tree: Path) -> None:
    """The command has the judge's faults among its own."""
    with planted(host_file(tree, "gpu01", MOUNT), NID, "10.1.2.3@o2ib"):
        result = CliRunner().invoke(main, ["check", "--changed", str(tree)], catch_exceptions=False)
    assert result.exit_code == 1
    assert re.search(r"lustre: host_groups/gpu/etc/systemd/system/fast\.mount:\d+: 10\.1\.2\.3@o2ib", result.output)
