#!/usr/bin/env python3
"""Stands in for torchrun (static rendezvous): a process for each GPU, numbered on from host to host (PyTorch, torch.distributed.run)."""

import os
import subprocess
import sys

options = dict(word.removeprefix("--").split("=", 1) for word in sys.argv[1:] if word.startswith("--") and "=" in word)
words = [word for word in sys.argv[1:] if word.startswith("/")]
program = sys.argv[sys.argv.index(words[0]) :]
hosts, each, host = (int(options[name]) for name in ("nnodes", "nproc-per-node", "node-rank"))
ranks = [
    subprocess.Popen(
        [sys.executable, *program],
        env=os.environ
        | {
            "RANK": str(host * each + local),
            "LOCAL_RANK": str(local),
            "WORLD_SIZE": str(hosts * each),
            "MASTER_ADDR": options["master-addr"],
            "MASTER_PORT": options["master-port"],
        },
    )
    for local in range(each)
]
raise SystemExit(max(each.wait() for each in ranks))
