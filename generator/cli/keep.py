"""Fill the cache of the installation (compiled templates, entries of the catalog), for read-only installations: `python -m generator.cli.keep`."""

import sys

from generator.catalog.alerts import read_alerts
from generator.catalog.chart import read_chart, read_controller, volume_drivers
from generator.catalog.control import read_evidence, read_framework
from generator.catalog.exporter import read_exporter
from generator.catalog.facts import fact_names
from generator.catalog.load import KINDS, Catalog
from generator.catalog.program import read_program
from generator.data import data_dir
from generator.render.templates import Templates


def keep() -> None:
    """Read every file that ships, as a run would that may write."""
    templates = data_dir("templates")
    Templates(templates).compile(templates)
    for kind in KINDS.values():
        Catalog().every(kind)
    facts = {"alerts": read_alerts, "charts": read_chart, "controllers": read_controller, "exporters": read_exporter}
    facts |= {"controls": read_framework, "evidence": read_evidence, "programs": read_program}
    for folder, read in facts.items():
        for name in fact_names(folder):
            read(name)
    volume_drivers()


if __name__ == "__main__":
    sys.dont_write_bytecode = False
    keep()
