"""`mirror.yml` fills a folder with the Python packages of a list and what they need, by real pip from an index, and pip installs from the folder alone."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.twin.bottle import Bottle
from tests.system.test_mirror import until

pytestmark = pytest.mark.proof

INDEX = "127.0.0.1:5005"


def wheel(index: Path, name: str, version: str, *needs: str) -> None:
    """Put a wheel with one module into an index (the Simple repository API and the binary distribution format of packaging.python.org)."""
    folder = index / "simple" / name
    folder.mkdir(parents=True, exist_ok=True)
    info = f"{name}-{version}.dist-info"
    required = "".join(f"Requires-Dist: {each}\n" for each in needs)
    members = {
        f"{name}.py": f"release = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{required}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in (*members, f"{info}/RECORD"))
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as file:
        for path, content in {**members, f"{info}/RECORD": record}.items():
            file.writestr(path, content)
    links = "".join(f'<a href="{each.name}">{each.name}</a>\n' for each in sorted(folder.glob("*.whl")))
    (folder / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>\n", encoding="ascii")


class Site:
    """An index behind a web server, and the playbook."""

    def __init__(self, bottle: Bottle, tree: Path, folder: Path) -> None:
        self.bottle, self.tree, self.folder = bottle, tree, folder
        self.index, self.mirror = folder / "index", folder / "mirror"
        self.index.mkdir()

    def play(self, *packages: tuple[str, str]) -> subprocess.CompletedProcess[str]:
        """Run it with a list of these packages, and an image, which every list has."""
        rows = [("python", *each, "", "a file", "index") for each in packages]
        rows.append(("image", "library/debian", "13", "", "a file", "docker.io"))
        contents = self.folder / "contents.csv"
        lines = [("kind", "name", "version", "digest", "by", "source"), *rows]
        contents.write_text("".join(f"{','.join(each)}\n" for each in lines), encoding="ascii")
        given = {"mirror_python": str(self.mirror), "mirror_contents": str(contents)}
        book = (
            str(Path(sys.executable).parent / "ansible-playbook"),
            "-i",
            str(self.tree / "ansible/inventory"),
            str(self.tree / "ansible/playbooks/mirror.yml"),
        )
        variables = (
            f"HOME={self.folder}",
            f"ANSIBLE_HOME={self.folder}",
            f"PIP_INDEX_URL=http://{INDEX}/simple/",
            "PIP_NO_CACHE_DIR=1",
        )
        return self.bottle.run("env", *variables, *book, "-e", json.dumps(given))

    def files(self) -> list[str]:
        """Return the names of files in the mirror."""
        return sorted(path.name for path in self.mirror.glob("*"))


@pytest.fixture
def site(rendered: Callable[[str], Path], tmp_path: Path) -> Iterator[Site]:
    with Bottle() as bottle:
        found = Site(bottle, rendered("roce-16"), tmp_path)
        host, port = INDEX.split(":")
        program = f"exec {sys.executable} -m http.server --bind {host} --directory {found.index} {port} 2>/dev/null"
        started = bottle.start("sh", "-c", program)
        until(bottle, "bash", "-c", f"exec 3<>/dev/tcp/{host}/{port}")
        yield found
    started.communicate(timeout=30)


def test_pip_installs_from_the_mirror_alone(site: Site, proven: Callable[[str, str], None]) -> None:
    """Each package in the release of the list, with what it needs; a second run fetches nothing."""
    for version in ("1.1", "1.2"):
        wheel(site.index, "tool", version, "part>=2")
    wheel(site.index, "part", "2.5")
    wheel(site.index, "unasked", "1.0")
    said = site.play(("tool", "1.1"))
    assert said.returncode == 0, said.stdout + said.stderr
    assert "changed=1" in said.stdout
    assert site.files() == ["part-2.5-py3-none-any.whl", "tool-1.1-py3-none-any.whl"]
    again = site.play(("tool", "1.1"))
    assert again.returncode == 0, again.stdout + again.stderr
    assert "changed=1" not in again.stdout

    target = site.folder / "installed"
    pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-index")
    site.index.rename(site.folder / "gone")
    site.bottle.must(*pip, "--find-links", str(site.mirror), "--target", str(target), "tool==1.1")
    assert (target / "tool.py").read_text(encoding="ascii") == "release = '1.1'\n"
    assert (target / "part.py").exists()
    refused = site.bottle.run(*pip, "--find-links", str(site.mirror), "--target", str(target), "unasked")
    assert refused.returncode != 0
    proven("pip", "Python packages of a list are mirrored with what they need, and installed without an index")


def test_a_package_that_is_missing_is_named(site: Site) -> None:
    wheel(site.index, "tool", "1.1")
    said = site.play(("tool", "1.1"), ("absent", "3.0"))
    assert said.returncode != 0
    assert "no Python package was fetched" in said.stdout
    assert "absent==3.0" in said.stdout
    assert site.files() == []
