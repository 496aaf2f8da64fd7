"""Stand-ins for the programs that acceptance runs: they speak as the real ones do, and have the figures of a planted bed.

`PLANTED` names a JSON file: what a device of a host carries in Gb/s (`host device`), what it carries only as a sender (`host device sends`), what a host's other tests
give (`host program`), GPUs that are gone (`host gpus`), the size of a mount in bytes (`host mount`) and where it is in truth (`host mount at`), what fio carries in bytes a second (`host fio write`) and how far it gets in a file (`host fio written`), what a host lets collectives have in GB/s (`host all_reduce`, `host alltoall`), whether ranks find each other (`mpi`), TFLOPS of HPL (`host hpl`) and its residual (`host hpl residual`), the time of a training's step (`step_ms`), what gdsio carries of each GPU in GiB/s (`host gdsio write`), and by which path (`host gdsio path`), what fio carries of local drives below /scratch (`host drives write`), and the files that it creates a second (`host fio files`) or a process of mdtest does (`host mdtest`). Everything else is sound.
"""

from pathlib import Path

_HEAD = """#!/usr/bin/python3 -IS
import json, os, sys
host = os.environ["STAND_IN_HOST"] if "STAND_IN_HOST" in os.environ else os.environ["SLURMD_NODENAME"]
planted = json.load(open(os.environ.get("PLANTED", "/srv/planted.json")))
"""
_WRITE_BW = """
import socket
words = sys.argv[1:]
device, port = words[words.index("-d") + 1], int(words[words.index("-p") + 1])
mine = planted.get(f"{host} {device}", 392.5)
if words[-1].startswith("-") or words[-2] in ("-d", "-p", "-q", "-x"):
    with socket.create_server(("", port)) as door:
        other, _ = door.accept()
        other.sendall(f"{mine}\\n".encode())
        other.close()
    sys.exit()
try:
    with socket.create_connection(("127.0.0.1" if "STAND_IN_HOST" in os.environ else words[-1], port)) as other:
        theirs = float(other.makefile().readline())
except OSError:
    sys.exit(f"Couldn't connect to {words[-1]}:{port}")
found = min(mine, theirs, planted.get(f"{host} {device} sends", 392.5))
print(" #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]")
if found:
    print(f" 65536      7421            0.00               {found:.2f}     \\t  0.748")
sys.exit(0 if found else "Failed to modify QP to RTR")
"""
_GPUS = """
for number in range(planted.get(f"{host} gpus", 8)):
    print(f"GPU {number}: NVIDIA H100 80GB HBM3 (UUID: GPU-{number})")
"""
_DCGMI = """
told = planted.get(f"{host} dcgmi", "Pass")
print(f"| Diagnostic | Result |\\n| Software | Pass |\\n| GPU Memory | {told} |")
"""
_NVBANDWIDTH = """
test = sys.argv[sys.argv.index("-t") + 1]
sound = {"device_local_copy": 1451.5, "host_to_device_memcpy_ce": 55.2, "device_to_device_memcpy_read_ce": 388.1}
lowest = planted.get(f"{host} {test}", sound[test])
case = {"name": test, "status": "Passed", "bandwidth_matrix": [["N/A", str(sound[test])], [str(lowest), "N/A"]]}
print(json.dumps({"nvbandwidth": {"testcases": [case]}}))
"""
_ALL_REDUCE = """
if "-g 1" in " ".join(sys.argv):  # a rank of many
    ranks = int(os.environ.get("PMI_SIZE") or os.environ["SLURM_NTASKS"])
    rank = int(os.environ.get("PMI_RANK") or os.environ["SLURM_PROCID"])
    apart = planted.get("mpi", True) is False
    import subprocess
    if "PMI_SIZE" in os.environ:  # of Hydra
        if os.getuid() == 0:
            sys.exit("a rank runs as root")
        hosts = planted["hosts"]
    else:
        hosts = subprocess.run(["scontrol", "show", "hostnames", os.environ["SLURM_STEP_NODELIST"]], capture_output=True, text=True).stdout.split()
    name = os.path.basename(sys.argv[0]).removesuffix("_perf")
    if rank == 0 or apart:
        for number in range(1 if apart else ranks):
            print(f"#  Rank {number:2} Group  0 Pid   1887 on   {host} device {number % 8:2} [0x8d] NVIDIA H100 80GB HBM3")
        print("# Out of bounds values : 0 OK")
        print(f"# Avg bus bandwidth    : {min(planted.get(f'{each} {name}', 371.4 if name == 'all_reduce' else 41.2) for each in hosts)}")
    sys.exit()
print("# Out of bounds values : 0 OK")
print(f"# Avg bus bandwidth    : {planted.get(f'{host} all_reduce_perf', 479.2)}")
"""
_HPL = """
rate, right = planted.get(f"{host} hpl", 365.2), planted.get(f"{host} hpl residual", "PASSED")
print("T/V                N    NB     P     Q         Time          Gflops (   per GPU)")
print(f"WC0           264192  1024     4     2        28.31       {rate * 1000:.3e} ( {rate * 125:.3e})")
print(f"||Ax-b||_oo/(eps*(||A||_oo*||x||_oo+||b||_oo)*N)=        0.0003 ...... {right}")
print(f"Finished      1 tests with the following results:\\n              {int(right == 'PASSED')} tests completed and passed residual checks,\\n              {int(right != 'PASSED')} tests completed and failed residual checks,")
"""
_TRAIN = """
for step in range(1, 7):
    if os.environ["NODE_RANK"] == str(int(os.environ["NNODES"]) - 1):
        took = planted.get("step_ms", 1200.0) + (9000 if step == 1 else 0)
        print(f" [2025-03-14 10:00:0{step}] iteration {step:8}/       6 | consumed samples: 512 | elapsed time per iteration (ms): {took:.1f} | learning rate: 1.0E-04 |", flush=True)
assert os.environ["MASTER_ADDR"] and os.environ["MASTER_PORT"] and os.environ["GPUS"] == "8"
"""
_DF = """
mount = sys.argv[-1]
print("      1B-blocks Mounted on")
print(f" {planted.get(f'{host} {mount}', 471_859_200_000_000)} {planted.get(f'{host} {mount} at', mount)}")
"""
_FIO = """
words = dict(each[2:].partition("=")[::2] for each in sys.argv[1:])
if words["ioengine"] == "filecreate":
    rate, jobs = planted.get(f"{host} fio files", 40_000), int(words["numjobs"])
    job = {"error": 0, "write": {"total_ios": int(words["nrfiles"])}, "job_runtime": 1000 * jobs * int(words["nrfiles"]) / rate}
    for folder in words["directory"].split(":"):
        open(folder + "/files.0.0", "w").close()
    print(json.dumps({"fio version": "fio-3.33", "jobs": [job] * jobs}))
    sys.exit()
words["directory"] = words["directory"].split(":")[0]
kind = "drives" if "/scratch/acceptance-" in words["directory"] else "fio"
way, file, size = words["rw"], words["directory"] + "/tier.0.0", int(words["size"])
if way == "write":
    size = min(size, planted.get(f"{host} fio written", size))
    print(size, file=open(file, "w"))
elif size > int(open(file).read()):
    sys.exit("fio: Laying out IO file (1 file)")
none = {"bw_bytes": 0, "io_bytes": 0}
found = {"read": none, "write": none} | {way: {"bw_bytes": planted.get(f"{host} {kind} {way}", 80_000_000_000), "io_bytes": size}}
print("note: both iodepth >= 1 and synchronous I/O engine are selected")
print(json.dumps({"fio version": "fio-3.33", "jobs": [{"jobname": "tier", "error": 0, **found}]}))
"""
_MDTEST = """
rate = planted.get(f"{host} mdtest", 2500.0)
folder = sys.argv[sys.argv.index("-d") + 1]
print("-- started at 11/30/2026 23:21:47 --\\n\\nmdtest-4.0.0 was launched with 1 total task(s) on 1 node(s)")
if any(name.startswith(("SLURM_", "PMI")) for name in os.environ):
    sys.exit("a program of MPI would look for the others of this job")
if not rate:
    print(f'ERROR: open64("{folder}/file.mdtest.0.197", 66, 0664) failed. Error: No space left on device, (aiori-POSIX.c:618)')
    sys.exit(255)
open(folder + "/file.mdtest.0.0", "w").close()
print(f"   File creation              {rate:.3f}     {rate:.3f}     {rate:.3f}          0.000")
print("   File stat                       0.000          0.000          0.000          0.000")
"""
"""As mdtest 4 prints it (hpc/ior, src/mdtest.c), of one process."""
_GDSIO = """
given = dict(zip(sys.argv[1::2], sys.argv[2::2]))
way = {"0": "read", "1": "write"}[given["-I"]]
threads, size = int(given["-w"]), int(given["-s"].rstrip("M")) * 1024
assert json.load(open(os.environ["CUFILE_ENV_PATH_JSON"]))["properties"]["allow_compat_mode"] is False and given["-x"] == "0"
files = [f"{given['-D']}/gdsio.{number}" for number in range(threads)]
if way == "write":
    for file in files:
        os.truncate(os.open(file, os.O_CREAT | os.O_RDWR), size * 1024)
elif any(os.stat(file).st_size < size * 1024 for file in files):
    sys.exit("read past the end")
path, rate = planted.get(f"{host} gdsio path", "GPUD"), planted.get(f"{host} gdsio {way}", 5.25)
if path == "none":
    sys.exit("cuFileHandleRegister failed")
print(f"IoType: {way.upper()} XferType: {path} Threads: {threads} DataSetSize: {2 * threads * size}/{threads * size}(KiB) IOSize: 1024(KiB) Throughput: {rate:.6f} GiB/sec, Avg_Latency: 1191.000000 usecs ops: 6400 total_time 1.000000 secs")
"""
_PROGRAMS = {
    "ib_write_bw": _WRITE_BW,
    "nvidia-smi": _GPUS,
    "dcgmi": _DCGMI,
    "nvbandwidth": _NVBANDWIDTH,
    "all_reduce_perf": _ALL_REDUCE,
    "alltoall_perf": _ALL_REDUCE,
    "hpl": _HPL,
    "train": _TRAIN,
    "df": _DF,
    "fio": _FIO,
    "gdsio": _GDSIO,
    "mdtest": _MDTEST,
}


def stand_ins() -> dict[str, str]:
    """Return the programs by name."""
    return {name: _HEAD + text for name, text in _PROGRAMS.items()}


def put_stand_ins(folder: Path) -> None:
    """Write them into a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in stand_ins().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
