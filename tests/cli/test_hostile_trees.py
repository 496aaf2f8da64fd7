"""Trees that a stranger has touched: the manifest is judged first, and nothing of a tree is ever executed, fetched or loaded."""

import importlib.util
import json
import os
import shutil
import struct
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli.main import main
from generator.cli.output import write_tree
from generator.render.tree import MANIFEST, render_tree
from generator.source.reading import ReadingError
from generator.verify import admitted
from generator.verify.judges import JUDGES, drawings, frr, inventory, kustomize, leases, names
from generator.verify.programs import find, run, start
from generator.verify.tree_files import MOST_BYTES, files_below, read_manifest
from generator.verify.watch import alerts, notifications
from tests.conftest import example, plan_of
from tests.ours import TEMPLATES


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trees") / "build"
    write_tree(render_tree(plan_of(example("mixed-schedulers")), TEMPLATES), folder)
    return folder


@pytest.fixture
def tree(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "build", symlinks=True))


def check(tree: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["check", str(tree), *options], catch_exceptions=False)


def forge(tree: Path, *paths: str) -> None:
    """Have the manifest say that files are as they were written."""
    manifest = json.loads((tree / MANIFEST).read_text("utf-8"))
    for path in paths:
        digest = sha256((tree / path).read_bytes()).hexdigest()
        manifest["files"].setdefault(path, {"backend": "x", "grade": "rendered", "by": ""})["sha256"] = digest
    (tree / MANIFEST).write_text(json.dumps(manifest), encoding="utf-8")


def script(path: Path, canary: Path) -> None:
    path.write_text(f"#!/bin/sh\ntouch {canary}\necho '{{}}'\n", encoding="utf-8")
    path.chmod(0o755)


def test_nothing_runs_on_a_changed_tree(tree: Path) -> None:
    (tree / "ip" / "asns.csv").write_text("changed\n", encoding="utf-8")
    result = check(tree)
    assert result.exit_code == 1
    assert "ip/asns.csv was changed after it was written" in result.output
    assert "1 check: 1 refused" in result.output
    assert "--changed checks it anyway" in result.output


@pytest.mark.proof
def test_changed_trees_are_judged_where_that_is_asked_for(tree: Path) -> None:
    (tree / "ip" / "asns.csv").write_text("changed\n", encoding="utf-8")
    result = check(tree, "--changed")
    assert result.exit_code == 1
    assert f"{len(JUDGES) + 2} checks: " in result.output


@pytest.mark.proof
def test_an_executable_inventory_is_not_executed(tree: Path, tmp_path: Path) -> None:
    """Ansible would run it; a copy without modes, read as YAML alone, runs nothing. Neither with a forged manifest."""
    canary = tmp_path / "ran"
    script(tree / "ansible" / "inventory" / "hosts.yml", canary)
    forge(tree, "ansible/inventory/hosts.yml")
    assert check(tree).exit_code == 1
    assert inventory(tree).faults
    assert not canary.exists()


