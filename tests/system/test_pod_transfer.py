"""The program of pods that fill a tier: by real bash, rsync and rclone, as the kubelet starts it from the rendered file, one pod for each index."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import yaml

from generator.cli.output import write_tree
from generator.pipeline.read import read_plan
from generator.render.tree import render_tree
from tests.ours import CATALOG, TEMPLATES
from tests.render.test_kubernetes_transfer import job_of, spec, texts

pytestmark = pytest.mark.proof
FILES = ("plain", "with space", "$(touch pwned)", "deep/er/file", "-n", "line\nbreak", ".hidden", "Ünicode", "B", "a")
HOSTS = 3
_REFERENCE = re.compile(r"\$(?:(\$)|\(([^)]*)\))")


class Pods:
    """The pods of a Job, in a folder of their own: `from` and `to` are what claims are mounted as."""

    def __init__(self, text: str, place: Path) -> None:
        job = job_of(text)
        self.place = place
        self.pod: dict[str, Any] = job["spec"]["template"]["spec"]
        self.hosts: int = job["spec"]["completions"]
        (self.container,) = self.pod["containers"]
        self.told = {each["name"]: each["value"] for each in self.container["env"]}

    def run(self, index: int, folder: str, to: str = "to", *args: str, **told: str) -> subprocess.CompletedProcess[str]:
        """Start one, with its user and its mounts, as the kubelet expands its command."""
        mounts = {"/from/": f"{self.place}/from/", "/to/": f"{self.place}/{to}/"}
        env = {name: mounts.get(value, value) for name, value in self.told.items()}
        env |= {"FOLDER": folder, "JOB_COMPLETION_INDEX": str(index), "PATH": "/usr/bin:/bin"} | told
        user = self.pod["securityContext"]["runAsUser"]
        return subprocess.run(
            [_expanded(each, env) for each in (*self.container["command"], *self.container["args"], *args)],
            env=env, capture_output=True, text=True, check=False, cwd="/",
            user=user if os.getuid() == 0 else None, group=user if os.getuid() == 0 else None, extra_groups=[] if os.getuid() == 0 else None,
        )  # fmt: skip


def _expanded(text: str, env: dict[str, str]) -> str:
    """Replace `$(NAME)` of known names, and `$$`, as the kubelet does (kubernetes/kubernetes, third_party/forked/golang/expansion)."""
    return _REFERENCE.sub(lambda found: "$" if found[1] else env.get(found[2], found[0]), text)


@contextmanager
def _pods(text: str) -> Iterator[Pods]:
    with TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        for each in ("from", "to", *(f"to{index}" for index in range(HOSTS))):
            (place / each).mkdir(mode=0o777)
            (place / each).chmod(0o777)
        for each in FILES:
            path = place / "from/set" / each
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"of {each}")
        yield Pods(text, place)


def _files(folder: Path) -> list[str]:
    return sorted(each.relative_to(folder).as_posix() for each in folder.rglob("*") if not each.is_dir())


def _parts(pods: Pods) -> list[str]:
    """Copy with each pod into a folder of its own, and list what all have: a file that two pods copy is there twice."""
    done = [pods.run(index, "set", f"to{index}") for index in range(pods.hosts)]
    assert [(each.returncode, each.stderr) for each in done] == [(0, "")] * pods.hosts
    return sorted(name for index in range(pods.hosts) for name in _files(pods.place / f"to{index}"))


@pytest.fixture
def files(tmp_path: Path) -> str:
    """The job between two file systems."""
    made = spec()
    made["storage"]["home"]["feeds"] = {"fast": {"hosts": HOSTS}}
    return texts(made, tmp_path)["home_to_fast.yaml"]


def test_every_file_is_copied_by_one_pod(
    files: str, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """Planted: pods that do not count, and as many pods more as nobody started."""
    program("rsync")
    with _pods(files) as pods:
        wanted = sorted(f"set/{each}" for each in FILES)
        assert _parts(pods) == wanted
        assert all(_files(pods.place / f"to{index}") for index in range(HOSTS))
        assert (pods.place / "to0").joinpath(_files(pods.place / "to0")[0]).read_text().startswith("of ")
        assert not _files(pods.place / "to")
    with _pods(files.replace('!= "$JOB_COMPLETION_INDEX"', "!= 0")) as pods:
        assert _parts(pods) != wanted
    with _pods(files) as pods:
        pods.told["HOSTS"] = str(HOSTS + 1)
        assert _parts(pods) != wanted
    proven("bash and rsync", f"{len(FILES)} files by {HOSTS} pods of a Job, each file by one")


@pytest.mark.parametrize("folder", ["", "../etc", "set/../..", "/etc", ".", "./set", "set/..", "none", "set/plain"])
def test_a_wrong_folder_ends_the_job(files: str, program: Callable[[str], str], folder: str) -> None:
    """With the status that the Job fails at, and nothing is copied; an empty one is what the file has."""
    program("rsync")
    with _pods(files) as pods:
        done = pods.run(0, folder)
        (rule,) = job_of(files)["spec"]["podFailurePolicy"]["rules"]
        assert (rule["action"], rule["onExitCodes"]["values"]) == ("FailJob", [done.returncode])
        assert "folder" in done.stderr
        assert not any((pods.place / "to").iterdir())
    assert pods.told["FOLDER"] == ""


def test_a_pod_that_runs_again_reverts_nothing(files: str, program: Callable[[str], str]) -> None:
    """A file that was written on the target since is kept, an older one is not; what nobody may write fails, and is tried again."""
    program("rsync")
    with _pods(files) as pods:
        for index in range(HOSTS):
            assert pods.run(index, "set").returncode == 0
        for name, seconds in (("plain", 3600), ("with space", -3600)):
            there = pods.place / "to/set" / name
            when = there.stat().st_mtime + seconds
            there.write_text("of the target")
            os.utime(there, (when, when))
        said = [pods.run(index, "set", "to", "--itemize-changes").stdout for index in range(HOSTS)]
        assert "".join(said).count(">f") == 1
        assert (pods.place / "to/set/plain").read_text() == "of the target"
        assert (pods.place / "to/set/with space").read_text() == "of with space"
        if os.getuid() == 0:
            (pods.place / "to0").chmod(0o755)
            assert pods.run(0, "set", "to0").returncode not in {0, 64}


def test_every_object_is_copied_by_one_pod(
    tmp_path: Path, program: Callable[[str], str], proven: Callable[[str, str], None]
) -> None:
    """From a file system to remotes of rclone that are folders; a release that would leave half a file does not fill a file system."""
    rclone = subprocess.run([program("rclone"), "version"], capture_output=True, text=True, check=True).stdout.split()[
        1
    ]
    made = spec()
    made["storage"]["buckets"]["feeds"] = {}
    made["storage"]["home"]["feeds"] = {"buckets": {"hosts": HOSTS}}
    named = [each for each in FILES if "\n" not in each]
    with _pods(texts(made, tmp_path)["home_to_buckets.yaml"]) as pods:
        (pods.place / "from/set/line\nbreak").unlink()
        for index in range(HOSTS):
            config = pods.place / f"rclone{index}.conf"
            config.write_text(f"[buckets]\ntype = alias\nremote = {pods.place}/to{index}\n")
            done = pods.run(index, "set", RCLONE_CONFIG=str(config), HOME=f"{pods.place}/to")
            assert done.returncode == 0, done.stderr
        parts = [_files(pods.place / f"to{index}") for index in range(HOSTS)]
        assert sorted(name for part in parts for name in part) == sorted(f"set/{each}" for each in named)
        assert all(parts)
        assert pods.run(0, "../etc").returncode == 64
    with _pods(texts(spec(), tmp_path)["buckets_to_fast.yaml"]) as pods:
        config = pods.place / "rclone.conf"
        config.write_text(f"[buckets]\ntype = alias\nremote = {pods.place}/from\n")
        done = pods.run(0, "set", RCLONE_CONFIG=str(config), HOME=f"{pods.place}/to")
        old = tuple(map(int, re.findall(r"\d+", rclone)[:2])) < (1, 63)
        assert (done.returncode != 0, bool(_files(pods.place / "to/set"))) == (old, not old)
    proven(f"rclone {rclone}", f"{len(named)} objects by {HOSTS} pods of a Job, each object by one")


def test_kubectl_builds_the_list(tmp_path: Path, program: Callable[[str], str]) -> None:
    """All jobs and nothing else, with tenants in folders of their own; nothing of them is applied with the cluster's other objects."""
    made = spec()
    made["tenants"] = {"red": {"hosts": ["gpu[01-02]"]}, "blue": {"hosts": ["gpu[03-04]"]}}
    made["storage"]["buckets"]["feeds"] = {}
    path = tmp_path / "cluster.yaml"
    path.write_text(yaml.safe_dump(made))
    write_tree(render_tree(read_plan(path, CATALOG, path.name)[0], TEMPLATES), tmp_path / "tree")
    built = [
        list(yaml.safe_load_all(subprocess.run([program("kubectl"), "kustomize", str(folder)], capture_output=True, text=True, check=True).stdout))
        for folder in (tmp_path / "tree/kubernetes/transfer", tmp_path / "tree/kubernetes")
    ]  # fmt: skip
    assert [(each["kind"], each["metadata"]["namespace"]) for each in built[0]] == [("Job", "blue"), ("Job", "red")]
    assert not [each for each in built[1] if each["kind"] == "Job"]
