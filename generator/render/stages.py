"""The stages of a run: the playbooks that `site.yml` imports, in order, whose plays have a tag of the same name."""

import re

from generator.data import data_texts

_IMPORT = re.compile(r"import_playbook: (\w+)\.yml")
_TAGS = r"^  tags: \[(?:\w+, )*{}\b"


def stages() -> list[str]:
    """Return the stages, which are separate playbooks and tags of `site.yml`."""
    books = data_texts("playbooks")
    imported = _IMPORT.findall(books["site.yml"])
    return [name for name in imported if re.search(_TAGS.format(name), books[f"{name}.yml"], re.MULTILINE)]
