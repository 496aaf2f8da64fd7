"""What a template may reach, and what becomes of one that a stranger wrote."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli.main import main
from generator.data import data_dir
from generator.render.idle_templates import idle_templates
from generator.render.plain import Fields, field_names, plain
from generator.render.templates import TemplateError, Templates
from generator.render.tree import render_tree
from generator.source.report import show_text
from tests.conftest import EXAMPLES, example, plan_of
from tests.ours import TEMPLATES

NAME = "ansible/ansible.cfg.j2"
FOREIGN = re.compile(r"Jinja|Missing|NoneType|object|'(str|int)'|argument\(s\)|token|\(\)|builtin|positional|class '")
"""Words of Jinja and Python."""
ATTACKS = {
    "a model's reader": "{{ plan.parse_raw('x', allow_pickle=true) }}",
    "a model's copy": "{{ plan.model_copy() }}",
    "a class": "{{ plan.__class__.__mro__ }}",
    "a class by a filter": "{{ plan|attr('__class__') }}",
    "a class by a map": "{{ [plan]|map(attribute='__class__')|list }}",
    "a class by an item": "{{ plan['__class__'] }}",
    "the record behind": "{{ plan._record }}",
    "the record behind, by a map": "{{ [plan]|map(attribute='_record')|first }}",
    "globals of a macro": "{% macro m() %}{% endmacro %}{{ m._func.__globals__ }}",
    "globals of a loop": "{% for x in [1] %}{{ loop.__init__.__globals__ }}{% endfor %}",
    "globals of a cycler": "{{ cycler('a').__init__.__globals__ }}",
    "globals of a joiner": "{{ joiner.__init__.__globals__.os.popen('id').read() }}",
    "a namespace's class": "{{ namespace.__mro__ }}",
    "format": "{{ '{0.__class__}'.format(plan) }}",
    "format_map": "{{ '{p.__class__}'.format_map({'p': plan}) }}",
    "format by a filter": "{{ ['{0.__class__}']|map('format', plan)|list }}",
    "the context": "{{ self._TemplateReference__context }}",
    "an environment": "{{ self.environment }}",
    "a record printed": "{{ plan }}",
    "a record in a list": "{{ [plan] }}",
    "a function printed": "{{ range }}",
    "a method printed": "{{ 'a'.upper }}",
    "chance": "{{ [1, 2]|random }}",
    "chance in a text": "{{ lipsum() }}",
    "a link's target": "{% include 'passwd' %}",
    "a way up": "{% include '../../../../etc/passwd' %}",
    "an absolute way": "{% include '/etc/passwd' %}",
    "loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}{% endfor %}",
    "a macro without end": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "a macro that doubles": "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "an include of itself": f"{{% include '{NAME}' %}}",
    "a power": "{{ 9 ** 9 ** 9 }}",
    "a product": "{% set n = namespace(x=9) %}{% for i in range(60) %}{% set n.x = n.x * n.x %}{% endfor %}{{ n.x }}",
    "a text repeated": "{{ 'a' * 10000000000 }}",
    "a text doubled": "{% set n = namespace(x='aaaaaaaa') %}{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}{{ n.x|length }}",
    "a text padded": "{{ 'a'|center(100000000000) }}",
    "a number padded": "{{ '%99999999999d'|format(1) }}",
    "a number rounded": "{{ 1.5|round(999999999, 'ceil') }}",
    "lists of lists": "{% set n = namespace(x=[1]) %}{% for i in range(60) %}{% set n.x = n.x + n.x %}{% endfor %}",
    "syntax": "{% for %}",
    "an unknown filter": "{{ 1|nothing }}",
    "an unknown tag": "{% nothing %}",
    "division": "{{ 1 / 0 }}",
    "a wrong argument": "{{ 'a'|center('x') }}",
    "an unknown call": "{{ nothing() }}",
    "nothing called": "{{ none() }}",
    "a block without end": "{% if name %}",
    "a stray end": "{% endfor %}",
    "a sum of kinds": "{{ name + 1 }}",
    "a number as a list": "{% for x in 3 %}{% endfor %}",
    "kinds compared": "{{ [1, 'a']|sort }}",
    "a filter's arguments": "{{ name|replace('a') }}",
    "rows too long": "{% for a, b in [[1, 2, 3]] %}{% endfor %}",
    "a list as a file": "{% extends 5 %}",
    "bytes": "\udcff",
    "deep brackets": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
}


def values_of(name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Return what every template is handed for an example, template by template."""
    seen: list[tuple[str, dict[str, Any]]] = []
    real = Templates.render

    def spy(self: Templates, path: str, /, **values: Any) -> str:
        seen.append((path, values))
        return real(self, path, **values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Templates, "render", spy)
        list(
            render_tree(plan_of(example(name)), TEMPLATES)
        )  # a tree of this run may be kept, for which nothing is printed
    yield from seen


