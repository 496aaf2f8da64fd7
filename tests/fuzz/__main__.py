"""`python -m tests.fuzz --minutes 10`: try without end, print figures, keep what is faulty."""

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

from tests.fuzz.campaign import KINDS, Figures, run
from tests.fuzz.ground import Ground
from tests.fuzz.trial import now


def main() -> int:
    """Try, and exit 1 where anything was faulty."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=0, help="how long; without it, --cases of each kind")
    parser.add_argument("--cases", type=int, default=200, help="cases of each kind (200)")
    parser.add_argument("--kind", choices=sorted(KINDS), action="append", help="only this kind; repeatable")
    parser.add_argument("--seed", type=int, default=None, help="where chance begins; printed when left out")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/fuzz"), help="where faulty cases are kept (build/fuzz)"
    )
    wanted = parser.parse_args()
    seed = random.SystemRandom().randrange(2**32) if wanted.seed is None else wanted.seed
    kinds = wanted.kind or sorted(KINDS)
    end = now() + wanted.minutes * 60 if wanted.minutes else None
    print(f"seed {seed}, kinds {', '.join(kinds)}", flush=True)
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="clustergen-fuzz-") as home:
        ground, number = Ground(Path(home)), 0
        while (now() < end) if end else (number < wanted.cases):
            for kind in kinds:
                case = run(kind, seed, number, ground, figures)
                if case.faulty:
                    shutil.copytree(
                        case.folder,
                        wanted.keep / f"{kind}-{seed}-{number}",
                        symlinks=True,
                        dirs_exist_ok=True,
                        ignore_dangling_symlinks=True,
                        ignore=_pipes,
                    )
                    print(f"{kind}-{seed}-{number}: {case.outcome.kind}\n{case.outcome.words[-600:]}", flush=True)
                shutil.rmtree(case.folder, ignore_errors=True)
            number += 1
            if number % 200 == 0:
                print(figures.table(), flush=True)
    print(figures.table())
    return 1 if figures.faulty else 0


def _pipes(folder: str, names: list[str]) -> list[str]:
    return [
        name
        for name in names
        if (not Path(folder, name).is_dir() and not Path(folder, name).is_file())
        or Path(folder, name).is_symlink()
        or name in {"tree", "build"}
    ]


sys.exit(main())
