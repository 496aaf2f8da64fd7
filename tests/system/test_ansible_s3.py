"""The role `storage` with an object store of the site: real SSH, and real Ceph as the store, beside the hosts in the network of the controller."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.s3_specs import bought
from tests.twin.debian import planned_tree
from tests.twin.site_store import ADDRESSES, ENDPOINTS, NAME, SiteStore, needs
from tests.twin.ssh_hosts import SshHosts, require

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.twin.ssh_play import Play

pytestmark = pytest.mark.proof
PLAY = "ansible/playbooks/storage.yml"
AUTHORITY = "/etc/clustergen/s3/authorities/lake.crt"
HOSTS = ("control1", "gpu01", "login1")
OWNERS = ("blue", "red")
_FILES = ("etc/clustergen/s3/lake.json", "usr/local/sbin/clustergen-s3.py")


class Bed:
    """Hosts, of which login1 is no client of the store, and the store with the owners' keys."""

    def __init__(self, hosts: SshHosts, store: SiteStore) -> None:
        self.hosts, self.store = hosts, store
        self.keys = {name: store.user(name) for name in OWNERS}

    def secrets(self, **others: str) -> dict[str, str]:
        """What the site's vault has, as variables of the environment."""
        given = {"CLUSTERGEN_S3_LAKE_AUTHORITY": (self.store.home / "ca.crt").read_text("ascii")}
        for name, (key, secret) in self.keys.items():
            given |= {
                f"CLUSTERGEN_S3_LAKE__{name.upper()}_KEY_ID": key,
                f"CLUSTERGEN_S3_LAKE__{name.upper()}_SECRET_KEY": secret,
            }
        return given | others

    def play(self, *words: str, **secrets: str) -> Play:
        """Run the playbook of storage at its most verbose, and look for keys in what it prints."""
        said = self.hosts.playbook(PLAY, "-vvv", *words, **secrets)
        assert not [secret for _, secret in self.keys.values() if secret in said.stdout + said.stderr]
        return said

    def buckets(self) -> set[str]:
        """The buckets of the store, as its administrator lists them."""
        return set(json.loads(self.store.admin("bucket", "list")))


@pytest.fixture(scope="module")
def bed(program: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    require(program)
    needs(program)
    work = tmp_path_factory.mktemp("s3")
    spec = bought(endpoints=ENDPOINTS)
    spec["storage"] = {"lake": spec["storage"]["lake"] | {"feeds": {}}}
    for group in spec["hosts"].values():
        group["os"] = "debian-12"
    _, tree = planned_tree(spec, work)
    with SshHosts(tree, HOSTS) as hosts:
        store = SiteStore(hosts.run, work / "store")
        for host in hosts:
            for address in ADDRESSES:
                host.must("ip", "route", "add", f"{address}/32", "dev", "ansible0")
            host.must("sh", "-c", f"echo {ADDRESSES[0]} {NAME} >>/etc/hosts")
        for path in _FILES:
            text = (tree / "host_groups/control" / path).read_text("utf-8")
            hosts["control1"].write(f"/{path}", text, "755")
        yield Bed(hosts, store)


def test_nothing_is_changed_without_the_secrets(bed: Bed) -> None:
    """Every one that is missing is named before the first task."""
    secrets = bed.secrets()
    del secrets["CLUSTERGEN_S3_LAKE__RED_SECRET_KEY"], secrets["CLUSTERGEN_S3_LAKE_AUTHORITY"]
    said = bed.play(**secrets)
    (told,) = said.failed.values()
    assert "2 secrets are missing: CLUSTERGEN_S3_LAKE_AUTHORITY, CLUSTERGEN_S3_LAKE__RED_SECRET_KEY" in told
    assert (bed.buckets(), bed.hosts["gpu01"].exists(AUTHORITY)) == (set(), False)


def test_buckets_are_completed_and_the_second_run_changes_nothing(bed: Bed, proven: Callable[[str, str], None]) -> None:
    said = bed.play(**bed.secrets()).must()
    assert {host: len(tasks) for host, tasks in said.changed.items()} == {"control1": 3, "gpu01": 2}
    assert bed.buckets() == {"blue-data", "red-data"}
    assert bed.play(**bed.secrets()).must().changed == {}
    for name in ("control1", "gpu01"):
        assert bed.hosts[name].read(AUTHORITY) == (bed.store.home / "ca.crt").read_text("ascii")
        assert bed.hosts[name].must("stat", "--format=%a %U", AUTHORITY).strip() == "644 root"
    assert not bed.hosts["login1"].exists(AUTHORITY)
    for host in bed.hosts:
        for _, secret in bed.keys.values():
            found = host.run("grep", "-rqF", secret, "/etc", "/root", "/var/log", "/tmp", "/usr/local")
            assert found.returncode == 1, (host.name, found.stderr)
    proven("role storage over SSH", "an object store of the site (radosgw 16.2.15): authority, buckets, lifecycle")


def test_a_look_changes_nothing(bed: Bed) -> None:
    """With --check, what is missing is reported, and the next run makes it."""
    bed.store.admin("bucket", "rm", "--bucket=blue-data")
    said = bed.play("--check", **bed.secrets()).must()
    assert [host for host, tasks in said.changed.items() if tasks] == ["control1"]
    assert bed.buckets() == {"red-data"}
    assert list(bed.play(**bed.secrets()).must().changed) == ["control1"]
    assert bed.buckets() == {"blue-data", "red-data"}


def test_a_wrong_authority_and_a_wrong_key_are_told(bed: Bed) -> None:
    wrong = bed.play(**bed.secrets(CLUSTERGEN_S3_LAKE_AUTHORITY=(bed.store.home / "other.crt").read_text("ascii")))
    assert list(wrong.failed) == ["control1"]
    assert "CERTIFICATE_VERIFY_FAILED" in wrong.failed["control1"]
    refused = bed.play(**bed.secrets(CLUSTERGEN_S3_LAKE__RED_SECRET_KEY="wrong"))
    assert "the bucket red-data with the key of red" in refused.failed["control1"]
    assert "403 SignatureDoesNotMatch" in refused.failed["control1"]
    assert bed.play(**bed.secrets()).must().changed == {}
