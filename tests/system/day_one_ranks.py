"""A job of many hosts, as a user writes one: ranks meet at MASTER_ADDR, then every rank talks to the next over each rail, by names.

Run by srun on each host. Rank 0 prints how many exchanges all ranks had.
"""

import os
import socket
import threading

RAILS = 8
FIRST_PORT = 29600
rank, ranks = int(os.environ["SLURM_PROCID"]), int(os.environ["SLURM_NTASKS"])
hosts = os.environ["HOSTS"].split(",")
master = (os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"]))


def rail(host: str, number: int) -> str:
    """Return a host's address on a rail, by its name."""
    return socket.gethostbyname(f"{host}-rail{number}")


def answer(listener: socket.socket) -> None:
    """Send the own rank to whoever asks."""
    peer, _ = listener.accept()
    with peer:
        peer.sendall(hosts[rank].encode())


def meet() -> list[socket.socket]:
    """Wait until all are there: rank 0 for the others, these for its word. Returns rank 0's connections, or the one to it."""
    if rank == 0:
        listener = socket.create_server(("", master[1]))
        peers = [listener.accept()[0] for _ in range(ranks - 1)]
        for peer in peers:
            peer.sendall(b"go")
        return peers
    while True:
        try:
            peer = socket.create_connection(master, timeout=30)
        except ConnectionRefusedError:
            continue
        peer.recv(2)
        return [peer]


listeners = [socket.create_server((rail(hosts[rank], number), FIRST_PORT + number)) for number in range(RAILS)]
answers = [threading.Thread(target=answer, args=(each,), daemon=True) for each in listeners]
for each in answers:
    each.start()
others = meet()
following = hosts[(rank + 1) % ranks]
heard = 0
for number in range(RAILS):
    source = (rail(hosts[rank], number), 0)
    with socket.create_connection(
        (rail(following, number), FIRST_PORT + number), timeout=30, source_address=source
    ) as link:
        heard += link.recv(64).decode() == following
for each in answers:  # who is done first stays until its neighbor has asked on every rail
    each.join()
if rank == 0:
    print("exchanges", heard + sum(int(peer.recv(8)) for peer in others))
else:
    others[0].sendall(str(heard).encode())
