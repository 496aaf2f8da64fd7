"""The judge of object stores of the site: what is rendered passes, and each planted fault is named with its file."""

from pathlib import Path

import pytest

from generator.cli.output import write_tree
from generator.render.tree import render_tree
from generator.verify.object_stores import object_stores
from tests.cli.planted import planted
from tests.ours import TEMPLATES
from tests.s3_specs import bought
from tests.specs import Spec, cluster, plan_data

TABLE = "host_groups/control/etc/clustergen/s3/lake.json"
TARGETS, MODULES = "monitoring/prometheus/targets/object-endpoint.json", "monitoring/blackbox/blackbox.yml"
BATCH, POD = "slurm/transfer/lake_to_fast.sbatch", "kubernetes/transfer/lake_to_fast.yaml"
BACKENDS = ("plan", "hosts-s3", "monitoring", "transfers", "kubernetes", "ansible")


def rendered(made: Spec, folder: Path) -> Path:
    write_tree(render_tree(plan_data(made, folder), TEMPLATES, only=BACKENDS), folder / "tree", partial=True)
    return folder / "tree"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tree that faults are planted in."""
    return rendered(bought(), tmp_path_factory.mktemp("bought"))


def test_what_is_rendered_is_so(tree: Path, tmp_path: Path) -> None:
    """Also without an authority, with the default port and without monitoring."""
    verdict = object_stores(tree)
    assert (verdict.result, verdict.files, verdict.faults) == ("passed", 1, [])
    plain = bought(endpoints=["https://s3.example.com"], authority=False) | {"monitoring": {"enabled": False}}
    assert (object_stores(rendered(plain, tmp_path)).result, object_stores(tmp_path / "tree").files) == ("passed", 1)


def test_without_a_store_there_is_nothing_to_read(tmp_path: Path) -> None:
    assert object_stores(rendered(cluster(), tmp_path)).files == 0


@pytest.mark.parametrize(
    ("file", "pattern", "instead", "said"),
    [
        (TABLE, "https://192.0.2.10:9000", "https://192.0.2.11:9000", f"{BATCH} has s3-a.example.com:9000, 192.0.2.10:9000, and the store s3-a.example.com:9000, 192.0.2.11:9000"),
        (TABLE, "clustergen_s3_lake__red_key_id", "clustergen_s3_lake__red_key", "the key of red is clustergen_s3_lake__red_key, which ansible/inventory/group_vars/all/secrets.yml lacks"),
        (TABLE, "authorities/lake.crt", "authorities/sea.crt", "no host of the inventory gets /etc/clustergen/s3/authorities/sea.crt"),
        (TARGETS, "https://192.0.2.10:9000", "https://192.0.2.10:9001", f"{TARGETS} has https://s3-a.example.com:9000, https://192.0.2.10:9001, and the store"),
        (MODULES, "authorities/lake.crt", "authorities/sea.crt", f"{MODULES} trusts /etc/clustergen/s3/authorities/sea.crt, and hosts"),
        (MODULES, "object-endpoint-lake", "object-endpoint-sea", "has no module object-endpoint-lake"),
        (BATCH, "192.0.2.10:9000", "192.0.2.10:443", f"{BATCH} has s3-a.example.com:9000, 192.0.2.10:443, and the store"),
        (POD, "s3-a.example.com:9000 ", "", f"{POD} has 192.0.2.10:9000, and the store"),
    ],
)  # fmt: skip
def test_planted_faults_are_named(tree: Path, file: str, pattern: str, instead: str, said: str) -> None:
    with planted(tree / file, pattern, instead):
        faults = object_stores(tree).faults
    assert [fault for fault in faults if said in fault and fault.startswith("storage.lake: ")], faults
