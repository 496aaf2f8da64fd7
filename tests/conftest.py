"""What tests share: examples, rendered trees, real programs, reference data, golden trees, the table of proofs."""

import gc
import os
import pickle
import shutil
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml

from generator.cli.output import write_tree
from generator.pipeline.read import read_plan
from generator.plan.draft import Draft
from generator.render.artifact import Artifact
from generator.render.tree import render_tree
from tests.cost import Cost, budget, longest, stated_budgets
from tests.depth import ALIKE, DEPTH, FULL, in_full_alone
from tests.failures import Failures
from tests.golden_files import changes, read_below, write_below
from tests.ours import CATALOG, TEMPLATES

ROOT = Path(__file__).resolve().parent.parent
HALLS = ("roce-16384",)
"""Examples too large to be held file by file: their counts are golden, and they render once."""
EXAMPLES = sorted({path.parent.name for path in (ROOT / "examples").glob("*/cluster.yaml")} - set(HALLS))
WITH_HALLS = [*EXAMPLES, *(pytest.param(hall, marks=pytest.mark.proof) for hall in HALLS)]
"""Every example; the halls in `make proof`."""
IN_CI = bool(os.environ.get("CI"))
# libyaml reads what tests read back thirteen times as fast
vars(yaml)["SafeLoader"] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Each worker imports every test: compiled once, by whoever comes first
sys.dont_write_bytecode = False
# The commands run without the collector (cli/main.py), which takes a fifth of the time of plans and trees: they have few cycles
gc.set_threshold(1_000_000, 20, 20)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one option that rewrites golden files; a person reads the diff before committing it."""
    parser.addoption("--update-golden", action="store_true", help="rewrite golden files (never in CI)")


def pytest_configure(config: pytest.Config) -> None:
    """Count what tests cost, and name failures at once where nobody can ask."""
    config.pluginmanager.register(Cost(kept=IN_CI), "cost")
    if not hasattr(config, "workerinput"):  # the first process of a run; the others inherit its environment
        folder = TemporaryDirectory(prefix="clustergen-trees-")
        config.add_cleanup(folder.cleanup)
        os.environ[_TREES_OF_RUN] = folder.name
    if IN_CI:
        config.pluginmanager.register(Failures(config), "failures")


def pytest_unconfigure() -> None:
    """Have the collector warn of what was left unclosed, once: pytest then has it search five times all that the run has kept, and so does the end of a process."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the system tests as proofs, and begin with what takes longest, by the clock, else by its budget, system tests first: several processes then end together."""
    for item in items:
        alike = any(f"[{name}" in item.nodeid or f"-{name}" in item.nodeid for name in ALIKE)
        if "tests/system/" in item.nodeid:
            item.add_marker(pytest.mark.proof)
            if alike:
                item.add_marker(FULL)
        elif alike and "test_golden.py" not in item.nodeid:
            item.add_marker(pytest.mark.proof)
        if in_full_alone(item.nodeid):
            item.add_marker(FULL)
    budgets = stated_budgets()
    costs = {file: budget(file, budgets) for file in {item.nodeid.partition("::")[0] for item in items}}
    places = {file: place for place, file in enumerate(longest())}

    def turn(item: pytest.Item) -> tuple[float, bool, float]:
        file = item.nodeid.partition("::")[0]
        return places.get(file, len(places)), "tests/system/" not in file, -costs[file]

    items.sort(key=turn)


def example(name: str) -> Path:
    """Return the spec of an example."""
    return ROOT / "examples" / name / "cluster.yaml"


_TREES: deque[tuple[Draft, dict[str, str]]] = deque(maxlen=6)
_TREES_OF_RUN = "CLUSTERGEN_TEST_TREES"
"""The variable that names the folder with the trees of examples that any process of this run has rendered."""
_PLANNED: deque[tuple[Draft, str]] = deque(maxlen=2 * len(EXAMPLES))
"""The latest plans of examples, with their names."""


def plan_of(path: Path) -> Draft:
    """Read a spec through to its plan."""
    plan = read_plan(path, CATALOG, path.name)[0]
    if path == example(path.parent.name):
        _PLANNED.append((plan, path.parent.name))
    return plan


def tree_of(plan: Draft) -> dict[str, str]:
    """Render a plan into memory: an example once in a run, another plan once for all who ask for the trees of the latest plans."""
    kept = next((tree for of, tree in _TREES if of is plan), None)
    if kept is None:
        name = next((name for of, name in _PLANNED if of is plan), None)
        files = example_files(name, lambda: plan) if name else render_tree(plan, TEMPLATES)
        kept = {each.path: each.content for each in files}
        _TREES.append((plan, kept))
    return dict(kept)


