"""Whatever spec, assets and catalog say: a rendered file is the same to its reader, but for what its texts say."""

from pathlib import Path

import pytest

from tests.hostile.readers import reader_of
from tests.hostile.sites import SITES, Texts, numbers, rendered, spec_of
from tests.hostile.texts import FAMILIES, MARK, mark

_FORMS = {"sonic": range(len(FAMILIES)), "cumulus": (0, 2, 4), "infiniband": (1, 3, 5), "eos": (0,), "nvlink": (1, 4)}
"""Which forms the texts of a site begin with: each place gets every form somewhere, and what all sites have is tried on one."""


@pytest.mark.parametrize("site", SITES)
def test_a_text_is_a_text_in_every_file(site: str, tmp_path: Path) -> None:
    """Each file is read by its format's reader, once with plain texts and once with hostile ones, and both have one structure."""
    plain = Texts(None)
    calm = rendered(site, plain, tmp_path / "plain")
    unread, broken = set(), []
    for form in _FORMS[site]:
        hostile = Texts(form)
        tree = rendered(site, hostile, tmp_path / str(form))
        assert list(tree) == list(calm)
        for path in (path for path in tree if tree[path] != calm[path] or MARK.search(tree[path])):
            reader = reader_of(path)
            if reader is None:
                unread.add(path)
            elif reader(tree[path], hostile.given) != reader(calm[path], plain.given):
                broken.append((path, form))
    assert sorted(unread) == [], (
        "a text of the spec or the catalog stands in files whose format no reader of this test knows"
    )
    assert broken == []


def test_every_text_of_a_spec_is_tried() -> None:
    """A new field of free text has to be in one of the sites."""
    texts = Texts(0)
    for site in SITES:
        spec_of(site, texts)
    there = {path: mark(number) for path, number in numbers().items() if path.startswith("spec.")}
    assert [path for path, each in there.items() if each not in texts.given] == []
