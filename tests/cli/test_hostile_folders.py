"""Folders that a tree is written to: what they were stays, and nothing of anybody else's goes."""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.cli.output import TreeError, compare, write_tree
from generator.cli.staging import sweep
from generator.render.artifact import Artifact
from generator.render.tree import MANIFEST


def files(*more: Artifact) -> list[Artifact]:
    digest = "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"  # of the letter a
    return [
        Artifact("a.txt", "a"),
        *more,
        Artifact(MANIFEST, f'{{"files": {{"a.txt": {{"backend": "x", "sha256": "{digest}"}}}}}}\n'),
    ]


def test_mode_owner_and_group_stay(tmp_path: Path) -> None:
    target = tmp_path / "build"
    write_tree(files(), target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o755
    target.chmod(0o2750)
    if os.geteuid() == 0:
        os.chown(target, 1234, 2345)
        target.chmod(0o2750)
    before = target.stat()
    write_tree(files(), target)
    after = target.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert after.st_ino != before.st_ino


@pytest.mark.parametrize("where", [".", "..", "below", "../build", "../link"])
def test_the_folder_that_one_stands_in_is_refused(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be swapped away below the feet of whoever stands there; a link to it is refused as well."""
    target = tmp_path / "build"
    (target / "sub").mkdir(parents=True)
    (tmp_path / "link").symlink_to(target)
    monkeypatch.chdir(target / "sub" if where == "below" else target)
    with pytest.raises(TreeError, match=r"the folder that this command runs in|is no directory"):
        write_tree(files(), Path(".." if where == "below" else where))
    assert (target / "sub").is_dir()


def test_a_folder_that_is_gone_is_no_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(TreeError):
        write_tree(files(), Path("build"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("foreign", ["notes/", "ip/mine/", "x", "__pycache__/mine.txt"])
def test_foreign_files_and_folders_are_refused_by_name(foreign: str, tmp_path: Path) -> None:
    """An empty folder is somebody's, too."""
    target = tmp_path / "build"
    write_tree(files(), target)
    place = target / foreign
    (place if foreign.endswith("/") else place.parent).mkdir(parents=True, exist_ok=True)
    if not foreign.endswith("/"):
        place.write_text("x")
    with pytest.raises(TreeError, match=foreign.strip("/").split("/")[0]):
        write_tree(files(), target, force=True)
    assert place.exists()


def test_a_link_in_place_of_a_file_is_not_ours(tmp_path: Path) -> None:
    target = tmp_path / "build"
    write_tree(files(), target)
    (tmp_path / "elsewhere").write_text("a")
    (target / "a.txt").unlink()
    (target / "a.txt").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(TreeError, match="changed by hand"):
        write_tree(files(), target)
    assert (tmp_path / "elsewhere").read_text() == "a"


def test_sweeping_leaves_other_trees_alone(tmp_path: Path) -> None:
    """Folders whose names only begin or match like ours are somebody else's, whatever letters our own name has."""
    others = [
        ".build.clustergen-notes", ".build.clustergen-abcdefgh.keep", ".build.clustergen-abcdefghi", ".built.clustergen-abcdefgh",
        ".build.clustergen-abcdefgh.clustergen-abcdefgh", ".build.clustergen-ABCDEFGH",
    ]  # fmt: skip
    for name in others:
        (tmp_path / name).mkdir()
    (tmp_path / ".build.clustergen-ab_def12").mkdir()
    (tmp_path / "victim").mkdir()
    (tmp_path / ".build.clustergen-linklink").symlink_to(tmp_path / "victim")
    sweep(tmp_path / "build")
    sweep(tmp_path / "b*")
    sweep(tmp_path / "bui[lt]d")
    assert {path.name for path in tmp_path.iterdir()} == {*others, "victim", ".build.clustergen-linklink"}


def test_what_is_written_meanwhile_is_not_lost(tmp_path: Path) -> None:
    """A render of a large cluster takes minutes, and somebody may have the folder open."""
    target = tmp_path / "build"
    write_tree(files(), target)

    def slowly(path: str) -> Iterator[Artifact]:
        (target / path).write_text("mine")
        yield from files()

    for path in ("notes.txt", "a.txt"):
        with pytest.raises(TreeError, match=f"while the new tree was rendered .{path}"):
            write_tree(slowly(path), target)
        assert (target / path).read_text() == "mine"
        (target / path).unlink()
    write_tree(files(), target)


def test_a_folder_of_ours_that_was_emptied_is_filled_again(tmp_path: Path) -> None:
    target = tmp_path / "build"
    manifest = json.loads(files()[-1].content)
    manifest["files"]["hosts/gpu1/x"] = manifest["files"]["a.txt"]
    made = [Artifact("a.txt", "a"), Artifact("hosts/gpu1/x", "a"), Artifact(MANIFEST, json.dumps(manifest))]
    write_tree(made, target)
    (target / "hosts" / "gpu1" / "x").unlink()
    write_tree(made, target)
    assert (target / "hosts" / "gpu1" / "x").read_text() == "a"


def test_a_link_with_the_right_content_differs(tmp_path: Path) -> None:
    """What it leads to may be something else tomorrow."""
    target = tmp_path / "build"
    write_tree(files(), target)
    (tmp_path / "elsewhere").write_text("a")
    (target / "a.txt").unlink()
    (target / "a.txt").symlink_to(tmp_path / "elsewhere")
    assert compare(files(), target) == ["differs: a.txt"]
