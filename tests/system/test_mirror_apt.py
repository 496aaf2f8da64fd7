"""`mirror.yml` fills a folder with the packages that hosts install: from a signed archive, by real apt, and a real apt with another root installs from the folder alone."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from generator.twin.bottle import Bottle
from tests.system.debian_archive import SUITE, AptHost, Archive
from tests.system.test_mirror import until

pytestmark = pytest.mark.proof

SOURCE, MIRROR = "127.0.0.1:5003", "127.0.0.1:5004"
SYSTEM = "debian-12"


class Site:
    """An archive and a mirror, each behind a web server, and the playbook."""

    def __init__(self, bottle: Bottle, tree: Path, folder: Path) -> None:
        self.bottle, self.tree, self.folder = bottle, tree, folder
        self.archive = Archive(folder / "archive")
        self.mirror = folder / "mirror"
        self.mirror.mkdir()
        self.started: list[subprocess.Popen[str]] = []
        of = f"deb [signed-by={self.archive.key}] http://"
        self.source = f"{of}{SOURCE}/debian {SUITE} main"
        self.mirrored = f"{of}{MIRROR}/{SOURCE}/debian {SUITE} main"

    def serve(self, folder: Path, address: str) -> None:
        """Serve a folder over HTTP."""
        host, port = address.split(":")
        program = f"exec {sys.executable} -m http.server --bind {host} --directory {folder} {port} 2>/dev/null"
        self.started.append(self.bottle.start("sh", "-c", program))
        until(self.bottle, "bash", "-c", f"exec 3<>/dev/tcp/{host}/{port}")

    def play(self, *options: str, sources: tuple[str, ...] | None = None) -> subprocess.CompletedProcess[str]:
        """Run it; by default from the archive."""
        given = {"mirror_apt": str(self.mirror), "mirror_apt_sources": {SYSTEM: sources or (self.source,)}}
        program = Path(sys.executable).parent / "ansible-playbook"
        book = (
            "env",
            f"HOME={self.folder}",
            f"ANSIBLE_HOME={self.folder}",
            str(program),
            "-i",
            str(self.tree / "ansible/inventory"),
            str(self.tree / "ansible/playbooks/mirror.yml"),
        )
        return self.bottle.run(*book, "-e", json.dumps(given), *options)

    def packages(self) -> set[str]:
        """Return the names of packages in the mirror."""
        return {path.name.split("_")[0] for path in self.mirror.glob(f"{SOURCE}/debian/pool/*.deb")}


def unavailable(said: subprocess.CompletedProcess[str]) -> set[str]:
    """Return the packages that a run has named."""
    assert said.returncode != 0
    text = " ".join(said.stdout.split())
    match = re.search(r"(\d+) packages cannot be had, and the others are there: (.+?) \(", text)
    assert match, said.stdout + said.stderr
    names = set(match[2].split(", "))
    assert len(names) == int(match[1])
    return names


def changed(said: subprocess.CompletedProcess[str]) -> int:
    """Return how many tasks of this machine have changed something."""
    assert said.returncode == 0, said.stdout + said.stderr
    found = re.search(r"localhost .*changed=(\d+)", said.stdout)
    assert found
    return int(found[1])


@contextmanager
def running(tree: Path, folder: Path) -> Iterator[Site]:
    """Start a site whose archive has one package that no host asks for."""
    with Bottle() as bottle:
        found = Site(bottle, tree, folder)
        found.archive.add(["base-files"])
        found.archive.publish()
        found.serve(found.archive.folder.parent, SOURCE)
        yield found
    found.archive.close()
    for each in found.started:  # they have ended with the bottle
        each.communicate(timeout=30)


@pytest.fixture(scope="module")
def tree(debian: Callable[[str], Path], program: Callable[[str], str]) -> Path:
    for each in ("apt-get", "apt-ftparchive", "dpkg-deb", "gpg"):
        program(each)
    return debian("roce-16")


@pytest.fixture(scope="module")
def names(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Return what hosts of the tree install: all that a run names whose archive has nothing of it."""
    with running(tree, tmp_path_factory.mktemp("empty")) as empty:
        return unavailable(empty.play())


@pytest.fixture
def site(tree: Path, tmp_path: Path) -> Iterator[Site]:
    with running(tree, tmp_path) as found:
        yield found


