"""BeeGFS on hosts of the cluster: numbers from coordinates, what clients mount, and a program that a real shell runs with stand-ins."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from generator.analysis.close import close
from generator.plan.draft import Draft
from generator.plan.hosts.beegfs import beegfs_systems
from generator.plan.hosts.missing import missing
from generator.plan.hosts.mounts import mounts_of
from generator.plan.hosts.names import Names
from generator.render.backends import host_beegfs, host_system
from tests.ours import TEMPLATES
from tests.specs import Spec, cluster, plan_data

HOME = "etc/clustergen/beegfs"
NOTE = "root/var/lib/clustergen/beegfs-mirrored"
PROGRAM = "host_groups/storage/usr/local/sbin/clustergen-beegfs.sh"
STORES = {"mgmtd": "storeMgmtdDirectory", "meta": "storeMetaDirectory", "storage": "storeStorageDirectory"}
CONF = "sysMgmtdHost =\n{store} =\nstoreAllowFirstRunInit = true\nconnAuthFile                 =\nconnInterfacesFile           =\n"


CTL = """
for each in "$@"; do case $each in --nodetype=*) kind=${{each#*=}} ;; esac; done
case "$*" in
  *--listmirrorgroups*) printf '%17s %17s %17s\\n' BuddyGroupID Primary Secondary ============ ======= =========; cat {folder}/groups/$kind 2>/dev/null || : ;;
  *--listtargets*) printf 'TargetID   NodeID\n========   ======\n'; cat {folder}/targets ;;
  *--mirrormd*) [ ! -e {folder}/mirrored ] || {{ echo "Meta mirroring is already enabled" >&2; exit 1; }} ;;
