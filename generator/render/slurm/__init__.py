"""What Slurm's files say, as typed values for the templates."""
