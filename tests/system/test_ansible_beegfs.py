"""The role `storage` on hosts that serve BeeGFS and on one that mounts it, over real SSH with real systemd.

No program of BeeGFS runs: no package of it can be had here. Stand-ins keep state, refuse what the programs of 7.4.6 refuse, and answer each other over TCP
with the secret that the role has placed (tests/twin/stand_in_beegfs.py). Folders are mounted file systems (tmpfs).
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import tests.twin
from tests.host_files import host_file
from tests.render.test_host_beegfs import spec
from tests.twin.debian import bed_tree
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from generator.plan.draft import Draft
    from tests.twin.ssh_host import SshHost

PLAY = "ansible/playbooks/storage.yml"
PROGRAM = "usr/local/sbin/clustergen-beegfs.sh"
PLACE = "/srv/beegfs/fast"
SECRET = "/etc/beegfs/connauthfile"
KEY = base64.b64encode(bytes(range(128))).decode()
FIRST, GROWN = ("storage1", "storage2"), ("storage3", "storage4")
CLIENT = "gpu01"
_SERVER = (
    "sysMgmtdHost =\n{store} =\nstoreAllowFirstRunInit = true\nstoreFsUUID =\nconnAuthFile =\nconnInterfacesFile =\n"
)
_STORES = {"mgmtd": "storeMgmtdDirectory", "meta": "storeMetaDirectory", "storage": "storeStorageDirectory"}
_CLIENT = "sysMgmtdHost =\nconnAuthFile =\nconnInterfacesFile =\nconnRDMAInterfacesFile =\n"
_UNIT = "[Service]\nExecStart=/opt/beegfs/sbin/beegfs-{0} cfgFile=/etc/beegfs/beegfs-{0}.conf runDaemonized=false\nType=simple\n[Install]\nWantedBy=multi-user.target\n"
_LOADS = "[Service]\nType=oneshot\nRemainAfterExit=yes\nExecStart=/bin/true\n[Install]\nWantedBy=multi-user.target\n"


class BeegfsHosts(SshHosts):
    """Hosts that serve or mount the tier `fast`."""

    def serve(self, *limit: str, **values: Any) -> dict[str, set[str]]:
        """Run the playbook of storage, and return the tasks that changed something, by host."""
        said = self.playbook(PLAY, *self.given(*limit, **values)).must()
        assert KEY not in said.stdout
        return {host: {task.rpartition(" : ")[2] for task in tasks} for host, tasks in said.changed.items() if tasks}

    def refused(self, *limit: str, **values: Any) -> dict[str, str]:
        return self.playbook(PLAY, *self.given(*limit, **values)).failed

    def given(self, *limit: str, **values: Any) -> tuple[str, ...]:
        return ("--limit", ",".join(limit or FIRST), "-e", json.dumps({"clustergen_beegfs_key": KEY} | values))

    def known(self) -> dict[str, Any]:
        """What the management service knows."""
        return dict(json.loads(self["storage1"].read(f"{PLACE}/mgmtd/state.json")))

    def take(self, tree: Path) -> None:
        """Take another tree for the next runs, and place what role `hosts` would place of it."""
        self.tree, self.inventory = tree, tree / "ansible/inventory"
        there = json.loads((tree / "manifest.json").read_text("utf-8"))["hosts"]
        for host in (each for each in self if each.name in there):
            for name in ("services", "groups", "interfaces"):
                if (file := host_file(tree, host.name, f"etc/clustergen/beegfs/{name}")).exists():
                    host.write(f"/etc/clustergen/beegfs/{name}", file.read_text(encoding="utf-8"))
            if (file := host_file(tree, host.name, PROGRAM)).exists():
                host.write(f"/{PROGRAM}", file.read_text(encoding="utf-8"), "755")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[Draft, Path]]:
    """The plan and the tree of two servers, and those of four."""
    found = {}
    for count in (2, 4):
        data = spec(count, 1, targets=1)
        data["storage"] = {"fast": data["storage"]["fast"]}  # this kernel has no NFS
        for group in data["hosts"].values():
            group["os"] = "debian-12"
        found[count] = bed_tree(data, tmp_path_factory.mktemp(f"beegfs{count}"))
    return found


@pytest.fixture(scope="module")
def hosts(made: dict[int, tuple[Draft, Path]], program: Callable[[str], str]) -> Iterator[BeegfsHosts]:
    """Four servers with the stand-ins and mounted folders, and a client; the plan has two of them at first."""
    require(program)
    plan, tree = made[4]
    with BeegfsHosts(tree, (*FIRST, *GROWN, CLIENT)) as bed:
        bed.run("ip", "addr", "add", "10.143.255.254/12", "dev", "br0")
        for host in bed:
            for each in plan.interfaces_of[host.name]:
                if each.fabric == "storage" and each.address:
                    host.must("ip", "addr", "add", f"{each.address}/12", "dev", "ansible0")
            host.must("hostname", host.name)
            _install(host)
        bed.take(made[2][1])
        yield bed


def _install(host: SshHost) -> None:
    """What the packages of a host would have placed, and the folders that the site mounts."""
    text = Path(tests.twin.__file__).with_name("stand_in_beegfs.py").read_text(encoding="utf-8")
    if host.name == CLIENT:
        host.write("/usr/sbin/mount.beegfs", text, "755")
        host.write("/etc/beegfs/beegfs-client.conf", _CLIENT)
        host.write("/etc/beegfs/beegfs-helperd.conf", "connAuthFile =\n")
        host.write("/etc/beegfs/beegfs-mounts.conf", "/mnt/beegfs /etc/beegfs/beegfs-client.conf\n")
        for name in ("helperd", "client"):
            host.write(f"/lib/systemd/system/beegfs-{name}.service", _LOADS)
        return
    services = (
        ("mgmtd", "meta", "storage")
        if host.name == "storage1"
        else ("meta", "storage")
        if host.name == "storage2"
        else ("storage",)
    )
    for name in services:
        host.write(f"/opt/beegfs/sbin/beegfs-setup-{name}", text, "755")
        host.write(f"/opt/beegfs/sbin/beegfs-{name}", text, "755")
        host.write(f"/etc/beegfs/beegfs-{name}.conf", _SERVER.format(store=_STORES[name]))
        host.write(f"/lib/systemd/system/beegfs-{name}.service", _UNIT.format(name))
    host.write("/usr/bin/beegfs-ctl", text, "755")
    for folder in ("meta", "target01") if "meta" in services else ("target01",):
        host.must("mkdir", "-p", f"{PLACE}/{folder}")
        host.must("mount", "-t", "tmpfs", "target", f"{PLACE}/{folder}")


def test_nothing_is_set_up_without_the_word_or_on_the_system_drive(hosts: BeegfsHosts) -> None:
    """Each host tells what it lacks."""
    hosts["storage1"].must("umount", f"{PLACE}/target01")
    said = hosts.refused()
    assert f"{PLACE}/target01 is not mounted" in said["storage1"]
    assert "-e storage_create_beegfs=fast" in said["storage2"]
    for host in FIRST:
        assert hosts[host].run("find", PLACE, "-name", "format.conf").stdout == ""
    hosts["storage1"].must("mount", "-t", "tmpfs", "target", f"{PLACE}/target01")


def test_services_start_in_their_order_and_a_second_run_changes_nothing(hosts: BeegfsHosts) -> None:
    """One that ends at once is reported by the first run; the secret is root's alone, whoever had placed it."""
    target = "/opt/beegfs/sbin/beegfs-storage"
    hosts["storage2"].must("sh", "-c", f"mv {target} {target}.kept; ln -s /bin/false {target}")
    hosts["storage2"].write(SECRET, base64.b64decode(KEY).decode("latin-1"), "644")
    said = hosts.refused(storage_create_beegfs="fast", storage_beegfs_tries=2)
    assert "a service of BeeGFS has stopped" in said["storage2"]
    assert "beegfs-storage.service failed" in said["storage2"]
    assert "storage 201" in said["storage1"]
    hosts["storage2"].must("sh", "-c", f"mv {target}.kept {target}; systemctl reset-failed")
    changed = hosts.serve(storage_create_beegfs="fast")
    assert changed["storage2"] == {"Run the storage services"}
    assert changed["storage1"] >= {"Create them", "Restart them", "Note that they are restarted"}
    known = hosts.known()
    assert (known["root"], known["storage"], known["groups"]) == (
        1,
        [101, 201],
        [["meta", 1, 1, 2], ["storage", 101, 101, 201]],
    )
    assert (known["mirrored"], sorted(known["fresh"])) == (True, [1, 2])
    for host in FIRST:
        assert hosts[host].must("stat", "-c", "%a %U", SECRET).split() == ["400", "root"]
    assert hosts.serve() == {}
    assert hosts.playbook(PLAY, *hosts.given(), "--check").must().changed == {}


