"""Sends flows as RoCE does: run by Python inside a namespace with SOURCE TARGET FLOWS BYTES.

One UDP packet a flow to port 4791 (RoCEv2), each from a source port of its own, which is what an adapter varies from one queue pair to the next.
"""

import socket
import sys

ROCE_PORT = 4791
FIRST_PORT = 10_000


def main(source: str, target: str, flows: int, size_bytes: int) -> None:
    family = socket.AF_INET6 if ":" in source else socket.AF_INET
    payload = bytes(size_bytes)
    for port in range(FIRST_PORT, FIRST_PORT + flows):
        with socket.socket(family, socket.SOCK_DGRAM) as sender:
            sender.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sender.bind((source, port))
            sender.sendto(payload, (target, ROCE_PORT))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
