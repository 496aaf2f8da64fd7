"""A bounded campaign, and all that earlier ones found. `CLUSTERGEN_FUZZ` is how many cases of each kind."""

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import IN_FULL, turns
from tests.fuzz import corpus
from tests.fuzz.campaign import KINDS, Figures, run
from tests.fuzz.ground import Case, Ground
from tests.fuzz.trial import attempt
from tests.golden_files import read_below

CASES = int(os.environ.get("CLUSTERGEN_FUZZ", 25 if IN_FULL else turns(120)))
SEED = 1


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    home = tmp_path_factory.mktemp("fuzz")
    ground = Ground(home)
    before = read_below(ground.tree)
    yield ground
    assert read_below(ground.tree) == before, "a case wrote into the tree that all cases begin with"
    shutil.rmtree(home, ignore_errors=True)


@pytest.mark.parametrize("entry", corpus.entries(), ids=lambda entry: f"{entry['kind']}: {entry['name']}")
def test_what_was_found_stays_refused(entry: corpus.Entry, ground: Ground, tmp_path: Path) -> None:
    """Refused in words of ours, at its place, within the limits."""
    outcome = attempt(corpus.make(entry, Case(random.Random(0), tmp_path, ground)), tmp_path)
    assert outcome.kind == "refused", outcome.words
    assert entry["wants"] in outcome.words


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_faulty_is_found(kind: str, ground: Ground) -> None:
    """No traceback, hang, crash, leak, silent acceptance of what cannot be read, nor refusal without its place."""
    figures, faulty = Figures(), []
    for number in range(CASES):
        tried = run(kind, SEED, number, ground, figures)
        if tried.faulty:
            faulty.append(f"{kind} {SEED} {number}: {tried.outcome.kind}\n{tried.outcome.words[-1500:]}")
        shutil.rmtree(tried.folder, ignore_errors=True)
    assert not faulty, "\n\n".join(faulty) + "\n" + figures.table()
    assert figures.outcomes[kind]["refused"], "a campaign that refuses nothing bends nothing"


def test_the_trial_sees_what_it_is_for(tmp_path: Path) -> None:
    """Planted: a traceback, a file that a payload made, an order to the terminal."""
    for number, (source, wanted) in enumerate((
        ("raise RuntimeError", "traceback"),
        ("import pathlib; pathlib.Path('canary').touch(); raise SystemExit(1)", "executed"),
        ("print('error: \\x1b[2J'); raise SystemExit(1)", "terminal"),
        ("print('root:x:0:0:root'); raise SystemExit(1)", "leak"),
        ("raise SystemExit(1)", "unplaced"),
        ("s = 0\nwhile True: s += 1", "hang"),
    )):  # fmt: skip
        folder = tmp_path / str(number)
        folder.mkdir()
        assert attempt([["run", source]], folder, most_seconds=2).kind == wanted, source
