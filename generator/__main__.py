"""`python -m generator` is `clustergen`."""

from generator.cli.main import run

if __name__ == "__main__":
    run()
