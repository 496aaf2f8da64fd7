"""A stand-in for radosgw, as a program: it answers every request over TLS with its name, and `HEAD /` as Ceph does. Started as `s3_gateway.py NAME ADDRESS PORT FOLDER`."""

import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Gateway(BaseHTTPRequestHandler):
    """Answers that name the gateway."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with the name."""
        self._answer(sys.argv[1].encode())

    def do_HEAD(self) -> None:
        """Answer without a body."""
        self._answer(b"")

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer((sys.argv[2], int(sys.argv[3])), Gateway)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{sys.argv[4]}/host.crt", f"{sys.argv[4]}/host.key")
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    server.serve_forever()
