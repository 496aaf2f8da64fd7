"""Quotas of tenants: units of each product's tools, names that follow from tenants alone, and programs that a real shell runs with stand-ins."""

import subprocess
from pathlib import Path

import pytest
import yaml

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.quotas import tier_quotas
from generator.render.backends import host_nfs, kubernetes, quotas
from generator.spec.quotas import project_of
from tests.nfs_specs import paired
from tests.ours import TEMPLATES
from tests.specs import cluster, plan_data
from tests.tier_specs import limited

KIB = 1_464_843_750
"""1.5 TB."""


def texts(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in quotas.render(close(plan), TEMPLATES)}


def recorded(
    text: str, folder: Path, *names: str, missing: tuple[str, ...] = (), unlinked: tuple[str, ...] = ()
) -> list[str]:
    """Run a program with stand-ins that record; those of `missing` fail, and filesets of `unlinked` have no folder."""
    binaries, record, program = folder / "bin", folder / "record", folder / "program.sh"
    binaries.mkdir()
    program.write_text(text)
    for name in names:
        asks = name in {"mmlsfileset", "radosgw-admin"}
        fails = "".join(f'case "$*" in {each}*) exit 1 ;; esac\n' for each in missing if asks)
        if name == "mmlsfileset":
            states = "".join(f"  {each}) state=Unlinked ;;\n" for each in unlinked)
            fails += f"state=Linked\ncase $2 in\n{states}  *) ;;\nesac\n"
            fails += 'printf "Filesets in file system:\\nName Status Path\\n%s %s --\\n" "$2" "$state"\n'
        (binaries / name).write_text(f'#!/bin/sh\necho "{name} $*" >>{record}\n{fails}')
        (binaries / name).chmod(0o755)
    done = subprocess.run(
        ["sh", program, "apply"], env={"PATH": f"{binaries}:/usr/bin:/bin", "CLUSTERGEN_SCALE_BIN": str(binaries)},
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return record.read_text().splitlines()


def test_limits_are_what_the_spec_states(tmp_path: Path) -> None:
    found = {each.tier.name: each for each in tier_quotas(close(plan_data(limited(), tmp_path)))}
    assert {name: each.limiter for name, each in found.items()} == {
        "bulk": "scale", "fast": "lustre", "home": "xfs", "objects": "rgw",
    }  # fmt: skip
    blue, red = found["fast"].each
    assert (red.tenant, red.folder, red.kib * 1024, red.files) == ("red", "/fast/red", 1.5e12, 1_000_000)
    assert (blue.tenant, blue.kib, blue.files) == ("blue", 0, 5)
    assert (found["fast"].device, found["bulk"].device) == ("fast", "bulk")


def test_lustre_limits_projects(tmp_path: Path) -> None:
    text = texts(plan_data(limited(), tmp_path))["storage/quotas/fast.sh"]
    red, blue = project_of("red"), project_of("blue")
    assert recorded(text, tmp_path, "lfs", "mkdir", "mountpoint") == [
        "mountpoint --quiet /fast",
        "mkdir -m 700 /fast/blue",
        f"lfs project -p {blue} -s /fast/blue",
        f"lfs setquota -p {blue} -b 0 -B 0 -i 0 -I 5 /fast",
        "mkdir -m 700 /fast/red",
        f"lfs project -p {red} -s /fast/red",
        f"lfs setquota -p {red} -b 0 -B {KIB} -i 0 -I 1000000 /fast",
    ]


def test_storage_scale_limits_filesets(tmp_path: Path) -> None:
    text = texts(plan_data(limited(), tmp_path))["storage/quotas/bulk.sh"]
    names = ("mmlsfileset", "mmcrfileset", "mmlinkfileset", "mmsetquota", "chmod")
    assert recorded(text, tmp_path, *names, missing=("'bulk red'",)) == [
        "mmlsfileset bulk blue",
        "mmsetquota bulk:blue --block 0K:0K --files 5:5",
        "mmlsfileset bulk red",
        "mmcrfileset bulk red",
        "mmlinkfileset bulk red -J /bulk/red",
        "chmod 700 /bulk/red",
        f"mmsetquota bulk:red --block {KIB}K:{KIB}K --files 1000000:1000000",
    ]


def test_a_fileset_that_an_interrupted_apply_left_is_linked(tmp_path: Path) -> None:
    text = texts(plan_data(limited(), tmp_path))["storage/quotas/bulk.sh"]
    names = ("mmlsfileset", "mmcrfileset", "mmlinkfileset", "mmsetquota", "chmod")
    assert recorded(text, tmp_path, *names, unlinked=("red",))[2:] == [
        "mmlsfileset bulk red",
        "mmlinkfileset bulk red -J /bulk/red",
        "chmod 700 /bulk/red",
        f"mmsetquota bulk:red --block {KIB}K:{KIB}K --files 1000000:1000000",
    ]


def test_object_stores_limit_users_and_print_no_key(tmp_path: Path) -> None:
    text = texts(plan_data(limited(), tmp_path))["storage/quotas/objects.sh"]
    assert recorded(text, tmp_path, "radosgw-admin", missing=("'user info --uid=red'",)) == [
        "radosgw-admin user info --uid=blue",
        "radosgw-admin quota set --quota-scope=user --uid=blue --max-size=-1 --max-objects=5",
        "radosgw-admin quota enable --quota-scope=user --uid=blue",
        "radosgw-admin user info --uid=red",
        "radosgw-admin user create --uid=red --display-name=red",
        f"radosgw-admin quota set --quota-scope=user --uid=red --max-size={KIB * 1024} --max-objects=1000000",
        "radosgw-admin quota enable --quota-scope=user --uid=red",
    ]


def test_kubernetes_limits_the_class_of_the_same_tier(tmp_path: Path) -> None:
    """A tier without a class limits no claims, and a tenant without bytes has no limit of them."""
    files = {each.path: each.content for each in kubernetes.render(close(plan_data(limited(), tmp_path)), TEMPLATES)}
    hard: dict[str, dict[str, str]] = {}
    for tenant in ("red", "blue"):
        things = yaml.safe_load_all(files[f"kubernetes/workspaces/{tenant}.yaml"])
        hard[tenant] = next((each["spec"]["hard"] for each in things if each["kind"] == "ResourceQuota"), {})
    key = "home.storageclass.storage.k8s.io/requests.storage"
    assert hard["red"][key] == "1500000000000"
    assert not [each for each in (*hard["red"], *hard["blue"]) if "storageclass" in each and each != key]
    assert key not in hard["blue"]


@pytest.mark.parametrize("counted", [True, False])
def test_a_pair_counts_projects_where_tenants_have_quotas(tmp_path: Path, counted: bool) -> None:
    spec = paired()
    if counted:
        spec["tenants"] = {"red": {"hosts": ["gpu"]}}
        spec["storage"]["home"]["quotas"] = {"red": {"tb": 1}}
    files = {each.path: each.content for each in host_nfs.render(close(plan_data(spec, tmp_path)), TEMPLATES)}
    cib = files["hosts/storage1/etc/clustergen/nfs/cib.xml"]
    assert ('value="nosuid,nodev,prjquota"' in cib, 'value="nosuid,nodev"' in cib) == (counted, not counted)


def test_no_quota_no_file(tmp_path: Path) -> None:
    plan = plan_data(cluster(), tmp_path)
    assert not texts(plan)
    assert "quotas" not in plan.site.storage["home"].model_dump()


def test_another_tenant_and_growth_change_no_project(tmp_path: Path) -> None:
    before = {each.tenant: each for each in next(tier_quotas(close(plan_data(limited(), tmp_path)))).each}
    spec = limited()
    spec["hosts"]["gpu"]["count"] = 16
    spec["tenants"]["aqua"] = {"hosts": ["gpu[17-20]"]}
    spec["storage"]["bulk"]["quotas"]["aqua"] = {"tb": 1}
    after = {each.tenant: each for each in next(tier_quotas(close(plan_data(spec, tmp_path)))).each}
    assert before == {name: each for name, each in after.items() if name != "aqua"}
