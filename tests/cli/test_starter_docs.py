"""docs/starter.md: its table has every question, and its commands run as they are printed."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli.init import command
from generator.cli.main import main
from generator.cli.starter.questions import QUESTIONS
from tests.cli.test_plan_docs import blocks
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "starter.md"
_ROW = re.compile(r"^\| `--([a-z-]+)` \|.*\| ([^|]+) \|$", re.MULTILINE)
NO_TERMINAL = "clustergen init --interactive"
"""`test_init_questions` has the terminal that this needs."""
IN_BASH = "eval "
"""`test_completion` evaluates it in bash."""


def test_the_table_has_every_question_with_its_default() -> None:
    rows = dict(_ROW.findall(PAGE.read_text(encoding="utf-8")))
    assert set(rows) == {question.option.replace("_", "-") for question in QUESTIONS}
    defaults = {parameter.name: parameter.default for parameter in command.params}
    for question in QUESTIONS:
        if isinstance(default := defaults[question.option], str):
            assert rows[question.option.replace("_", "-")] == f"`{default}`"


def test_its_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("catalog").mkdir()
    lines = [line for block in blocks(PAGE, "sh") for line in block.splitlines()]
    commands = [line for line in lines if line != NO_TERMINAL and not line.startswith(IN_BASH)]
    assert len(commands) == len(lines) - 2 >= 6
    for line in commands:
        words, _, source = re.sub(" >.*", "", line).partition("<")
        given = Path(source).read_text(encoding="utf-8") if source else None
        program, *options = shlex.split(words)
        assert program == "clustergen"
        result = CliRunner().invoke(main, options, input=given, catch_exceptions=False)
        assert result.exit_code == 0, (line, result.output)
    for spec in ("shared.yaml", "small.yaml"):
        assert CliRunner().invoke(main, ["validate", spec], catch_exceptions=False).exit_code == 0
