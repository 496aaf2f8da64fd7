# shellcheck shell=bash
# The one function that knows the provider of burst hosts. This file is the site's: fill the function in; nothing here is ever overwritten.
#
# burst_host ACTION HOST
#   ACTION  start: order HOST, with the image whose slurmd asks the controllers of strata for its configuration, and register HOST in DNS
#           or let it be known by the address that its slurmd registers from; stop: give HOST back, and all that it cost with it
#   HOST    one name of burst[0001-0016]
#   JOBS    (environment) for start, Slurm's SLURM_RESUME_FILE: JSON with the jobs that wait and the hosts of each; may be empty, as it is for stop
#   result  0 when the order is placed, not when the host is up: that has 15 minutes. Anything else: HOST is down, its job queued again.
# It has to be safe to call twice: Slurm repeats calls when a controller starts anew.
burst_host() {
  echo "burst.sh: nobody has said how to $1 $2" >&2
  return 1
}
