"""The judge of caches and of cufile.json: what is rendered passes, and each planted fault is named with its host."""

from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.drives import drives
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data
from tests.tier_specs import caching, caching_products

GROUP, OWN = "host_groups/gpu/etc", "hosts/gpu01/etc"
CONF, UNIT, HOME = (
    f"{GROUP}/cachefilesd.conf",
    f"{GROUP}/systemd/system/clustergen-cache.service",
    f"{GROUP}/systemd/system/home.mount",
)
CUFILE = f"{OWN}/cufile.json"
BACKENDS = ("plan", "hosts-system", "hosts-gds")


def rendered(made: Spec, folder: Path) -> Path:
    """Write what the judge reads."""
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in."""
    return rendered(caching(), tmp_path_factory.mktemp("drives"))


def test_what_is_rendered_is_so(tree: Path) -> None:
    """Two hosts have both files."""
    verdict = drives(tree)
    assert (verdict.result, verdict.files, verdict.faults) == ("passed", 4, [])


def test_without_either_there_is_nothing_to_read(tmp_path: Path) -> None:
    """A cluster without the keys."""
    assert drives(rendered(cluster(), tmp_path)).files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (HOME, ",fsc", "", "cachefilesd.conf is there, and no mount has the option fsc"),
        (CONF, "dir /scratch/fscache", "dir /var/cache/fscache", "/var/cache/fscache is not on a local tier"),
        (CONF, "bstop 20%", "bstop 25%", "0 <= bstop < bcull < brun < 100 does not hold (25, 24, 27)"),
        (CONF, "bstop 20%", "bstop much", "does not hold (-1, 24, 27)"),
        (CUFILE, r"\[[^\]]*\]", '[{"a": 1}]', "is not an address of this host"),
        (UNIT, "RequiresMountsFor=/scratch\n", "", "it would fill the system drive"),
        (CUFILE, r'"10\.128\.0\.\d+"', '"10.128.0.200"', "gpu01: etc/cufile.json: 10.128.0.200 is not an address of this host"),
        (CUFILE, '"/fast"', '"/slow"', "gpu01: etc/cufile.json: /slow has no mount unit"),
        (CUFILE, r"\}\s*$", "", "is not as the library reads it"),
    ],
)  # fmt: skip
def test_a_planted_fault_is_named(tree: Path, file: str, pattern: str, instead: str, said: str) -> None:
    """With the host that has it."""
    with planted(tree / file, pattern, instead):
        assert said in "\n".join(drives(tree).faults)
    assert drives(tree).faults == []


def test_a_mount_without_its_cache_is_named(tree: Path) -> None:
    """The other end: the option without the daemon's file."""
    text = (tree / CONF).read_text(encoding="utf-8")
    (tree / CONF).unlink()
    try:
        assert "gpu01: /home is mounted with fsc, and there is no etc/cachefilesd.conf" in drives(tree).faults
    finally:
        (tree / CONF).write_text(text, encoding="utf-8")


PCC, ROOM, FAST = (
    f"{GROUP}/systemd/system/{name}" for name in ("clustergen-pcc.service", "clustergen-pcc-room.service", "fast.mount")
)


@pytest.fixture(scope="module")
def lustre(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree whose hosts cache Lustre as well."""
    return rendered(caching_products(), tmp_path_factory.mktemp("lustre"))


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (PCC, "pcc add /fast", "pcc add /slow", "/slow is not mounted as Lustre"),
        (FAST, "Type=lustre", "Type=nfs4", "/fast is not mounted as Lustre"),
        (PCC, "/scratch/pcc-fast -p", "/var/cache/pcc-fast -p", "/var/cache/pcc-fast is not on a local tier of this host"),
        (PCC, "RequiresMountsFor=/scratch\n", "", "it would fill the system drive"),
        (PCC, " pccro=1", "", "adds no cache in the form of lctl-pcc(8)"),
        (ROOM, " /fast /scratch/pcc-fast", "", "nothing keeps room for jobs beside /scratch/pcc-fast"),
    ],
)  # fmt: skip
def test_a_planted_fault_of_lustre_is_named(lustre: Path, file: str, pattern: str, instead: str, said: str) -> None:
    """With the host that has it; as rendered, nothing is wrong."""
    with planted(lustre / file, pattern, instead):
        assert said in "\n".join(drives(lustre).faults)
    verdict = drives(lustre)
    assert (verdict.faults, verdict.files) == ([], 6)