def walk(value: Any, path: str, seen: set[Any]) -> None:
    """Hold everything that follows from a value to be plain: fields, text, numbers, tuples, mappings."""
    kind = type(value)
    if kind in {str, int, float, bool, type(None)}:
        return
    if kind is Fields:
        record = object.__getattribute__(value, "_record")
        if id(record) in seen:
            return
        seen.add(id(record))
        for name in sorted(field_names(type(record))):
            walk(getattr(value, name), f"{path}.{name}", seen)
        return
    assert kind in {tuple, frozenset, MappingProxyType} or issubclass(kind, tuple), f"{path} is a {kind}"
    inner = value.items() if kind is MappingProxyType else enumerate(value)
    for key, each in inner:
        walk(key, f"{path} key", seen)
        walk(each, f"{path}[{key}]", seen)


@pytest.mark.parametrize("name", ["small-4-hosts", "a100-h100-mixed", "tenants-64"])
def test_templates_are_handed_plain_values_alone(name: str) -> None:
    """Whatever can be reached from any context is text, a number, a tuple, a mapping, or fields of the same."""
    found = list(values_of(name))
    assert len(found) > 100
    looked: set[str] = set()
    for path, values in found:
        if path in looked:
            continue
        looked.add(path)
        seen: set[Any] = set()
        for key, value in values.items():
            walk(plain(value), f"{path}: {key}", seen)


def test_the_walk_finds_what_is_not_plain() -> None:
    """A function or an object of another kind is refused before any template sees it."""
    for value in (print, object(), Path(), lambda: 1, Fields):
        with pytest.raises(TypeError, match="a template cannot have"):
            plain({"deep": [value]})


