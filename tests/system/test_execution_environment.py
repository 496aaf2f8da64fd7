"""The execution environment by the real ansible-builder: it takes the file and writes a build context. No image is built: that needs a container engine."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ANSIBLE = "ansible"


def _create(builder: str, folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    file = folder / "execution-environment.yml"
    file.write_text(text, encoding="utf-8")
    command = [
        builder,
        "create",
        "--file",
        str(file),
        "--context",
        str(folder / "context"),
        "--output-filename",
        "Containerfile",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)


@pytest.fixture
def text(rendered: Callable[[str], Path]) -> str:
    """The file of an example."""
    return (rendered("roce-16") / ANSIBLE / "execution-environment.yml").read_text(encoding="utf-8")


def test_the_builder_takes_it(
    text: str, tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """With what Debian's image has: pip comes as a package, since Debian's Python has no ensurepip, and may install for the system's Python."""
    done = _create(program("ansible-builder"), tmp_path, text)
    assert done.returncode == 0, done.stdout + done.stderr
    steps = (tmp_path / "context" / "Containerfile").read_text(encoding="utf-8")
    runs = [line for line in steps.splitlines() if line.startswith("RUN ")]
    assert not [line for line in runs if "/pip_install " in line]
    assert "python3-pip" in runs[0]
    assert "ENV PIP_BREAK_SYSTEM_PACKAGES=1" in steps
    assert re.search(r'EE_BASE_IMAGE="docker\.io/library/debian@sha256:[0-9a-f]{64}"', steps)
    assert re.search(r'ANSIBLE_INSTALL_REFS="ansible-core==[0-9.]+ ansible-runner==[0-9.]+"', steps)
    wanted = (tmp_path / "context" / "_build" / "requirements.txt").read_text(encoding="utf-8").split()
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9.]+", each) for each in wanted)
    assert "jinja2==3.1.6" in wanted
    assert (tmp_path / "context" / "_build" / "bindep.txt").read_text(encoding="utf-8").startswith("openssh-client ")
    proven("execution environment", "ansible-builder create takes it; no image is built")


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("version: 3", "version: 7"), ("package_pip", "package_pipe"), ("skip_pip_install: true", "skip_pip: true")],
)
def test_the_builder_judges(text: str, tmp_path: Path, program: Callable[[str], str], wrong: str, right: str) -> None:
    """A key that it does not know is refused."""
    assert wrong in text
    assert _create(program("ansible-builder"), tmp_path, text.replace(wrong, right)).returncode != 0
