"""The recipes of docs/ci.md: what reads a request has no token, what has a token reads no request, and nothing that they use can be another thing tomorrow."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml

from tests.cli.test_plan_docs import blocks, scripts
from tests.conftest import ROOT, example

PAGE = ROOT / "docs" / "ci.md"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md"]
Job = dict[str, Any]
SHA = "9" * 40
HOSTILE = "# plan\n/merge\n\r/approve\n```\n/close\n~~~\n[x](https://a.example)\n@everyone\n"


def _documents() -> list[dict[str, Any]]:
    return [yaml.safe_load(text) for text in blocks(PAGE, "yaml")]


def _workflows() -> list[dict[str, Any]]:
    return [each for each in _documents() if "jobs" in each]


def _github_jobs() -> list[Job]:
    return [job for workflow in _workflows() for job in workflow["jobs"].values()]


def _gitlab() -> dict[str, Any]:
    (found,) = [each for each in _documents() if "stages" in each]
    return found


def _checkouts(job: Job) -> list[Job]:
    return [step for step in job["steps"] if step.get("uses", "").startswith("actions/checkout@")]


def loose_actions(text: str) -> list[str]:
    """Return every action that is not named by a commit, with its release beside it."""
    named = re.findall(r"uses: *([^\n]*)", text)
    return [each for each in named if not re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_actions_and_images_are_named_by_digest(page: Path) -> None:
    for text in blocks(page, "yaml"):
        assert loose_actions(text) == []
    assert re.findall(r"image: (?!docker\.io/library/python@sha256:[0-9a-f]{64} )[^\n]*", PAGE.read_text()) == []


@pytest.mark.parametrize(
    "text", ["- uses: actions/checkout@v4", f"- uses: actions/checkout@{SHA}", "- uses: a/b@main # v1.0.0"]
)
def test_an_action_that_may_move_is_found(text: str) -> None:
    assert loose_actions(text) != []


def test_what_reads_a_request_holds_no_token() -> None:
    """A checkout keeps no credentials, its job may read and no more, and no step is given a token or a secret."""
    readers = [job for job in _github_jobs() if _checkouts(job)]
    assert readers
    for job in readers:
        assert job["permissions"] == {"contents": "read"}
        assert all(step["with"]["persist-credentials"] is False for step in _checkouts(job))
        assert not [text for text in scripts(job) if re.search(r"token|secrets\.", text, re.IGNORECASE)]
        assert job["env"] == {"CLUSTERGEN_SHIPPED_ONLY": "1"}
    for name, job in _gitlab().items():
        if isinstance(job, dict) and any("clustergen" in text for text in job.get("script", ())):
            assert name == "plan"
            assert not [text for text in scripts(job) if re.search(r"token", text, re.IGNORECASE)]
            assert job["variables"]["CLUSTERGEN_SHIPPED_ONLY"] == "1"


def test_what_holds_a_token_reads_no_request() -> None:
    """It checks nothing out, is started by the default branch's own file, and its scripts have no text of GitHub's filled in."""
    holders = [job for job in _github_jobs() if "write" in job["permissions"].values()]
    assert holders
    for job in holders:
        assert _checkouts(job) == []
    for workflow in _workflows():
        assert workflow["permissions"] == {}
        starts = next(value for key, value in workflow.items() if str(key) == "True")  # `on`, as YAML 1.1 reads it
        assert "pull_request_target" not in starts
        writes = any(job in holders for job in workflow["jobs"].values())
        assert list(starts) == (["workflow_run"] if writes else ["pull_request"])
    assert not [step["run"] for job in _github_jobs() for step in job["steps"] if "${{" in step.get("run", "")]
    gitlab = [job for job in _gitlab().values() if isinstance(job, dict) and "TOKEN" in str(job.get("script"))]
    assert [(job["rules"], job["variables"]) for job in gitlab] == [
        ([{"if": '$CI_PIPELINE_SOURCE == "schedule"'}], {"GIT_STRATEGY": "none"})
    ]


def test_clustergen_is_installed_by_hash_before_the_request_is_there() -> None:
    """From the target branch's folder, and nothing is installed after."""
    (job,) = [job for job in _github_jobs() if _checkouts(job)]
    installs = [index for index, step in enumerate(job["steps"]) if "pip install" in step.get("run", "")]
    request = job["steps"].index(next(step for step in _checkouts(job) if "ref" not in step["with"]))
    assert len(installs) == 1
    assert installs[0] < request
    step = job["steps"][installs[0]]
    assert step["working-directory"] == "standing"
    lines = [step["run"], *(line for line in _gitlab()["plan"]["script"] if "pip install" in line)]
    assert len(lines) == 2
    assert all("--require-hashes" in line for line in lines)
    assert lines[1].startswith("(cd ../standing && ")


@pytest.mark.parametrize("text", [text for document in _documents() for text in scripts(document) if "\n" in text])
def test_scripts_are_shell(text: str) -> None:
    assert subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True, check=False).stderr == ""


def _steps_of(platform: str) -> list[str]:
    """Return what the job that reads a request runs, but for the installation."""
    if platform == "gitlab":
        script = _gitlab()["plan"]["script"]
        return [line for line in script if "pip install" not in line and "git worktree" not in line]
    (job,) = [job for job in _github_jobs() if _checkouts(job)]
    return [step["run"] for step in job["steps"] if "run" in step and "pip install" not in step["run"]]