def test_every_value_is_refused_as_a_target() -> None:
    """Fields can be read, not set."""
    host = plan_of(example("small-4-hosts")).hosts[0]
    fields = plain(host)
    assert fields.name == host.name
    with pytest.raises(AttributeError):
        fields.name = "other"
    with pytest.raises(AttributeError):
        fields.nothing  # noqa: B018


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A spec of its own, with a link and a canary beside its templates."""
    home = tmp_path_factory.mktemp("design")
    (home / "cluster.yaml").write_text(example("small-4-hosts").read_text("utf-8"), encoding="utf-8")
    (home / "templates" / "ansible").mkdir(parents=True)
    (home / "templates" / "passwd").symlink_to("/etc/passwd")
    return home


@pytest.mark.parametrize("what", ATTACKS)
def test_no_template_runs_reads_or_lasts(what: str, folder: Path) -> None:
    """Each is refused with its file and line, within seconds, in words of ours, and no file of the machine is in them."""
    mine = folder / "templates" / NAME
    mine.write_bytes(ATTACKS[what].encode("utf-8", "surrogateescape"))
    templates = Templates(data_dir("templates"), (folder / "templates",))
    begun = time.process_time()
    with closing(templates), pytest.raises(TemplateError) as caught:
        templates.render(NAME, name="atlas", plan=plan_of(folder / "cluster.yaml").hosts[0])
    assert time.process_time() - begun < 8  # the limit is 3 s of processor time
    text = show_text(caught.value.document, [caught.value.problem])
    assert str(folder / "templates") in text
    assert "[template]" in text
    assert "root:" not in text
    assert "0x" not in text
    assert not FOREIGN.search(caught.value.problem.message)


def test_the_command_says_it_with_the_line(folder: Path, tmp_path: Path) -> None:
    mine = folder / "templates" / NAME
    mine.write_text("# fine\n{{ nme }}\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["render", str(folder / "cluster.yaml"), "-o", str(tmp_path / "build"), "-j1"])
    assert result.exit_code == 1
    assert f"{mine}:2:1" in result.output
    assert "Traceback" not in result.output
    assert not (tmp_path / "build").exists()


def test_what_ships_alone_is_used_where_that_is_said(folder: Path, tmp_path: Path) -> None:
    """`--shipped-only` and its variable leave the folders beside the spec alone."""
    (folder / "templates" / NAME).write_text("{{ broken", encoding="utf-8")
    render = ["render", str(folder / "cluster.yaml"), "-j1", "-o"]
    runner = CliRunner()
    assert runner.invoke(main, [*render, str(tmp_path / "a")]).exit_code == 1
    assert runner.invoke(main, ["--shipped-only", *render, str(tmp_path / "a")]).exit_code == 0
    assert runner.invoke(main, [*render, str(tmp_path / "b")], env={"CLUSTERGEN_SHIPPED_ONLY": "1"}).exit_code == 0


def test_a_template_that_nothing_prints_is_refused(tmp_path: Path) -> None:
    """A misspelt path would silently have no effect; one that another of the user's includes is read."""
    home = tmp_path / "design"
    (home / "templates" / "slurm").mkdir(parents=True)
    spec = home / "cluster.yaml"
    spec.write_text(example("small-4-hosts").read_text("utf-8"), encoding="utf-8")
    mine = home / "templates" / "slurm" / "slurm2.conf.j2"
    mine.write_text("# mine\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["render", str(spec), "-o", str(tmp_path / "build")])
    assert result.exit_code == 1
    assert str(mine) in result.output
    assert "did you mean slurm/slurm.conf.j2?" in result.output
    assert not (tmp_path / "build").exists()
    (mine.parent / "slurm.conf.j2").write_text('{% include "slurm/slurm2.conf.j2" %}', encoding="utf-8")
    assert list(idle_templates(data_dir("templates"), home / "templates")) == []


@pytest.mark.parametrize("kind", ["templates", "catalog"])
def test_a_folder_that_is_a_link_out_is_refused(kind: str, tmp_path: Path) -> None:
    home = tmp_path / "design"
    home.mkdir()
    (home / "cluster.yaml").write_text(example("small-4-hosts").read_text("utf-8"), encoding="utf-8")
    (home / kind).symlink_to("/etc")
    result = CliRunner().invoke(main, ["render", str(home / "cluster.yaml"), "-o", str(tmp_path / "build")])
    assert result.exit_code == 1
    assert "[link-out]" in result.output


@pytest.mark.parametrize(
    "make", [lambda path: path.symlink_to("/etc/passwd"), os.mkfifo, lambda path: path.write_bytes(b"x" * 5_000_000)]
)
def test_a_catalog_file_is_a_plain_file_of_a_sane_size(make: Callable[[Path], Any], tmp_path: Path) -> None:
    home = tmp_path / "design"
    (home / "catalog" / "switches").mkdir(parents=True)
    (home / "cluster.yaml").write_text(example("small-4-hosts").read_text("utf-8"), encoding="utf-8")
    make(home / "catalog" / "switches" / "sn5600.yaml")
    result = CliRunner().invoke(main, ["validate", str(home / "cluster.yaml")])
    assert result.exit_code == 1
    assert "root:" not in result.output
    assert "Traceback" not in result.output


def test_ours_are_not_slowed_by_limits() -> None:
    """Without templates of the user's there is nothing to end; an error of ours stays one."""
    with pytest.raises(Exception, match="nothing is called"):
        Templates(data_dir("templates")).render(NAME)


def test_the_examples_are_named() -> None:
    assert {"small-4-hosts", "a100-h100-mixed", "tenants-64"} <= set(EXAMPLES)


@pytest.mark.proof
def test_a_step_without_end_is_ended_from_outside(folder: Path, tmp_path: Path) -> None:
    """A comparison that doubles with every level is one step of Python's: no exception can end it, and a watcher does."""
    double = "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(60) %}{% set n.a = [n.a, n.a] %}{% set n.b = [n.b, n.b] %}{% endfor %}{{ n.a == n.b }}"
    (folder / "templates" / NAME).write_text(double, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "generator",
        "render",
        str(folder / "cluster.yaml"),
        "-o",
        str(tmp_path / "build"),
        "-j1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == -signal.SIGTERM
    assert "error[template]: it was stopped" in done.stderr
    assert f"{folder}/templates/{NAME}:1:1" in done.stderr
    assert not (tmp_path / "build").exists()


def test_what_jinja_has_for_lists_works(folder: Path) -> None:
    (folder / "templates" / NAME).write_text(
        "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{% set j = joiner(',') %}{{ j() }}{{ j() }}",
        encoding="utf-8",
    )
    with closing(Templates(data_dir("templates"), (folder / "templates",))) as templates:
        assert templates.render(NAME, name="x") == "ab,"


def test_an_entry_is_read_by_its_name_but_never_hides_a_method(folder: Path) -> None:
    (folder / "templates" / NAME).write_text(
        "{{ m.name }} {{ m.items() | length }}{% for e in m.list %} {{ loop.index }}/{{ loop.length }} {{ e }}{% endfor %}",
        encoding="utf-8",
    )
    with closing(Templates(data_dir("templates"), (folder / "templates",))) as templates:
        assert templates.render(NAME, m={"name": "x", "items": "y", "list": [7, 8]}) == "x 3 1/2 7 2/2 8"