def test_packages_of_every_stage_are_wanted(names: set[str]) -> None:
    """The system, storage, Slurm, monitoring, and what control hosts serve."""
    assert {"nftables", "chrony", "rdma-core", "nfs-common", "nfs-kernel-server"} <= names
    assert {"slurmd", "slurmctld", "slurmdbd", "munge", "mariadb-server"} <= names
    assert {"bind9", "kea-dhcp4-server", "nginx", "prometheus", "prometheus-node-exporter"} <= names


def test_hosts_install_from_the_mirror_alone(site: Site, names: set[str], proven: Callable[[str, str], None]) -> None:
    """What roles install comes with all that it needs; what the archive lacks is named, and comes later. The source is down when a host installs."""
    site.archive.add(names - {"lldpd", "chrony"})
    site.archive.add(["chrony"], {"Depends": "libchrony1", "Recommends": "chrony-doc", "Suggests": "chrony-extra"})
    site.archive.add(["libchrony1", "chrony-doc", "chrony-extra", "unasked"])
    site.archive.publish()
    assert unavailable(site.play()) == {"lldpd"}
    assert site.packages() == (names - {"lldpd"}) | {"libchrony1", "chrony-doc"}

    site.archive.add(["lldpd"])
    site.archive.publish()
    before = {path: path.stat().st_mtime_ns for path in site.mirror.rglob("*.deb")}
    assert changed(site.play()) == 1
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert changed(site.play()) == 0

    site.serve(site.mirror, MIRROR)
    site.archive.folder.rename(site.folder / "gone")
    host = AptHost(site.bottle, site.folder / "host", site.mirrored)
    said = host.apt("update")
    assert said.returncode == 0, said.stdout + said.stderr
    for each in ("Packages", "Translation-en", "Commands", "Components"):
        assert re.search(rf"Get:.* {each} \[", said.stdout), said.stdout
    assert "Ign:" not in said.stdout
    said = host.apt("install", *names)
    assert said.returncode == 0, said.stdout + said.stderr
    assert host.installed() == names | {"libchrony1", "chrony-doc"}
    assert host.apt("install", "unasked").returncode != 0
    proven("apt", "packages of a signed archive are mirrored, and a host verifies and installs them from the mirror")


def test_what_is_not_what_was_signed_is_refused(site: Site, names: set[str]) -> None:
    """A package that was exchanged is not placed, and the lists wait for it. A host verifies the archive's signature, beside its lists here, and does not read a list that was exchanged in the mirror."""
    site.archive.add(names)
    site.archive.publish(detached=True)
    (bad,) = site.archive.folder.glob("pool/nftables_*.deb")
    good = bad.read_bytes()
    bad.write_bytes(good + b"more")
    said = site.play()
    assert said.returncode != 0
    assert re.search(r"1 files cannot be had.*nftables", " ".join(said.stdout.split())), said.stdout
    assert site.packages() == names - {"nftables"}
    assert not list(site.mirror.glob(f"{SOURCE}/debian/dists"))

    bad.write_bytes(good)
    assert changed(site.play()) == 1
    site.serve(site.mirror, MIRROR)
    for path in site.mirror.glob(f"{SOURCE}/debian/dists/**/*"):
        if path.is_file() and "Release" not in path.name:
            path.write_bytes(path.read_bytes()[:-8] + bytes(8))
    said = AptHost(site.bottle, site.folder / "host", site.mirrored).apt("update")
    assert said.returncode != 0
    assert "Hash Sum mismatch" in said.stdout + said.stderr


@pytest.mark.parametrize(
    ("option", "why"), [("trusted=yes", "remove the option"), ("signed-by={other}", "is not signed")]
)
def test_what_nobody_has_signed_is_refused(site: Site, option: str, why: str) -> None:
    """Neither a source whose signature is not to be checked nor one whose key is another one."""
    other = Archive(site.folder / "other")
    other.close()
    option = option.format(other=other.key)
    said = site.play(sources=(f"deb [{option}] http://{SOURCE}/debian {SUITE} main",))
    assert said.returncode != 0
    assert why in said.stdout, said.stdout
    assert not list(site.mirror.rglob("*.deb"))


def test_a_run_that_predicts_fetches_nothing(site: Site, names: set[str]) -> None:
    site.archive.add(names)
    site.archive.publish()
    assert changed(site.play("--check")) == 1
    assert site.packages() == set()
