"""Every clustergen command that help, an error, a page, a template or the report recommends is one that the command line accepts; those that only read a spec, the catalog or the manual are run, and those that write files in a folder of their own."""

import os
import re
import shlex
import shutil
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
    "MODEL": "sn5600",
    "CODE": "rack-overfull",
    "CH01": "CH001",  # a cluster with fewer cables has fewer digits
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


_WRITE = {"export", "init", "plan", "prices", "render", "summary", "validate"}
"""Commands that write files, or read trees."""
_ELSEWHERE = {
    "check": "tests/cli/test_check.py",
    "check --discovered": "tests/cli/test_discovered.py",
    "check --sonic-yang": "tests/cli/test_check.py",
    "import --map": "tests/adopt/test_round_trip.py",
    "twin": "tests/system/test_twin_command.py",
    "export --load": "tests/exports/test_nautobot_load.py",
    "export --compare": "tests/exports/test_nautobot.py",
    "init --interactive": "tests/cli/test_init_questions.py",
}
"""Commands that need a network namespace, real programs, a site's exports, a server or a terminal, with the test that has them and runs them."""
_FORMS = {"init -h", "init -o FILE", "export TREE KIND"}
"""Forms of commands in running text, without what makes them complete."""
_CHANGES = 4
"""Exit code of a plan that changes something."""


def elsewhere(words: str) -> str:
    """Return the command and option of `_ELSEWHERE` that a recommended command is, or nothing."""
    asked = words.split()
    server = asked[0] != "export" or "https://" in words
    named = [each for each in _ELSEWHERE if server and set(each.split()) <= set(asked)]
    return max(named, key=len, default="")


def writing() -> list[str]:
    """Return the recommended commands that write files or read trees, and that run in a folder alone."""
    return [
        words for words in recommended() if words.split()[0] in _WRITE and words not in _FORMS and not elsewhere(words)
    ]


def test_every_recommended_command_is_run_somewhere() -> None:
    """What neither reads nor writes here is in a test that exists and has its command and option."""
    for words in recommended():
        key = elsewhere(words)
        if words.split()[0] in _RUN | _WRITE and not key:
            continue
        assert key, words
        text = (ROOT / _ELSEWHERE[key]).read_text(encoding="utf-8")
        assert all(f'"{word}"' in text for word in key.split()), (words, key)


@pytest.fixture(scope="module")
def tree(spec: Path) -> Path:
    done = CliRunner().invoke(main, ["render", str(spec), "-o", str(spec.parent / "tree")], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return spec.parent / "tree"


@pytest.mark.parametrize("words", writing())
def test_what_writes_is_run_in_a_folder_of_its_own(
    words: str, spec: Path, tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every path is one of this folder: the spec, its tree, or a new name. What a command says it has written is there."""
    shutil.copy(spec, tmp_path / "cluster.yaml")
    shutil.copytree(tree, tmp_path / "tree", copy_function=os.link)
    monkeypatch.chdir(tmp_path)
    arguments = [_PLACED.get(each, each) for each in typed(_real(words), tmp_path)]
    new = tmp_path / "new"
    written = next((option for option in ("-o", "--work-order") if option in arguments), None)
    if written and Path(arguments[arguments.index(written) + 1]).name != "tree":
        arguments[arguments.index(written) + 1] = str(new)
    if "--compare" in arguments:
        answers = ["export", str(tmp_path / "tree"), "netbox", "-o", str(new)]
        assert CliRunner().invoke(main, answers, catch_exceptions=False).exit_code == 0
        arguments[arguments.index("--compare") + 1] = str(new)
    stdin = (tmp_path / "cluster.yaml").read_bytes() if "-" in arguments else None
    done = CliRunner().invoke(main, arguments, input=stdin, catch_exceptions=False)
    assert done.exit_code in (0, *([_CHANGES] if arguments[0] == "plan" else [])), done.output
    if written:
        assert Path(arguments[arguments.index(written) + 1]).exists()
    elif arguments[0] == "prices":
        assert (tmp_path / "prices.yaml").exists()


_PLACED = {"{spec}": "cluster.yaml", "{output}": "tree", "{shown}": "tree", "OLD": "tree"}
"""Placeholders whose place in the command says whether a spec or a tree is meant."""


def _real(words: str) -> str:
    """Return a command of `render` with a tree where it names one: as its output and baseline."""
    return re.sub(
        r"((?:-o|--baseline) )(?:\{output\}|\{shown\}|OLD|build)\b",
        r"\1TREE",
        words.replace("render {output}", "render {spec}"),
    )


def test_enough_is_found() -> None:
    """The report, an error, help, the starter spec and the manual recommend something."""
    places = " ".join(recommended().values())
    for part in ("templates/report/", "generator/cli/", "templates/init/", "docs/", "README.md"):
        assert part in places
