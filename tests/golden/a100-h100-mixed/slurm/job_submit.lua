-- A job that names no partition goes to the one of its account.
local partition_of = {
  ["new"] = "new",
  ["old"] = "old",
}

function slurm_job_submit(job, partitions, user)
  if job.partition == nil then
    job.partition = partition_of[job.account or job.default_account]
  end
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, user)
  return slurm.SUCCESS
end
