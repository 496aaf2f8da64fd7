"""Answers over UDP: run by Python inside a namespace with an address and ports, it sends back what it gets, from the port that was asked."""

from __future__ import annotations

import selectors
import socket
import sys


def main() -> None:
    """Stand at every port until the process is ended."""
    address, ports = sys.argv[1], map(int, sys.argv[2].split(","))
    waiting = selectors.DefaultSelector()
    ears: dict[int, socket.socket] = {}
    for port in ports:
        ear = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        ear.bind((address, port))
        ears[ear.fileno()] = ear
        waiting.register(ear, selectors.EVENT_READ)
    print("ready", flush=True)
    while True:
        for key, _ in waiting.select():
            ear = ears[key.fd]
            said, caller = ear.recvfrom(2048)
            ear.sendto(said, caller)


if __name__ == "__main__":
    main()