def example_files(name: str, plan: Callable[[], Draft]) -> Iterable[Artifact]:
    """Return the files of an example from the folder of the run, where the first process that needs them puts them. Halls are too large for it, and outside of pytest there is none."""
    if name in HALLS or _TREES_OF_RUN not in os.environ:
        return render_tree(plan(), TEMPLATES)
    file = Path(os.environ[_TREES_OF_RUN]) / name
    if file.exists():
        kept: list[Artifact] = pickle.loads(file.read_bytes())
        return kept
    files = list(render_tree(plan(), TEMPLATES))
    part = file.with_name(f"{name}.{os.getpid()}")
    part.write_bytes(pickle.dumps(files))
    part.replace(file)
    return files


def missing(what: str, how: str) -> None:
    """Skip with a plain reason at a user's desk; fail in CI, where nothing may be missing."""
    if IN_CI:
        pytest.fail(f"CI has no {what}: {how}")
    pytest.skip(f"needs {what}: {how}")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference schemas and platform files, `../shared` beside the checkout or CLUSTERGEN_SHARED."""
    folder = Path(os.environ.get("CLUSTERGEN_SHARED", ROOT.parent / "shared"))
    if not (folder / "schemas").is_dir():
        missing(
            "../shared (reference schemas and platform files)", "put it beside the checkout, or set CLUSTERGEN_SHARED"
        )
    return folder


@pytest.fixture(scope="session")
def program() -> Callable[[str], str]:
    """Find a program by name: `program("yanglint")`."""

    def find(name: str) -> str:
        places = f"{Path(sys.executable).parent}:{os.environ.get('PATH', '')}:/usr/sbin:/sbin:/usr/lib/frr"
        found = shutil.which(name, path=places)
        if found is None:
            missing(name, "`make setup-system` installs the Debian programs of the system tests")
        assert found is not None
        return found

    return find


@pytest.fixture(scope="session")
def plans() -> Callable[[str], Draft]:
    """Plan an example once."""
    made: dict[str, Draft] = {}

    def give(name: str) -> Draft:
        if name not in made:
            made[name] = plan_of(example(name))
        return made[name]

    return give


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory, plans: Callable[[str], Draft]) -> Callable[[str], Path]:
    """Render an example once, into a directory."""
    made: dict[str, Path] = {}

    def give(name: str) -> Path:
        if name not in made:
            target = tmp_path_factory.mktemp("tree") / name
            write_tree(example_files(name, lambda: plans(name)), target)
            made[name] = target
        return made[name]

    return give


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, dict[str, str]], None]:
    """Compare files with a folder of the repository: one too many fails as well as one that differs."""

    def compare(folder: Path, files: dict[str, str]) -> None:
        there = read_below(folder)
        if request.config.getoption("--update-golden"):
            assert not IN_CI, "golden files are never rewritten in CI"
            request.config.stash.setdefault(REWRITTEN, Counter()).update(changes(there, files))
            write_below(folder, files)
            return
        assert set(there) == set(files), f"files differ in {folder.name}: {sorted(there.keys() ^ files.keys())[:5]}"
        if there != files:
            counts = [f"{count} {what}: {sort}" for (sort, what), count in sorted(changes(there, files).items())]
            pytest.fail(f"{folder.name} is not as it was:\n" + "\n".join(counts), pytrace=False)
        for path, content in files.items():
            assert there[path] == content, f"{folder.name}/{path}"

    return compare


@pytest.fixture
def proven(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Note what a test has proven with a real program: `proven("FRR 8.4.4", "64 switches, 12 s")`."""
    return lambda judge, what: request.node.user_properties.append((_PROOF, (judge, what)))


_PROOF = "proof"
REWRITTEN = pytest.StashKey[Counter[tuple[str, str]]]()
"""What `--update-golden` has changed: how many files of which kind came, went or changed."""


def pytest_report_header() -> str:
    """Report how deep property tests dig."""
    return f"depth: {DEPTH} (CLUSTERGEN_DEPTH: short, deep)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End the run with the table of what was proven; the notes come with the reports, from whatever process ran the test."""
    for (sort, what), count in sorted(terminalreporter.config.stash.get(REWRITTEN, Counter()).items()):
        terminalreporter.line(f"{count:5} {what:8} {sort}")
    passed = [report for report in terminalreporter.stats.get("passed", []) if report.when == "call"]
    proofs = {tuple(note) for report in passed for name, note in report.user_properties if name == _PROOF}
    if proofs:
        width = max(len(judge) for judge, _ in proofs)
        terminalreporter.section("proven with the real programs")
        for judge, what in sorted(proofs):
            terminalreporter.line(f"{judge:<{width}}  {what}")
