"""A spec from standard input (`-`), and what `-v` reports of a run."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.source.document import MAX_BYTES
from tests.conftest import example

SPEC = example("small-4-hosts")
TEXT = SPEC.read_text(encoding="utf-8")


def run(*arguments: str | Path, stdin: str | bytes | None = TEXT) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], input=stdin, catch_exceptions=False)


@pytest.mark.parametrize(
    "words",
    [
        ("summary", "{}"),
        ("show", "{}", "hosts"),
        ("show", "{}", "--resolved"),
        ("explain", "{}", "compute.spines"),
        ("prices", "{}", "--stdout"),
    ],
)
def test_commands_print_of_standard_input_what_they_print_of_the_file(words: tuple[str, ...]) -> None:
    piped, read = (run(*(word.format(path) for word in words)) for path in ("-", SPEC))
    assert piped.exit_code == read.exit_code == 0
    assert piped.stdout == read.stdout.replace(str(SPEC), "<stdin>")


def test_size_names_it_as_other_commands_do() -> None:
    assert run("size", "-").stderr.startswith("error: <stdin> has no workloads")


def test_render_and_plan_take_it(tmp_path: Path) -> None:
    assert run("render", "-", "-o", tmp_path / "piped", "--only", "cabling").exit_code == 0
    assert run("render", SPEC, "-o", tmp_path / "read", "--only", "cabling").exit_code == 0
    trees = [
        {path.relative_to(tree): path.read_bytes() for path in tree.rglob("*") if path.is_file()}
        for tree in (tmp_path / "piped", tmp_path / "read")
    ]
    assert trees[0] == trees[1] != {}
    assert run("plan", SPEC, "-").exit_code == 0


def test_problems_have_their_line() -> None:
    result = run("validate", "-", "--format", "concise", stdin=TEXT.replace("hosts:", "hots:", 1))
    assert result.exit_code == 1
    line = TEXT[: TEXT.index("hosts:")].count("\n") + 1
    assert f"<stdin>:{line}:1: " in result.stdout
    assert run("validate", "-").stdout.startswith("<stdin>: valid: ")


def test_what_is_in_the_current_folder_is_not_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("assets.yaml").write_text("no: such device", encoding="utf-8")
    Path("catalog").symlink_to("/")
    Path("cluster.yaml").write_text(TEXT, encoding="utf-8")
    assert run("validate", "cluster.yaml").exit_code == 1
    assert run("validate", "-").exit_code == 0


def test_limits() -> None:
    assert "<stdin> is empty" in run("validate", "-", stdin="").stderr
    large = run("validate", "-", stdin=b"#" * (MAX_BYTES + 1))
    assert large.exit_code == 1
    assert "error[file-too-large]" in large.stderr
    refused = run("prices", "-")
    assert refused.exit_code == 2
    assert "add --stdout" in refused.stderr


@pytest.mark.parametrize("words", [("-v", "validate"), ("validate", "-v"), ("--verbose", "validate", "--verbose")])
def test_verbose_reports_what_is_read(tmp_path: Path, words: tuple[str, ...]) -> None:
    spec = tmp_path / "cluster.yaml"
    spec.write_text(TEXT, encoding="utf-8")
    (tmp_path / "assets.yaml").write_text("{}\n", encoding="utf-8")
    (tmp_path / "catalog").mkdir()
    assert run("render", spec, "-o", tmp_path / "build", "--only", "plan").exit_code == 0
    result = run(*words, spec, "--baseline", tmp_path / "build" / "plan.json")
    assert result.exit_code == 0
    for line in (
        f"read: {spec}",
        f"read: {tmp_path / 'assets.yaml'}",
        f"catalog: {tmp_path / 'catalog'} is searched before the models that ship",
        f"baseline: {tmp_path / 'build' / 'plan.json'}, generation 1",
    ):
        assert line in result.stderr.splitlines()
    assert "\nplanned: " in result.stderr
    assert "read: " not in run("validate", spec).output
    assert run(*words, spec, "--format", "json").stdout == run("validate", spec, "--format", "json").stdout


def test_version_has_a_short_form() -> None:
    assert run("-V").stdout == run("--version").stdout
