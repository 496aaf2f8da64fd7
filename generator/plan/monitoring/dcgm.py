"""How dcgm-exporter is started, on hosts and by the GPU Operator."""

XID_WINDOW_MS = 900_000
"""For how long an XID is counted: more than three times the longest `monitoring.interval_seconds`, so that a scrape that is late or lost hides none."""
JOBS_FOLDER = "/run/clustergen-gpu-jobs"
"""Where a host of Slurm has a file for each GPU that a job holds, called by the number of the GPU: dcgm-exporter adds the number of the job in it to series (`hpc_job`)."""