esac
"""
"""Its table and its refusal are those of ThinkParQ/beegfs 0d13f22a, ctl/source/modes/mirroring."""


def spec(storage: int = 4, gpu: int = 2, **beegfs: Any) -> Spec:
    made = cluster(gpu, storage=storage)
    made["storage"]["fast"] |= {
        "product": "BeeGFS",
        "beegfs": {"metadata_hosts": 2, "targets": 2, "mirror": True} | beegfs,
    }
    return made


def texts(plan: Draft) -> dict[str, str]:
    return {each.path: each.content for each in host_beegfs.render(close(plan), TEMPLATES)}


def test_numbers_follow_from_ordinals(tmp_path: Path) -> None:
    found = beegfs_systems(plan_data(spec(), tmp_path))["fast"]
    assert [(host.name, host.number, [each.number for each in host.targets]) for host in found.hosts] == [
        ("storage1", 1, [101, 102]), ("storage2", 2, [201, 202]), ("storage3", 3, [301, 302]), ("storage4", 4, [401, 402]),
    ]  # fmt: skip
    assert [(each.kind, each.number, each.primary, each.secondary) for each in found.buddies] == [
        ("meta", 1, 1, 2), ("storage", 101, 101, 201), ("storage", 102, 102, 202), ("storage", 301, 301, 401), ("storage", 302, 302, 402),
    ]  # fmt: skip
    assert [bool(host.metadata) for host in found.hosts] == [True, True, False, False]
    assert not beegfs_systems(plan_data(spec(3, mirror=False), tmp_path))["fast"].buddies


@pytest.mark.parametrize("options", ["", "noatime,"])
def test_clients_mount_it_and_all_have_their_interfaces(options: str, tmp_path: Path) -> None:
    """Options of the spec leave what a mount needs."""
    made = spec()
    made["storage"]["fast"] |= {"options": options.rstrip(",")} if options else {}
    plan = plan_data(made, tmp_path)
    gpu = next(host for host in plan.hosts if host.name == "gpu01")
    mount = next(each for each in mounts_of(plan, Names(plan), gpu) if each.tier == "fast")
    assert (mount.what, mount.filesystem) == ("beegfs_nodev", "beegfs")
    assert mount.options == f"{options}cfgFile=/etc/beegfs/beegfs-client.conf,_netdev,nosuid,nodev"
    files = texts(plan)
    for group, host in (("gpu", "gpu01"), ("storage", "storage1")):
        names = files[f"host_groups/{group}/{HOME}/interfaces"].split()
        ports = [each.name for each in plan.interfaces_of[host] if each.fabric == "storage" and each.address]
        assert names == ports
    assert not [line for line in missing(plan) if "storage.fast" in line]


def test_servers_reach_each_other(tmp_path: Path) -> None:
    """Targets register with the management service, and copy to their buddies: on the frontend, too, where servers of other products have no such flow."""
    for made, reaches in ((spec(), True), (cluster(), False)):
        made["storage"]["fast"]["fabric"] = "frontend"
        flows = plan_data(made, tmp_path).access.flows
        found = [each for each in flows if each.source == each.to == "inband/storage" and each.service.name == "any"]
        assert bool(found) == reaches


@pytest.mark.parametrize("grown", [{"storage": 8}, {"gpu": 16}, {"targets": 5}])
def test_growth_renumbers_nothing(tmp_path: Path, grown: dict[str, int]) -> None:
    before, after = (texts(plan_data(each, tmp_path)) for each in (spec(), spec(**grown)))
    for path, text in before.items():
        if path.endswith(("/services", "/groups")):
            assert set(text.splitlines()) <= set(after[path].splitlines())
        elif not path.startswith("storage/"):
            assert after[path] == text


@pytest.fixture
def host(tmp_path: Path) -> Path:
    """The files of the first host, its mounted folders, packaged configurations, and stand-ins that record."""
    files = texts(plan_data(spec(), tmp_path))
    root = tmp_path / "root"
    for name in ("services", "groups"):
        _write(root / HOME / name, files[f"hosts/storage1/{HOME}/{name}"])
    for service in ("mgmtd", "meta", "storage"):
        _write(root / f"etc/beegfs/beegfs-{service}.conf", CONF.format(store=STORES[service]))
    _write(root / "etc/beegfs/connauthfile", "secret")
    (tmp_path / "groups").mkdir()
    (tmp_path / "targets").write_text(
        "".join(f"{each:8} {1:8}\n" for each in (1, 2, 101, 102, 201, 202, 301, 302, 401, 402))
    )
    for name in ("beegfs-setup-mgmtd", "beegfs-setup-meta", "beegfs-setup-storage", "beegfs-ctl", "mountpoint"):
        answers = CTL.format(folder=tmp_path) if name == "beegfs-ctl" else ""
        _write(tmp_path / "bin" / name, f'#!/bin/sh\necho "{name} $*" >>{tmp_path}/record\n{answers}')
        (tmp_path / "bin" / name).chmod(0o755)
    _write(tmp_path / "program.sh", files[PROGRAM])
    return tmp_path


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def _run(host: Path, step: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": f"{host}/bin:/usr/bin:/bin", "CLUSTERGEN_ROOT": str(host / "root"), "CLUSTERGEN_BEEGFS_BIN": str(host / "bin")}  # fmt: skip
    return subprocess.run(
        ["sh", host / "program.sh", step], env=environment, text=True, capture_output=True, check=False
    )


def _recorded(host: Path) -> list[str]:
    return [line for line in (host / "record").read_text().splitlines() if not line.startswith("mountpoint")]


def test_a_host_sets_up_its_services_once(host: Path) -> None:
    done = _run(host, "setup")
    assert (done.returncode, done.stderr) == (0, "")
    lines = _recorded(host)
    address = lines[1].rpartition(" ")[2]
    assert lines == [
        "beegfs-setup-mgmtd -p /srv/beegfs/fast/mgmtd",
        f"beegfs-setup-meta -p /srv/beegfs/fast/meta -s 1 -m {address}",
        f"beegfs-setup-storage -p /srv/beegfs/fast/target01 -s 1 -i 101 -m {address}",
        f"beegfs-setup-storage -p /srv/beegfs/fast/target02 -s 1 -i 102 -m {address}",
    ]
    for service in ("mgmtd", "meta", "storage"):
        text = (host / f"root/etc/beegfs/beegfs-{service}.conf").read_text()
        assert "connInterfacesFile = /etc/clustergen/beegfs/interfaces\n" in text
        assert "connAuthFile = /etc/beegfs/connauthfile\n" in text
        assert "storeAllowFirstRunInit = false\n" in text
    assert "storeStorageDirectory = /srv/beegfs/fast/target01,/srv/beegfs/fast/target02\n" in text
    assert f"sysMgmtdHost = {address}\n" in text
    for place in ("mgmtd", "meta", "target01"):
        _write(host / "root/srv/beegfs/fast" / place / "format.conf", "")
    (host / "record").unlink()
    assert _run(host, "setup").returncode == 0
    assert _recorded(host) == [f"beegfs-setup-storage -p /srv/beegfs/fast/target02 -s 1 -i 102 -m {address}"]
    assert _run(host, "show").stdout.splitlines()[:4] == lines


def test_the_state_tells_what_a_host_lacks(host: Path) -> None:
    """Programs, folders, services that are new, and configurations; of a host that was reinstalled, the configurations alone."""
    places = ["mgmtd /srv/beegfs/fast/mgmtd", *(f"{kind} /srv/beegfs/fast/{name}" for kind, name in (("meta", "meta"), ("storage", "target01"), ("storage", "target02")))]  # fmt: skip
    differs = [f"{each} /etc/beegfs/beegfs-{each}.conf differs" for each in ("meta", "mgmtd", "storage")]
    assert _run(host, "state").stdout.splitlines() == [*(f"{each} new" for each in places), *differs]
    (host / "bin/beegfs-setup-meta").unlink()
    assert _run(host, "state").stdout.startswith("beegfs-setup-meta absent\n")
    for place in ("mgmtd", "meta", "target01", "target02"):
        _write(host / "root/srv/beegfs/fast" / place / "format.conf", "")
    assert _run(host, "setup").returncode == 0
    assert _run(host, "state").stdout.splitlines()[1:] == [f"{each} there" for each in places]
    (host / "bin/mountpoint").write_text("#!/bin/sh\nexit 1\n")
    assert _run(host, "state").stdout.splitlines()[1:] == [
        f"{places[0]} there",
        *(f"{each} unmounted" for each in places[1:]),
    ]


@pytest.mark.parametrize(
    ("fault", "said"),
    [("secret", "connauthfile is missing"), ("mount", "/srv/beegfs/fast/meta is not mounted"), ("release", "has no connAuthFile")],
)  # fmt: skip
def test_nothing_is_set_up_on_a_host_that_is_not_ready(host: Path, fault: str, said: str) -> None:
    if fault == "secret":
        (host / "root/etc/beegfs/connauthfile").write_text("")
    elif fault == "mount":
        (host / "bin/mountpoint").write_text("#!/bin/sh\nexit 1\n")
    else:
        for service in ("mgmtd", "meta", "storage"):
            (host / f"root/etc/beegfs/beegfs-{service}.conf").write_text(
                "connInterfacesFile =\nsysMgmtdHost =\nstoreAllowFirstRunInit = true\n"
                + "".join(f"{each} =\n" for each in STORES.values())
            )
    done = _run(host, "setup")
    assert (done.returncode, said in done.stderr) == (1, True), done.stderr
    assert fault == "release" or not (host / "record").exists() or not _recorded(host)


def _changes(host: Path) -> list[str]:
    """Return what changed something, without the options of the connection, which every call has."""
    lines = [line for line in _recorded(host) if line.startswith("beegfs-ctl")]
    (address,) = _addresses(host)
    options = f"beegfs-ctl --sysMgmtdHost={address} --connAuthFile=/etc/beegfs/connauthfile "
    assert all(line.startswith(options) for line in lines)
    return [line.removeprefix(options) for line in lines if "--list" not in line]


def _addresses(host: Path) -> set[str]:
    """Return the addresses of the management service in the table of a host."""
    rows = [line.split() for line in (host / "root" / HOME / "services").read_text().splitlines()]
    return {row[3] for row in rows if row[0] in {"meta", "storage"}}


def test_buddies_are_created_and_metadata_is_mirrored(host: Path) -> None:
    """By the address of the management service: a server has no configuration of a client."""
    assert _run(host, "groups").returncode == 0
    lines = _changes(host)
    assert lines[:2] == [
        "--addmirrorgroup --nodetype=meta --primary=1 --secondary=2 --groupid=1",
        "--addmirrorgroup --nodetype=storage --primary=101 --secondary=201 --groupid=101",
    ]
    assert (len(lines), lines[-1]) == (6, "--mirrormd")
    assert (host / NOTE).read_text() == "restart\n"
    assert _run(host, "registered").returncode == 0


def test_groups_wait_for_servers_that_are_not_registered(host: Path) -> None:
    """Nothing is created before all members are known; `missing` prints what would be run."""
    (host / "targets").write_text("       1        1 \n     101        1 \n")
    done = _run(host, "groups")
    assert (done.returncode, _changes(host)) == (3, [])
    assert "does not know yet: meta 2 storage 201 storage 102 storage 202" in done.stderr
    said = _run(host, "missing").stdout.splitlines()
    assert (len(said), said[-1].endswith(" --mirrormd"), _changes(host)) == (6, True, [])
    (host / "targets").write_text("")
    assert _run(host, "registered").returncode == 3


def test_groups_that_exist_are_left_out(host: Path) -> None:
    """After an interruption, too; those with other members are refused."""
    (host / "groups/meta").write_text(f"{1:17} {2:17} {1:17}\n")
    (host / "groups/storage").write_text(f"{101:17} {101:17} {201:17}\n")
    (host / "mirrored").touch()
    done = _run(host, "groups")
    assert (done.returncode, done.stderr) == (0, "")
    assert (host / NOTE).read_text() == "done\n"
    lines = _changes(host)
    assert [line.rpartition("=")[2] for line in lines] == ["102", "301", "302", "--mirrormd"]
    (host / "groups/storage").write_text(f"{101:17} {101:17} {301:17}\n")
    done = _run(host, "groups")
    assert (done.returncode, "group 101 has the members 101 301" in done.stderr) == (1, True)


def test_a_mount_loads_the_module_first(tmp_path: Path) -> None:
    files = {each.path: each.content for each in host_system.render(close(plan_data(spec(), tmp_path)), TEMPLATES)}
    unit = files["host_groups/gpu/etc/systemd/system/fast.mount"]
    assert "Wants=beegfs-client.service\nAfter=beegfs-client.service\n" in unit
    assert "beegfs-client" not in files["host_groups/gpu/etc/systemd/system/home.mount"]
