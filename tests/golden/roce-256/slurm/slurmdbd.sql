-- The database of slurmdbd on control1: fed to `mariadb` by root, as often as one likes.
-- Ansible writes its password into it, from the site's vault.
CREATE DATABASE IF NOT EXISTS slurm_acct_db;
CREATE USER IF NOT EXISTS 'slurm'@'localhost';
ALTER USER 'slurm'@'localhost' IDENTIFIED BY '{{clustergen_slurmdbd_password}}';
GRANT ALL ON slurm_acct_db.* TO 'slurm'@'localhost';
