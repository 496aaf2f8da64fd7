"""URLs of mirrors: those that are one are taken as they stand, and nothing else reaches an installer."""

import pytest
from pydantic import ValidationError

from generator.spec.mirrors import MirrorSpec

HOSTILE = (
    "http://mirror.example.net/a b", "http://mirror.example.net/$(reboot)", "http://mirror.example.net/`reboot`", "http://mirror.example.net/a;b",
    "http://mirror.example.net/'", 'http://mirror.example.net/"', "http://mirror.example.net/a\nd-i b c d", "http://mirror.example.net/a\n",
    "http://mirror.example.net/${net0/ip}", "http://mirror.example.net/a||b", "http://mirror.example.net/a&b", "http://mirror.example.net/a\\",
    "http://mirror.example.net/a#b", "http://mirror.example.net/?a=b", "http://mirror.example.net/%0a", "http://mirror.example.net/../a",
    "http://mirror.example.net//a", "http://ada@mirror.example.net/a", "http://ada:secret@mirror.example.net/a", "[trusted=yes] http://mirror.example.net/a",
    "file:///srv/mirror", "ftp://mirror.example.net/a", "HTTP://mirror.example.net/a", "http:///a", "http://-a.example.net/a", "http://mirror.example.net:0/a",
    f"http://mirror.example.net/{'a' * 160}", "", " ", "mirror.example.net", 7, True,
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("key", MirrorSpec.model_fields)
def test_what_is_no_url_is_refused(key: str, text: object) -> None:
    with pytest.raises(ValidationError):
        MirrorSpec.model_validate({key: text})


@pytest.mark.parametrize("key", MirrorSpec.model_fields)
def test_what_is_one_is_taken(key: str) -> None:
    """A last slash is no part of it; packages that nobody checks come by https alone, Debian's security updates by http alone."""
    for scheme in ("http", "https"):
        url = f"{scheme}://mirror.example.net:8080/pub/debian-security"
        allowed = {"rocky": "https", "rhel": "https", "registry": "https", "debian_security": "http"}.get(
            key, scheme
        ) == scheme
        if allowed:
            assert getattr(MirrorSpec.model_validate({key: f"{url}/"}), key) == url
        else:
            with pytest.raises(ValidationError):
                MirrorSpec.model_validate({key: url})
