"""The stages of a run: the playbooks that `site.yml` imports, in order, but for what it announces."""

import re

from generator.data import data_texts

_IMPORT = re.compile(r"import_playbook: (\w+)\.yml")
_NO_STAGE = "announce"


def stages() -> list[str]:
    """Return the stages, which are playbooks of their own and tags of `site.yml`."""
    return [name for name in _IMPORT.findall(data_texts("playbooks")["site.yml"]) if name != _NO_STAGE]
