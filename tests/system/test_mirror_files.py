"""`mirror.yml` fills a folder with the files of a list from a web server, and a file is fetched from the folder by what kubespray makes of its variables."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.twin.bottle import Bottle
from tests.system.test_mirror import until

pytestmark = pytest.mark.proof

SERVER = "127.0.0.1:5006"


def digest(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


class Site:
    """A web server of files, and the playbook."""

    def __init__(self, bottle: Bottle, tree: Path, folder: Path) -> None:
        self.bottle, self.tree, self.folder = bottle, tree, folder
        self.served, self.mirror = folder / "served", folder / "mirror"
        self.served.mkdir()

    def serve(self, path: str, content: bytes) -> str:
        """Put a file on the server, and return its row of a list."""
        place = self.served / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        return f"file,{place.name},v1.0.0,{digest(content)},kubespray,http://{SERVER}/{path}"

    def play(self, *rows: str, check: bool = False) -> subprocess.CompletedProcess[str]:
        """Run it with a list of these rows, and an image, which every list has."""
        contents = self.folder / "contents.csv"
        lines = ("kind,name,version,digest,by,source", *rows, "image,library/debian,13,,a file,docker.io")
        contents.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")
        given = {"mirror_files": str(self.mirror), "mirror_contents": str(contents)}
        book = (
            str(Path(sys.executable).parent / "ansible-playbook"),
            *(["--check"] if check else []),
            "-i",
            str(self.tree / "ansible/inventory"),
            str(self.tree / "ansible/playbooks/mirror.yml"),
        )
        variables = (f"HOME={self.folder}", f"ANSIBLE_HOME={self.folder}")
        return self.bottle.run("env", *variables, *book, "-e", json.dumps(given))

    def files(self) -> dict[str, bytes]:
        """Return the files of the mirror by the path below the server's name."""
        root = self.mirror / SERVER
        return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


@pytest.fixture
def site(rendered: Callable[[str], Path], tmp_path: Path) -> Iterator[Site]:
    with Bottle() as bottle:
        bottle.must("ip", "link", "set", "lo", "up")
        found = Site(bottle, rendered("roce-16"), tmp_path)
        host, port = SERVER.split(":")
        program = f"exec {sys.executable} -m http.server --bind {host} --directory {found.served} {port} 2>/dev/null"
        started = bottle.start("sh", "-c", program)
        until(bottle, "bash", "-c", f"exec 3<>/dev/tcp/{host}/{port}")
        yield found
    started.communicate(timeout=30)


def test_a_folder_is_filled_from_the_list(site: Site, proven: Callable[[str, str], None]) -> None:
    """By HOST/PATH of each address; a check writes nothing, a second run fetches nothing, and a damaged file is fetched again."""
    rows = [
        site.serve("release/v1.0.0/bin/linux/amd64/kubelet", b"x86"),
        site.serve("release/v1.0.0/bin/linux/arm64/kubelet", b"arm"),
    ]
    checked = site.play(*rows, check=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert site.files() == {}
    said = site.play(*rows)
    assert said.returncode == 0, said.stdout + said.stderr
    wanted = {f"release/v1.0.0/bin/linux/{name}/kubelet": text for name, text in (("amd64", b"x86"), ("arm64", b"arm"))}
    assert site.files() == wanted
    again = site.play(*rows)
    assert again.returncode == 0, again.stdout
    assert "changed=0" in again.stdout
    (site.mirror / SERVER / "release/v1.0.0/bin/linux/amd64/kubelet").write_bytes(b"damaged")
    repaired = site.play(*rows)
    assert repaired.returncode == 0, repaired.stdout
    assert site.files() == wanted
    proven("ansible (get_url)", "files of a list are copied to a folder, each with the checksum of the list")


def test_what_is_missing_or_another_file_is_named_and_the_others_are_there(site: Site) -> None:
    rows = [site.serve("tool", b"one"), site.serve("exchanged", b"two"), site.serve("gone", b"three")]
    (site.served / "exchanged").write_bytes(b"other")
    (site.served / "gone").unlink()
    said = site.play(*rows)
    assert said.returncode != 0
    assert "2 files were not fetched, and the others are there" in said.stdout
    assert f"http://{SERVER}/exchanged" in said.stdout
    assert f"http://{SERVER}/gone" in said.stdout
    assert site.files() == {"tool": b"one"}