def test_a_configuration_of_ansible_in_the_tree_is_not_read(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plugins would come with it; nor is the one of whoever runs the check."""
    canary = tmp_path / "ran"
    plugins = tree / "ansible" / "plugins"
    plugins.mkdir()
    (plugins / "evil.py").write_text(f"open({str(canary)!r}, 'w')\n", encoding="utf-8")
    text = f"[defaults]\ncallback_plugins = {plugins}\nvars_plugins = {plugins}\ninventory_plugins = {plugins}\ncallbacks_enabled = evil\n"
    (tree / "ansible" / "ansible.cfg").write_text(text, encoding="utf-8")
    monkeypatch.setenv("ANSIBLE_CONFIG", str(tree / "ansible" / "ansible.cfg"))
    monkeypatch.setenv("ANSIBLE_VARS_PLUGINS", str(plugins))
    monkeypatch.chdir(tree / "ansible")
    assert not inventory(tree).faults
    assert not canary.exists()


@pytest.mark.parametrize(
    "wanted",
    [
        "resources: [https://example.invalid/base]", "resources: ['git::ssh://example.invalid/base']", "resources: [../../../../etc]", "resources: [{a: 1}]",
        "resources: ['file:///tmp/x?ref=--upload-pack=/tmp/y']", "resources: ['../b?ref=x']", "resources: [github.com/somebody/something]",
        "generators: [evil.yaml]", "transformers: [evil.yaml]", "helmCharts: [{name: x, repo: https://example.invalid}]", "- a list", "[", "1: 2",
        "configMapGenerator: [{name: x, files: ['k=http://127.0.0.1:1/x']}]", "configMapGenerator: [{name: x, envs: [x]}]", "configMapGenerator: [x]",
        "configMapGenerator: [{name: x, files: [../../../../../etc/passwd]}]", "configMapGenerator: [{name: x, files: ['k=../../../../../etc/passwd']}]",
    ],
)  # fmt: skip
def test_a_kustomization_takes_nothing_from_elsewhere(tree: Path, wanted: str) -> None:
    """Whichever it is, none is built: one that is good may name one that is not."""
    file = max(tree.glob("kubernetes/**/kustomization.yaml"))
    (file.parent / "github.com/somebody/something").mkdir(parents=True)
    (file.parent / "github.com/somebody/something/kustomization.yaml").write_text("resources: []")
    file.write_text(wanted, encoding="utf-8")
    verdict = kustomize(tree)
    assert verdict.note == "kustomizations", "kubectl was started"
    assert any(fault.startswith(f"{file.relative_to(tree / 'kubernetes')}: ") for fault in verdict.faults)


@pytest.mark.parametrize("name", ["Kustomization", "kustomization.yml"])
def test_a_kustomization_has_one_name(tree: Path, name: str) -> None:
    (next(tree.glob("kubernetes/**/kustomization.yaml")).parent / name).write_text("resources: []")
    assert any("instead of" in fault for fault in kustomize(tree).faults)


@pytest.mark.parametrize(
    "more", ['"hooks-libraries": [{"library": "/tmp/evil.so"}],', '<?include "x.json"?>', '"hooks\\u002dlibraries": [],', "/* x */", '"control-socket": {},', '"loggers": [],']
)  # fmt: skip
def test_kea_reads_what_ours_has_and_nothing_else(tree: Path, more: str) -> None:
    """It loads libraries to check a file, and includes others: only plain JSON of known keys gets to it, written anew."""
    file = next(tree.glob("provisioning/kea/*.conf"))
    text = file.read_text("utf-8")
    assert not leases(tree).faults
    at = text.index('"Dhcp4": {') + len('"Dhcp4": {')
    file.write_text(f"{text[:at]} {more}{text[at:]}", encoding="utf-8")
    assert any("valid JSON" in fault or "has keys" in fault for fault in leases(tree).faults)


@pytest.mark.parametrize(
    "line",
    [
        "$INCLUDE /etc/passwd",
        '"$INCLUDE" /etc/passwd',
        "$GENERATE 0-99999999 a$ A 10.0.0.1",
        '"$GENERATE" 1-3 h$ A 10.0.0.$',
        "  $include x",
    ],
)
def test_a_zone_includes_and_generates_nothing(tree: Path, line: str) -> None:
    file = next(tree.glob("provisioning/dns/*.zone"))
    with file.open("a", encoding="utf-8") as zone:
        zone.write(f"{line}\n")
    assert "which clustergen does not write into zones" in names(tree).faults[0]


@pytest.mark.parametrize("line", ["output file /tmp/x", " list", "find .*", "terminal paginate", "do write"])
def test_vtysh_is_given_no_command(tree: Path, line: str) -> None:
    file = next(tree.glob("switches/*/frr.conf"))
    file.write_text(f"{file.read_text('utf-8')}{line}\n", encoding="utf-8")
    assert "which is not a configuration command" in frr(tree).faults[0]


@pytest.mark.parametrize(
    "ending", ["", "router bgp 65000", "exit\nexit\nexit", "end\nexit", "route-map X permit 10\n match", "quit"]
)
def test_no_frr_file_is_judged_by_another(tree: Path, tmp_path: Path, ending: str) -> None:
    """However a file ends, and whatever the next begins with, the judge says of each what vtysh says of it alone."""
    files = sorted(tree.glob("switches/*/frr.conf"))
    before, at = files[:2]
    before.write_text(f"{before.read_text('utf-8')}{ending}", encoding="utf-8")
    at.write_text(f" neighbor 10.0.0.1 remote-as 65001\n{at.read_text('utf-8')}", encoding="utf-8")
    (tmp_path / "vtysh.conf").touch()
    alone = []
    for file in files:
        shutil.copy(file, tmp_path / "frr.conf")
        if said := run([find("vtysh") or "", "-C", "--config_dir", str(tmp_path)]):
            alone.append(f"{file.parent.name}/frr.conf: {said}")
    assert frr(tree).faults == alone
    assert alone[-1].startswith(f"{at.parent.name}/frr.conf: line 1: ")


@pytest.mark.parametrize(
    "more",
    [
        "rule_files: ['/etc/hos*']",
        "rule_files: [../../../etc/passwd]",
        "x: [{file_sd_configs: [{files: [/etc/x]}]}]",
        "bearer_token_file: /etc/shadow",
        "scrape_config_files: [/etc/shadow]",
    ],
)
def test_promtool_reads_no_other_files(tree: Path, more: str) -> None:
    file = tree / "monitoring" / "prometheus" / "prometheus.yml"
    kept = "".join(
        line
        for line in file.read_text("utf-8").splitlines(keepends=True)
        if not more.startswith("rule_files") or "rule" not in line
    )
    file.write_text(f"{kept}\n{more}\n", encoding="utf-8")
    assert "not in its folder" in alerts(tree).faults[0]


@pytest.mark.parametrize(("file", "known"), [("slack_url", True), ("../../shadow", False), ("a/b", False), ("", False)])
def test_secrets_of_receivers_are_known(file: str, known: bool) -> None:
    text = f"receivers: [{{slack_configs: [{{api_url_file: /etc/prometheus/secrets/{file}}}]}}]"
    assert (admitted.monitoring(text) == "") is known


def test_amtool_reads_no_templates_from_elsewhere(tree: Path) -> None:
    file = tree / "monitoring" / "alertmanager" / "alertmanager.yml"
    file.write_text(f"{file.read_text('utf-8')}\ntemplates: [/etc/passwd]\n", encoding="utf-8")
    assert "not in its folder" in notifications(tree).faults[0]


@pytest.mark.parametrize(
    "line",
    [
        'include "/etc/passwd"',
        'table inet a { }; include "/etc/passwd"',
        '\tinclude\t"/etc/*"',
        'table inet a { comment "#"; }; include "/etc/passwd"',
    ],
)
def test_nft_includes_nothing(line: str) -> None:
    assert admitted.firewall(f"# include is a word\n{line}\n") == "includes another file"
    assert not admitted.firewall('# include is a "word\ntable inet a { comment "ping from include/storage"; }\n')


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le"])
def test_drawings_declare_nothing(tree: Path, encoding: str) -> None:
    text = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    (tree / "docs" / "topology.svg").write_bytes(text.encode(encoding))
    assert "docs/topology.svg" in drawings(tree).faults[0]


def test_compiled_plugins_are_those_of_their_source(tree: Path) -> None:
    """Python trusts an unchecked one whatever the source says; one of another time or size it makes anew, and so it is nobody's to bring."""
    source = next(tree.glob("ansible/playbooks/collections/**/plugins/filter/*.py"))
    compiled = source.parent / "__pycache__" / f"{source.stem}.cpython-311.pyc"
    compiled.parent.mkdir()
    state = source.stat()
    head = importlib.util.MAGIC_NUMBER
    compiled.write_bytes(head + struct.pack("<3I", 0, int(state.st_mtime), state.st_size) + b"code")
    assert files_below(tree) == set(read_manifest(tree / MANIFEST)) | {MANIFEST}
    for fields in (
        (1, 0, 0),
        (3, 0, 0),
        (0, int(state.st_mtime) - 1, state.st_size),
        (0, int(state.st_mtime), state.st_size + 1),
    ):
        compiled.write_bytes(head + struct.pack("<3I", *fields) + b"code")
        assert compiled.relative_to(tree).as_posix() in files_below(tree)
    compiled.write_bytes(b"")
    assert compiled.relative_to(tree).as_posix() in files_below(tree)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def _huge(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(5_000_000_000)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("bend", [_pipe, _link, _huge, _folder, lambda path: path.unlink()])
@pytest.mark.parametrize("path", ["plan.json", MANIFEST, "ip/asns.csv"])
def test_odd_files_are_faults_at_once(tree: Path, bend: Callable[[Path], None], path: str) -> None:
    """A pipe would wait, a file of 5 GB would be read: both are said to be no file of ours."""
    bend(tree / path)
    result = check(tree)
    assert result.exit_code == 1
    assert Path(path).name in result.output
    assert "root:" not in result.output


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{", "null", '"x"', '{"files": []}', '{"files": {"a": 1}}', '{"files": {"../a": {}}}', '{"files": {"/etc/passwd": {"sha256": ""}}}',
        '{"files": {"a": {"sha256": 1, "backend": "x"}}}', '{"files": {"a": {"sha256": "' + "g" * 64 + '", "backend": "x"}}}', "[" * 100_000, "{" * 100_000,
        '{"files": NaN}', '{"files": ' + "9" * 10_000 + "}", '{"files": {"a\\u001b[31m": {}}}', "\x00", "\ufeff{}",
    ],
)  # fmt: skip
def test_a_manifest_of_any_shape_is_refused_in_words(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text, encoding="utf-8")
    with pytest.raises(ReadingError):
        read_manifest(tmp_path / MANIFEST)
    result = check(tmp_path)
    assert result.exit_code == 1
    assert "\x1b" not in result.output


def test_programs_have_nothing_of_the_users_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_OF_MINE", "x")
    monkeypatch.setenv("LD_PRELOAD", "/nonexistent.so")
    assert set(start(["/usr/bin/env"]).stdout.split()) >= {"HOME=/nonexistent"}
    assert "SECRET" not in start(["/usr/bin/env"]).stdout
    assert "PRELOAD" not in start(["/usr/bin/env"]).stdout


def test_programs_have_limits() -> None:
    assert run(["/bin/sh", "-c", "ulimit -t; ulimit -c; exit 1"]) == "120; 0"


def test_no_program_of_the_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script(tmp_path / "promtool-of-mine", tmp_path / "ran")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".:{os.environ['PATH']}:")
    assert find("promtool-of-mine") is None


