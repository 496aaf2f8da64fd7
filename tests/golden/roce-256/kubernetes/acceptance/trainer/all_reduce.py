"""All GPUs of the job add up a gibibyte together, and the first says how fast.

Bus bandwidth as nccl-tests counts it: 2 (n - 1) / n of the bytes, over the time.
"""

import os
import time

import torch
import torch.distributed as dist

SIZE_BYTES = 1 << 30
WARM_UPS, ROUNDS = 5, 20


def main() -> None:
    """Check one sum, then measure."""
    torch.cuda.set_device(int(os.environ["LOCAL_RANK"]))
    dist.init_process_group("nccl")
    gpus = dist.get_world_size()
    one = torch.ones(1, device="cuda")
    dist.all_reduce(one)
    if int(one.item()) != gpus:
        raise SystemExit(f"{gpus} GPUs of one each make {one.item()}")
    numbers = torch.zeros(SIZE_BYTES // 4, device="cuda")
    for _ in range(WARM_UPS):
        dist.all_reduce(numbers)
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(ROUNDS):
        dist.all_reduce(numbers)
    torch.cuda.synchronize()
    took_s = (time.perf_counter() - start) / ROUNDS
    if dist.get_rank() == 0:
        bus_gbytes_per_s = 2 * (gpus - 1) / gpus * SIZE_BYTES / took_s / 1e9
        print(f"{gpus} GPUs, {SIZE_BYTES} bytes: {bus_gbytes_per_s:.1f} GB/s bus bandwidth", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
