"""Facts of a cluster in NetBox: answers of its API, or its tables, in files."""

from collections.abc import Sequence
from pathlib import Path

from generator.adopt.formats.netbox import FORMAT
from generator.adopt.source_file import Options, read_sources
from generator.adopt.survey import Survey


def netbox_survey(sources: Sequence[Path]) -> Survey:
    """Read answers of NetBox's API or its tables. Raises SpecError: a file that cannot be read, or is none of NetBox's."""
    survey = Survey()
    read_sources(sources, Options(), (FORMAT,), survey)
    survey.join(lambda end: end)
    return survey