def test_readers_of_forged_files_give_verdicts(tree: Path) -> None:
    """Whatever stands in a file, each judge ends with a verdict."""
    for path in ("switches", "hosts", "monitoring", "provisioning"):
        for file in sorted((tree / path).rglob("*"))[:400]:
            if file.is_file() and file.suffix in {".json", ".yaml", ".yml", ".conf", ".nft", ".prom"}:
                file.write_bytes(b"\xff\xfe{ [ \x00 " + file.read_bytes()[:200])
    result = check(tree, "--changed")
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _elsewhere(path: Path) -> None:
    path.symlink_to("/etc")


def _large(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)


@pytest.mark.parametrize("make", [_device, _elsewhere, _large, os.mkfifo], ids=["device", "folder", "large", "pipe"])
def test_what_no_reader_may_open_is_never_judged(tree: Path, make: Callable[[Path], object]) -> None:
    """Nor with --changed and without a manifest, which would name it: a drawing that was a link to a device filled the memory."""
    (tree / MANIFEST).unlink()
    file = tree / "docs" / "racks.svg"
    file.unlink()
    make(file)
    result = check(tree, "--changed")
    assert result.exit_code == 1
    assert "files: docs/racks.svg is " in result.output
    assert "2 checks: 2 refused" in result.output


def test_a_discovery_opens_none_of_them_either(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text("", encoding="utf-8")
    links = tree / "infiniband" / "compute" / "links.csv"
    links.parent.mkdir(parents=True)
    os.mkfifo(links)
    result = check(tree, "--changed", "--discovered", str(tmp_path / "found.txt"))
    assert result.exit_code == 1
    assert "2 checks: 2 refused" in result.output
