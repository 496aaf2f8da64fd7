"""The stages of a run: the playbooks that `site.yml` imports, in order, whose plays have a tag of the same name."""

import re

from generator.data import data_texts

_IMPORT = re.compile(r"import_playbook: (\w+)\.yml")
_TAGS = re.compile(r"^  tags: \[((?:\w+, )*\w+)", re.MULTILINE)


def stages() -> list[str]:
    """Return the stages, which are separate playbooks and tags of `site.yml`."""
    books = data_texts("playbooks")
    imported = _IMPORT.findall(books["site.yml"])
    return [name for name in imported if any(name in tags.split(", ") for tags in _TAGS.findall(books[f"{name}.yml"]))]