def test_a_secret_that_others_can_read_is_closed(hosts: BeegfsHosts) -> None:
    """And a service that was stopped is started; nothing else happens."""
    hosts["storage2"].must("chmod", "644", SECRET)
    hosts["storage2"].must("systemctl", "stop", "beegfs-storage")
    assert hosts.serve() == {"storage2": {"Keep the secret from others", "Run the storage services"}}


def test_a_client_mounts_it(hosts: BeegfsHosts) -> None:
    changed = hosts.serve(CLIENT)
    assert "Mount now and at every boot" in changed[CLIENT]
    assert hosts[CLIENT].must("findmnt", "-no", "FSTYPE", "/fast").strip() == "tmpfs"
    assert hosts[CLIENT].read("/etc/beegfs/beegfs-mounts.conf") == ""
    assert hosts.known()["client"] == [CLIENT]
    assert hosts.serve(CLIENT) == {}


def test_hosts_that_come_later(
    hosts: BeegfsHosts, made: dict[int, tuple[Draft, Path]], proven: Callable[[str, str], None]
) -> None:
    """Servers that run keep running, and a client that mounts keeps no group of targets from being created."""
    since = {name: hosts[name].unit("beegfs-storage")["ExecMainStartTimestampMonotonic"] for name in FIRST}
    hosts.take(made[4][1])
    changed = hosts.serve(*FIRST, *GROWN, storage_create_beegfs="fast")
    assert changed.keys() == {"storage1", *GROWN}
    assert changed["storage1"] == {"Create them"}
    assert hosts.known()["groups"][-1] == ["storage", 301, 301, 401]
    assert {name: hosts[name].unit("beegfs-storage")["ExecMainStartTimestampMonotonic"] for name in FIRST} == since
    proven(
        "role storage over SSH",
        "BeeGFS: systemd, mounts and the secret are real; no program of BeeGFS ran, stand-ins keep its state",
    )


def test_a_lost_management_service_is_not_begun_again(hosts: BeegfsHosts) -> None:
    """A first host that was reinstalled would not know its servers; a host that keeps its targets does not leave without the word."""
    hosts["storage1"].must("sh", "-c", f"systemctl stop beegfs-mgmtd; mv {PLACE}/mgmtd {PLACE}/kept")
    said = hosts.refused(storage_create_beegfs="fast")
    assert "storage2, storage3, storage4 has a part of fast" in said["storage1"]
    assert f"Restore {PLACE}/mgmtd" in said["storage1"]
    assert "storage1 has no management service" in said["storage2"]
    left = hosts.playbook(
        "ansible/playbooks/decommission.yml", "--limit", "storage4", "-e", "decommission_sure=storage4"
    )
    assert "storage4 serves targets 401 of BeeGFS" in left.stdout
    assert "-e decommission_emptied=storage4" in left.stdout
