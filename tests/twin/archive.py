"""The caching proxy of a site, from which apt has its packages: one file, run by itself in the bed's network.

It answers what a folder of packages and the lists of an unpacked system hold, and nothing else: `archive.py LISTS DEBS ADDRESS PORT`.
"""

import sys
from email.utils import formatdate, parsedate_to_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit


def held(lists: Path, debs: Path, url: str) -> Path | None:
    """Return the file that has what a URL names: a list by its whole name, a package by its last part."""
    parts = urlsplit(url)
    path = Path(unquote(parts.path))
    if path.suffix == ".deb":
        # apt's own folder has the epoch of the version in the name, the archive has not
        name, _, rest = path.name.partition("_")
        found = [*debs.glob(path.name), *debs.glob(f"{name}_*%3a{rest}")]
    else:
        found = list(lists.glob(f"{parts.netloc}{path}".replace("/", "_")))
    return found[0] if found else None


class Archive(BaseHTTPRequestHandler):
    """Give a file, or say that it has not changed."""

    protocol_version = "HTTP/1.1"
    folders = (Path(), Path())

    def do_GET(self) -> None:
        """Answer with 304 where the client has the file as it is here."""
        file = held(*self.folders, self.path)
        if file is None:
            self.send_error(404)
            return
        changed = int(file.stat().st_mtime)
        since = self.headers.get("If-Modified-Since")
        same = since is not None and parsedate_to_datetime(since).timestamp() >= changed
        content = b"" if same else file.read_bytes()
        self.send_response(304 if same else 200)
        self.send_header("Last-Modified", formatdate(changed, usegmt=True))
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing of what is found; an error is told by apt."""


if __name__ == "__main__":
    Archive.folders = (Path(sys.argv[1]), Path(sys.argv[2]))
    ThreadingHTTPServer((sys.argv[3], int(sys.argv[4])), Archive).serve_forever()
