"""Every clustergen command that help, an error, a page, a template or the report recommends is one that the command line accepts; those that only read a spec, the catalog or the manual are run."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.main import _COMMANDS, main
from generator.pipeline.reference import load_rules
from generator.source.rule import RULES
from tests.cli.test_plan_docs import accept
from tests.conftest import ROOT, example

_QUOTED = re.compile(r"`clustergen ([^`\n]+)`|<code>clustergen ([^<\n]+)</code>|`clustergen ([^`]+)`")
_LINE = re.compile(r"^(?:#? +)?(?:\$ )?(?:sudo )?clustergen ((?:{}) .*)$".format("|".join(_COMMANDS)), re.MULTILINE)
"""A line of a block on a page, of the head of a playbook, or of the help of a command."""
_BARE = re.compile(
    r"(?<![`>])\bclustergen ((?:explain|show|check|render|plan) [^`<\n]+? (?:money|-o build|\{name\}\.lost))"
)
"""A recommendation within a printed text, which has no backquotes."""
_SHELL = re.compile(r"[|>;]|2>.*|&&|\|\||>.*|<[^>]*")
_PATHS = {
    "SPEC",
    "FILE",
    "TREE",
    "DIR",
    "OLD",
    "NEW",
    "{spec}",
    "{output}",
    "{shown}",
    "{check}",
    "{old}",
    "{new}",
    "build",
    "order",
    "exports",
    "site",
    "answers/",
    "exports/",
    "catalog/",
    "build-before",
    "larger",
}
"""What stands for a path in a recommended command, beside names of files."""
_NAMES = {
    "{form}": "json",
    "KIND": "dcim",
    "storage.NAME": "storage.fast",
    "<system>": "sonic",
    "{near[0]}": "sn5600",
    "{name}.lost": "compute.lost",
    "NAME": "gpu01",
}
_TREES = {"catalog/", "TREE", "DIR", "build", "build-before", "larger", "{old}", "{new}"}
_RUN = {"explain", "show", "catalog", "docs", "schema", "size"}
"""Commands that write no file."""


def _texts() -> Iterator[tuple[str, str]]:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "templates").rglob("*.j2"))]
    roles = [*sorted((ROOT / "playbooks").rglob("*.yml")), *sorted((ROOT / "generator").rglob("*.yaml"))]
    for path in (*pages, *roles):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "generator").rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        yield path.relative_to(ROOT).as_posix(), source
    load_rules()
    for name, rule in RULES.items():
        yield f"rule {name}", f"{rule.why}\n{rule.fix}"


@cache
def recommended() -> dict[str, str]:
    """Return every recommended command, and where it is recommended first; a bare name of a command needs no test of its words."""
    found: dict[str, str] = {}
    for place, text in _texts():
        for match in _QUOTED.finditer(text):
            words = " ".join((match[1] or match[2] or match[3]).replace("&lt;", "<").split())
            if len(words.split()) > 1 and words[0].isalpha():
                found.setdefault(words, place)
        for match in (*_LINE.finditer(text), *_BARE.finditer(text)):
            words = match[1].partition(" #")[0].split("  ")[0].strip()
            if "[" not in words:
                found.setdefault(words, place)
    return found


def typed(words: str, folder: Path) -> list[str]:
    """Return the words as somebody types them: with paths that exist, and one of the names that a placeholder stands for."""
    words = (
        re.sub(r"\{\{.*?\}\}", "fast", words)
        .replace("--catalog catalog", "--catalog catalog/")
        .replace("<this directory>", "TREE")
    )
    out = []
    for typed_word in shlex.split(words):
        if _SHELL.fullmatch(typed_word):
            break
        word = typed_word.rstrip(";")
        if word in _PATHS or word.endswith((".yaml", ".txt", ".json")):
            path = folder / ("tree" if word in _TREES else "cluster.yaml")
            out.append(str(path))
        else:
            out.append(_NAMES.get(word, word))
    return out


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("spec") / "cluster.yaml"
    workload = "\nworkloads: {fast: {kind: finetune, params: 8B, tokens: 10e9}}\n"
    path.write_text(example("roce-16").read_text(encoding="utf-8") + workload, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", recommended())
def test_a_recommended_command_is_one_that_is_read(words: str, tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "cluster.yaml").touch()
    if words.endswith(" -h"):
        assert "Usage:" in CliRunner().invoke(main, words.split()).output
    else:
        accept(typed(words, tmp_path))


def reading() -> list[str]:
    """Return the recommended commands that write no file, each of those that come to the same once."""
    alike = {" ".join(typed(each, Path("/"))): each for each in recommended() if each.split()[0] in _RUN}
    return list(alike.values())


@pytest.mark.parametrize("words", reading())
def test_what_only_reads_is_run(words: str, spec: Path) -> None:
    """With a spec that has a workload and a tier called fast; `size` with neither a spec nor a model is completed."""
    there = {"/cluster.yaml": str(spec), "/tree": str(spec.parent)}
    arguments = [there.get(each, each) for each in typed(words, Path("/"))]
    if arguments == ["size", "--format", "json"]:
        arguments[1:1] = ["--params", "70e9", "--tokens", "15e12", "--gpu", "h100", "--days", "30"]
    done = CliRunner().invoke(main, arguments, catch_exceptions=False)
    assert done.exit_code == 0, done.output


def test_enough_is_found() -> None:
    """The report, an error, help, the starter spec and the manual recommend something."""
    places = " ".join(recommended().values())
    for part in ("templates/report/", "generator/cli/", "templates/init/", "docs/", "README.md"):
        assert part in places
