"""Stands in for a training program that torchrun starts: each rank says where it is and which GPU it has, as Megatron-LM would take them from its surroundings.

Rank 0 writes the step of the last checkpoint: half of all at the first start, which then fails, and all of them at the second.
"""

import json
import os
import socket
import sys
from pathlib import Path

options = sys.argv[1:]
rank, local = int(os.environ["RANK"]), int(os.environ["LOCAL_RANK"])
saved = Path(options[options.index("--save") + 1])
iterations = int(options[options.index("--train-iters") + 1])
start = int(os.environ.get("SLURM_RESTART_COUNT", "0"))
said = {
    "rank": rank,
    "ranks": int(os.environ["WORLD_SIZE"]),
    "host": socket.gethostname(),
    "gpu": int(os.environ["CUDA_VISIBLE_DEVICES"].split(",")[local]),
    "hca": os.environ["NCCL_IB_HCA"],
    "options": options,
    "master": os.environ["MASTER_ADDR"],
}
(saved / f"start{start}-rank{rank:04d}.json").write_text(json.dumps(said))
if rank == 0:
    (saved / "latest_checkpointed_iteration.txt").write_text(str(iterations if start else iterations // 2))
raise SystemExit(0 if start else 1)
