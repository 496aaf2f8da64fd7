"""`python -m generator` is `clustergen`."""

from generator.cli.main import main

if __name__ == "__main__":
    main()