@pytest.mark.parametrize("platform", ["github", "gitlab"])
def test_the_job_runs(platform: str, tmp_path: Path) -> None:
    """On a request that changes nothing every step ends well, and the plan is there to be shown."""
    programs = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    change = tmp_path / "change"
    for folder in (tmp_path / "standing", change):
        folder.mkdir()
        shutil.copy(example("roce-16"), folder / "cluster.yaml")
    render = ["clustergen", "--quiet", "render", "cluster.yaml", "-o", "build"]
    subprocess.run(render, cwd=change, env=programs, check=True)
    shutil.copytree(change / "build", tmp_path / "standing" / "build")
    environment = {**programs, "CLUSTERGEN_SHIPPED_ONLY": "1", "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
    for step in _steps_of(platform):
        done = subprocess.run(
            ["bash", "-e", "-c", step], cwd=change, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (step, done.stdout, done.stderr)
    assert (tmp_path / ("plan.md" if platform == "github" else "change/plan.md")).read_text()


def _comment(folder: Path, head: str = "stranger:branch") -> subprocess.CompletedProcess[str]:
    """Run the script that comments, with a `gh` that notes what it is told."""
    (job,) = [job for job in _github_jobs() if not _checkouts(job)]
    gh = folder / "gh"
    gh.write_text('#!/bin/sh\nprintf "%s\\n" "$@" >> told\n[ "$1" = pr ] || echo 7\n')
    gh.chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "GH_REPO": "a/b", "HEAD_SHA": SHA, "HEAD": head}
    command = ["bash", "-e", "-c", job["steps"][-1]["run"]]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_comment_is_text(tmp_path: Path) -> None:
    """Every line of the plan is indented, so that none is a command, a link or the end of a fence; the name of a branch is a word."""
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "plan.md").write_text(HOSTILE, newline="")
    done = _comment(tmp_path, "stranger:$(touch owned)`touch owned`;touch owned")
    assert done.returncode == 0, done.stderr
    head, blank, *lines = (tmp_path / "body.md").read_text().removesuffix("\n").split("\n")
    assert SHA in head
    assert blank == ""
    assert all(line.startswith("    ") for line in lines)
    assert "\r" not in (tmp_path / "body.md").read_text()
    told = (tmp_path / "told").read_text()
    assert "head=stranger:$(touch owned)`touch owned`;touch owned\n" in told
    assert "pr\ncomment\n7\n--body-file\nbody.md\n" in told
    assert not (tmp_path / "owned").exists()


@pytest.mark.parametrize("text", ["x" * 3_000_000, "\n" * 3_000_000, "\u00e9" * 3_000_000])
def test_the_comment_is_no_longer_than_github_takes(text: str, tmp_path: Path) -> None:
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "plan.md").write_text(text)
    assert _comment(tmp_path).returncode == 0
    assert (tmp_path / "body.md").stat().st_size < 65536


def test_a_link_in_place_of_the_plan_is_refused(tmp_path: Path) -> None:
    """It would show a file of the machine that holds the token."""
    (tmp_path / "plan").mkdir()
    (tmp_path / "plan" / "plan.md").symlink_to("/etc/hostname")
    assert _comment(tmp_path).returncode != 0
    assert not (tmp_path / "told").exists()


class _GitLab(BaseHTTPRequestHandler):
    """A project with a merge request whose plan is hostile, one without a pipeline, and the notes that were written."""

    notes: ClassVar[list[dict[str, Any]]] = []

    def _say(self, value: Any) -> None:
        body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        assert self.headers["PRIVATE-TOKEN"] == "given"
        answers: dict[str, Any] = {
            "merge_requests": [{"iid": 3, "sha": SHA}, {"iid": 4, "sha": "8" * 40}],
            "merge_requests/3/pipelines": [{"id": 50, "sha": SHA}],
            "merge_requests/4/pipelines": [],
            "pipelines/50/jobs": [{"id": 60, "name": "plan"}],
            "jobs/60/artifacts/plan.md": HOSTILE,
            "merge_requests/3/notes": self.notes,
        }
        self._say(answers[self.path.partition("?")[0].removeprefix("/projects/1/")])

    def do_POST(self) -> None:
        assert self.path == "/projects/1/merge_requests/3/notes"
        self.notes.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self._say({})

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""


@pytest.fixture
def gitlab() -> Iterator[str]:
    """A GitLab on loopback."""
    _GitLab.notes.clear()
    with HTTPServer(("127.0.0.1", 0), _GitLab) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_the_note_is_text_and_written_once(gitlab: str, tmp_path: Path) -> None:
    """A line that begins with `/` would be a command by the owner of the token."""
    (script,) = _gitlab()["comment"]["script"]
    environment = {**os.environ, "CI_API_V4_URL": gitlab, "CI_PROJECT_ID": "1", "CLUSTER_TOKEN": "given"}
    for _ in range(2):
        done = subprocess.run(
            ["sh", "-e", "-c", script], env=environment, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    (note,) = _GitLab.notes
    head, blank, *lines = note["body"].split("\n")
    assert SHA in head
    assert blank == ""
    assert all(line.startswith("    ") for line in lines)
    assert "\r" not in note["body"]
