"""The pages about plans and CI: commands that exist, YAML that parses, output that is fresh."""

import json
import re
import shlex
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner

from generator.cli.main import main
from tests.conftest import IN_CI, ROOT

PAGES = (ROOT / "docs" / "plan.md", ROOT / "docs" / "ci.md")
HOOKS = ROOT / ".pre-commit-hooks.yaml"
_ENDS = {">", "||", "|", "&&", ";", "done"}


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words of every clustergen command in a shell text, up to what the shell does with its output."""
    for line in text.splitlines():
        for start in re.finditer(r"(?:^|[ '$])clustergen (?=[a-z-])", line):
            words: list[str] = []
            try:
                split = shlex.split(line[start.end() :].rstrip("'"))
            except ValueError:
                split = line[start.end() :].split()
            for word in split:
                if word in _ENDS:
                    break
                words.append(word.rstrip(";"))
            yield words


def scripts(value: Any) -> Iterator[str]:
    """Yield every text of a YAML value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from scripts(each)
    elif isinstance(value, list):
        for each in value:
            yield from scripts(each)


def accept(words: list[str]) -> None:
    """Have click read the words as the command line would, and run nothing."""
    known = {option for parameter in main.params for option in parameter.opts}
    while words[0].startswith("-"):
        assert words[0] in known
        words = words[1:]
    context = click.Context(main, info_name="clustergen", obj={"quiet": False, "color": None})
    command = main.get_command(context, words[0])
    assert command is not None, words[0]
    with command.make_context(words[0], words[1:], parent=context):
        pass


def every_command() -> list[list[str]]:
    found = []
    for page in PAGES:
        for text in blocks(page, "sh"):
            found += [words for words in commands(text) if "OLD" not in words]
        for text in blocks(page, "yaml"):
            found += [words for script in scripts(yaml.safe_load(text)) for words in commands(script)]
    for hook in yaml.safe_load(HOOKS.read_text(encoding="utf-8")):
        found += list(commands(" ".join([hook["entry"], *hook.get("args", ())])))
    return found


def test_the_recipes_are_found() -> None:
    """GitHub, GitLab and pre-commit: validate, render --check and plan in each job."""
    jobs = [text for text in blocks(PAGES[1], "yaml") if "clustergen plan" in text]
    assert len(jobs) == 2
    for job in jobs:
        names = {
            words[1] if words[0].startswith("-") else words[0]
            for script in scripts(yaml.safe_load(job))
            for words in commands(script)
        }
        assert names >= {"validate", "render", "plan"}
    assert len(every_command()) >= 12


@pytest.mark.parametrize("words", every_command(), ids=" ".join)
def test_every_command_line_is_one_that_is_read(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("cluster.yaml", "earlier.json"):
        Path(name).touch()
    accept([word.replace("$spec", "cluster.yaml") for word in words])


def test_a_command_line_with_an_unknown_option_is_refused() -> None:
    with pytest.raises(click.UsageError):
        accept(["plan", "a", "b", "--formt", "json"])
    with pytest.raises(click.UsageError):
        accept(["plan", "a"])


def test_the_output_on_the_page_is_what_is_printed(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """`--update-golden` writes it anew."""
    monkeypatch.chdir(ROOT)
    (shown,) = blocks(PAGES[0], "text")
    command, _, output = shown.partition("\n")
    printed = CliRunner().invoke(main, shlex.split(command)[2:]).stdout
    if request.config.getoption("--update-golden"):
        assert not IN_CI, "golden files are never rewritten in CI"
        PAGES[0].write_text(PAGES[0].read_text(encoding="utf-8").replace(output, printed), encoding="utf-8")
    else:
        assert printed == output


def test_hosts_are_reached_at_the_addresses_that_they_still_have(tmp_path: Path, program: Callable[[str], str]) -> None:
    """The lines of the page make an inventory whose addresses count, and nothing else of it."""
    (block,) = (text for text in blocks(PAGES[0], "sh") if "still/hosts.yml" in text)
    for tree, pool in (("build-before", "10."), ("build", "172.")):
        home = tmp_path / tree / "ansible/inventory/host_vars"
        home.mkdir(parents=True)
        (home.parent / "hosts.yml").write_text("all: {hosts: {gpu01: {}}}\n", encoding="utf-8")
        (home / "gpu01.yml").write_text(
            f'---\nansible_host: "{pool}16.0.1"\ncluster_bmc: "{pool}1.0.1"\n', encoding="utf-8"
        )
    made = [line for line in block.splitlines() if line.startswith(("mkdir", "for"))]
    subprocess.run(["/bin/sh", "-ec", "\n".join(made)], cwd=tmp_path, check=True, timeout=60)
    (run,) = (line for line in block.splitlines() if line.startswith("ansible-playbook"))
    sources = shlex.split(run)[1:5]
    answer = subprocess.run(
        [program("ansible-inventory"), *sources, "--host", "gpu01"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(answer.stdout) == {"ansible_host": "10.16.0.1", "cluster_bmc": "172.1.0.1"}


def test_hooks_are_hooks() -> None:
    """What pre-commit demands of each, and the ids that the page names."""
    hooks = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))
    for hook in hooks:
        assert {"id", "name", "entry", "language"} <= hook.keys()
    ids = {hook["id"] for hook in hooks}
    (page,) = [text for text in blocks(PAGES[1], "yaml") if "rev:" in text]
    named = {hook["id"] for repo in yaml.safe_load(page)["repos"] for hook in repo["hooks"]}
    assert named == ids
    assert any(re.search(hook["files"], "sites/a/cluster.yaml") for hook in hooks if "files" in hook)
