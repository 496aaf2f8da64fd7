#!/bin/bash
# Before a task: its temporary files go to the job's own folder on a local drive. What is printed here, slurmstepd sets.
folder=/scratch/slurm-jobs/$SLURM_JOB_ID
[ ! -d "$folder" ] || echo "export TMPDIR=$folder"
