"""`python -m tests.growth --seed N --steps N`: a random path through the life of a cluster, and what is wrong with any step of it; exit 1 where something is."""

import argparse
import sys

from tests.growth.paths import report, walk


def main() -> int:
    """Take one path or several, print what came of each step, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.growth", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="which path: the same seed is the same path")
    parser.add_argument("--steps", type=int, default=8, help="steps of each path")
    parser.add_argument("--paths", type=int, default=1, help="paths, with this seed and those after it")
    asked = parser.parse_args()
    wrong = 0
    for seed in range(asked.seed, asked.seed + asked.paths):
        taken = []
        for step in walk(seed, asked.steps):
            taken.append(step)
            wrong += bool(step.faults)
        print("\n".join(report(seed, taken)))
    print(f"{asked.paths * asked.steps:,} steps, {wrong:,} with faults")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
