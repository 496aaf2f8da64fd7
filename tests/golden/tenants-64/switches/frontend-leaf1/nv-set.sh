#!/bin/bash
# frontend-leaf1: leaf of the frontend fabric, Cumulus Linux 5.15.
# The same settings as startup.yaml, command by command. Look at `nv config diff`, then `nv config apply` and `nv config save`.
# Out of service: nv set maintenance unit all-protocols state maintenance; back: ... state production.
# Print it through Ansible first: it refers to clustergen_tacacs_key, clustergen_snmp_auth_passphrase, clustergen_snmp_priv_passphrase.
set -eu
nv set acl FRONTEND-COMPUTE rule 10 action deny
nv set acl FRONTEND-COMPUTE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 10 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 20 action deny
nv set acl FRONTEND-COMPUTE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 20 match ip source-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 30 action deny
nv set acl FRONTEND-COMPUTE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 30 match ip source-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 40 action deny
nv set acl FRONTEND-COMPUTE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 40 match ip source-ip 10.160.32.4/30
nv set acl FRONTEND-COMPUTE rule 40 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 50 action deny
nv set acl FRONTEND-COMPUTE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 50 match ip source-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE rule 50 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 60 action deny
nv set acl FRONTEND-COMPUTE rule 60 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 60 match ip source-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE rule 60 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 70 action deny
nv set acl FRONTEND-COMPUTE rule 70 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 70 match ip source-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE rule 70 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 80 action deny
nv set acl FRONTEND-COMPUTE rule 80 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 80 match ip source-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE rule 80 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 90 action deny
nv set acl FRONTEND-COMPUTE rule 90 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 90 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE rule 90 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 100 action deny
nv set acl FRONTEND-COMPUTE rule 100 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 100 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE rule 100 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE rule 110 action permit
nv set acl FRONTEND-COMPUTE rule 110 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE rule 110 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 110 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 110 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 120 action permit
nv set acl FRONTEND-COMPUTE rule 120 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 120 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 120 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 120 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 130 action permit
nv set acl FRONTEND-COMPUTE rule 130 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 130 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 130 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 130 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 140 action permit
nv set acl FRONTEND-COMPUTE rule 140 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 140 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 140 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 140 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 150 action permit
nv set acl FRONTEND-COMPUTE rule 150 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 150 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 150 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 150 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 160 action permit
nv set acl FRONTEND-COMPUTE rule 160 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 160 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 160 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 170 action permit
nv set acl FRONTEND-COMPUTE rule 170 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 170 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 170 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 180 action permit
nv set acl FRONTEND-COMPUTE rule 180 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 180 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 180 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 190 action permit
nv set acl FRONTEND-COMPUTE rule 190 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 190 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 190 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 200 action permit
nv set acl FRONTEND-COMPUTE rule 200 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 200 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 200 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 210 action permit
nv set acl FRONTEND-COMPUTE rule 210 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 210 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 210 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 220 action permit
nv set acl FRONTEND-COMPUTE rule 220 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 220 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 220 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 230 action permit
nv set acl FRONTEND-COMPUTE rule 230 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 230 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 230 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 240 action permit
nv set acl FRONTEND-COMPUTE rule 240 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 240 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 240 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 250 action permit
nv set acl FRONTEND-COMPUTE rule 250 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 250 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 250 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 260 action permit
nv set acl FRONTEND-COMPUTE rule 260 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 260 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 260 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 270 action permit
nv set acl FRONTEND-COMPUTE rule 270 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 270 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 270 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 280 action permit
nv set acl FRONTEND-COMPUTE rule 280 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE rule 280 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 280 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 290 action permit
nv set acl FRONTEND-COMPUTE rule 290 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 290 match ip protocol icmp
nv set acl FRONTEND-COMPUTE rule 290 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 290 remark 'icmp to inband/compute and 9 more'
nv set acl FRONTEND-COMPUTE rule 300 action permit
nv set acl FRONTEND-COMPUTE rule 300 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 300 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 300 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 300 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 300 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 310 action permit
nv set acl FRONTEND-COMPUTE rule 310 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 310 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 310 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 320 action permit
nv set acl FRONTEND-COMPUTE rule 320 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 320 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 320 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 320 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 320 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 330 action permit
nv set acl FRONTEND-COMPUTE rule 330 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 330 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 330 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 330 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 340 action permit
nv set acl FRONTEND-COMPUTE rule 340 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 340 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 340 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 340 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 340 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 350 action permit
nv set acl FRONTEND-COMPUTE rule 350 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 350 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 350 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 350 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 350 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 360 action permit
nv set acl FRONTEND-COMPUTE rule 360 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 360 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 360 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 360 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 370 action permit
nv set acl FRONTEND-COMPUTE rule 370 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 370 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 370 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 370 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 380 action permit
nv set acl FRONTEND-COMPUTE rule 380 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 380 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 380 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 380 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 390 action permit
nv set acl FRONTEND-COMPUTE rule 390 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 390 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 390 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 390 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 390 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 400 action permit
nv set acl FRONTEND-COMPUTE rule 400 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 400 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 400 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 400 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 400 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 410 action permit
nv set acl FRONTEND-COMPUTE rule 410 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 410 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 410 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 410 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 410 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 420 action permit
nv set acl FRONTEND-COMPUTE rule 420 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 420 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 420 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 420 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 420 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 430 action permit
nv set acl FRONTEND-COMPUTE rule 430 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 430 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 430 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 430 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 430 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 440 action permit
nv set acl FRONTEND-COMPUTE rule 440 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 440 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 440 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 440 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 440 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 450 action permit
nv set acl FRONTEND-COMPUTE rule 450 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 450 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 450 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 450 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 450 remark 'jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 460 action permit
nv set acl FRONTEND-COMPUTE rule 460 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 460 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 460 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 460 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 460 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 470 action permit
nv set acl FRONTEND-COMPUTE rule 470 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 470 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 470 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 470 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 470 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 480 action permit
nv set acl FRONTEND-COMPUTE rule 480 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 480 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 480 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 480 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 480 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 490 action permit
nv set acl FRONTEND-COMPUTE rule 490 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 490 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 490 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 490 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 490 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 500 action permit
nv set acl FRONTEND-COMPUTE rule 500 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 500 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 500 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 500 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 500 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 510 action permit
nv set acl FRONTEND-COMPUTE rule 510 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 510 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 510 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 510 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 510 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 520 action permit
nv set acl FRONTEND-COMPUTE rule 520 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 520 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 520 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 520 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 520 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 530 action permit
nv set acl FRONTEND-COMPUTE rule 530 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 530 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 530 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 530 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 530 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 540 action permit
nv set acl FRONTEND-COMPUTE rule 540 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 540 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 540 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 540 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 540 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 550 action permit
nv set acl FRONTEND-COMPUTE rule 550 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 550 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 550 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 550 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 550 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 560 action permit
nv set acl FRONTEND-COMPUTE rule 560 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 560 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 560 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 560 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 560 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 570 action permit
nv set acl FRONTEND-COMPUTE rule 570 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 570 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 570 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 570 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 570 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 580 action permit
nv set acl FRONTEND-COMPUTE rule 580 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 580 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 580 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 580 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 580 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 590 action permit
nv set acl FRONTEND-COMPUTE rule 590 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 590 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 590 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 590 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 590 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 600 action permit
nv set acl FRONTEND-COMPUTE rule 600 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 600 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 600 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 600 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 600 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 610 action permit
nv set acl FRONTEND-COMPUTE rule 610 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 610 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 610 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 610 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE rule 610 remark 'slurmd to inband/compute'
nv set acl FRONTEND-COMPUTE rule 620 action permit
nv set acl FRONTEND-COMPUTE rule 620 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 620 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 620 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 620 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 620 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 630 action permit
nv set acl FRONTEND-COMPUTE rule 630 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 630 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 630 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 630 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 630 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 640 action permit
nv set acl FRONTEND-COMPUTE rule 640 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 640 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 640 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 640 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 640 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 650 action permit
nv set acl FRONTEND-COMPUTE rule 650 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 650 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 650 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 650 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 650 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 660 action permit
nv set acl FRONTEND-COMPUTE rule 660 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 660 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 660 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 660 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 660 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 670 action permit
nv set acl FRONTEND-COMPUTE rule 670 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 670 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 670 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 670 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 670 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 680 action permit
nv set acl FRONTEND-COMPUTE rule 680 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 680 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 680 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 680 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 680 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 690 action permit
nv set acl FRONTEND-COMPUTE rule 690 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 690 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 690 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 690 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 690 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 700 action permit
nv set acl FRONTEND-COMPUTE rule 700 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 700 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 700 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 700 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 700 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 710 action permit
nv set acl FRONTEND-COMPUTE rule 710 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 710 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 710 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 710 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 710 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 720 action permit
nv set acl FRONTEND-COMPUTE rule 720 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 720 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 720 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 720 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 720 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 730 action permit
nv set acl FRONTEND-COMPUTE rule 730 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 730 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 730 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 730 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 730 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 740 action permit
nv set acl FRONTEND-COMPUTE rule 740 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 740 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 740 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 740 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 740 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 750 action permit
nv set acl FRONTEND-COMPUTE rule 750 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 750 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 750 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 750 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 750 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 760 action permit
nv set acl FRONTEND-COMPUTE rule 760 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 760 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 760 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 760 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 760 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 770 action permit
nv set acl FRONTEND-COMPUTE rule 770 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 770 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 770 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 770 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE rule 770 remark 'ssh to inband/compute'
nv set acl FRONTEND-COMPUTE rule 780 action permit
nv set acl FRONTEND-COMPUTE rule 780 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 780 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 780 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 780 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 780 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE rule 790 action permit
nv set acl FRONTEND-COMPUTE rule 790 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE rule 790 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 790 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 790 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 790 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE rule 800 action permit
nv set acl FRONTEND-COMPUTE rule 800 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE rule 800 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 800 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE rule 800 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE rule 800 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE rule 810 action permit
nv set acl FRONTEND-COMPUTE rule 810 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 810 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 810 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 810 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE rule 810 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE rule 820 action permit
nv set acl FRONTEND-COMPUTE rule 820 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 820 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 820 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 820 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE rule 820 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 830 action permit
nv set acl FRONTEND-COMPUTE rule 830 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 830 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 830 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 830 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE rule 830 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE rule 840 action permit
nv set acl FRONTEND-COMPUTE rule 840 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 840 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 840 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 840 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE rule 840 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE rule 850 action permit
nv set acl FRONTEND-COMPUTE rule 850 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 850 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 850 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 850 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE rule 850 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE rule 860 action permit
nv set acl FRONTEND-COMPUTE rule 860 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 860 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 860 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 860 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE rule 860 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE rule 870 action permit
nv set acl FRONTEND-COMPUTE rule 870 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 870 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 870 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 870 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE rule 870 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE rule 880 action permit
nv set acl FRONTEND-COMPUTE rule 880 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 880 match ip protocol udp
nv set acl FRONTEND-COMPUTE rule 880 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 880 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE rule 880 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE rule 890 action permit
nv set acl FRONTEND-COMPUTE rule 890 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 890 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 890 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 890 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE rule 890 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 900 action permit
nv set acl FRONTEND-COMPUTE rule 900 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 900 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 900 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 900 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE rule 900 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE rule 910 action permit
nv set acl FRONTEND-COMPUTE rule 910 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 910 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 910 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 910 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE rule 910 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE rule 920 action permit
nv set acl FRONTEND-COMPUTE rule 920 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE rule 920 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 920 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 920 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE rule 920 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE rule 930 action permit
nv set acl FRONTEND-COMPUTE rule 930 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 930 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 930 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 930 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 930 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 930 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 940 action permit
nv set acl FRONTEND-COMPUTE rule 940 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 940 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 940 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 940 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 940 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 940 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 950 action permit
nv set acl FRONTEND-COMPUTE rule 950 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 950 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 950 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 950 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 950 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 950 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 960 action permit
nv set acl FRONTEND-COMPUTE rule 960 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 960 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 960 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 960 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 960 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 960 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 970 action permit
nv set acl FRONTEND-COMPUTE rule 970 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 970 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 970 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 970 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 970 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 970 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 980 action permit
nv set acl FRONTEND-COMPUTE rule 980 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 980 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 980 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 980 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 980 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 980 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 990 action permit
nv set acl FRONTEND-COMPUTE rule 990 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 990 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 990 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 990 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 990 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 990 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1000 action permit
nv set acl FRONTEND-COMPUTE rule 1000 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 1000 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1000 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1000 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1000 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1000 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1010 action permit
nv set acl FRONTEND-COMPUTE rule 1010 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 1010 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1010 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1010 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1010 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1010 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1020 action permit
nv set acl FRONTEND-COMPUTE rule 1020 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 1020 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1020 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1020 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1020 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1020 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1030 action permit
nv set acl FRONTEND-COMPUTE rule 1030 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 1030 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1030 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1030 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1030 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1030 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1040 action permit
nv set acl FRONTEND-COMPUTE rule 1040 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 1040 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1040 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1040 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1040 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1040 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1050 action permit
nv set acl FRONTEND-COMPUTE rule 1050 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 1050 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1050 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1050 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1050 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1050 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1060 action permit
nv set acl FRONTEND-COMPUTE rule 1060 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 1060 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1060 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1060 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1060 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1060 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1070 action permit
nv set acl FRONTEND-COMPUTE rule 1070 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 1070 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1070 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1070 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1070 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1070 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1080 action permit
nv set acl FRONTEND-COMPUTE rule 1080 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 1080 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1080 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1080 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE rule 1080 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1080 remark 'answers of jobs to inband/compute'
nv set acl FRONTEND-COMPUTE rule 1090 action permit
nv set acl FRONTEND-COMPUTE rule 1090 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 1090 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1090 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1090 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1090 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1090 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1100 action permit
nv set acl FRONTEND-COMPUTE rule 1100 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 1100 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1100 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1100 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1100 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1100 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1110 action permit
nv set acl FRONTEND-COMPUTE rule 1110 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 1110 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1110 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1110 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1110 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1110 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1120 action permit
nv set acl FRONTEND-COMPUTE rule 1120 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 1120 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1120 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1120 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1120 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1120 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1130 action permit
nv set acl FRONTEND-COMPUTE rule 1130 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 1130 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1130 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1130 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1130 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1130 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1140 action permit
nv set acl FRONTEND-COMPUTE rule 1140 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 1140 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1140 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1140 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1140 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1140 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1150 action permit
nv set acl FRONTEND-COMPUTE rule 1150 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 1150 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1150 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1150 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1150 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1150 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1160 action permit
nv set acl FRONTEND-COMPUTE rule 1160 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 1160 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1160 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1160 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1160 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1170 action permit
nv set acl FRONTEND-COMPUTE rule 1170 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 1170 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1170 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1170 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1170 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1180 action permit
nv set acl FRONTEND-COMPUTE rule 1180 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 1180 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1180 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1180 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1180 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1190 action permit
nv set acl FRONTEND-COMPUTE rule 1190 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 1190 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1190 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1190 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1190 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1200 action permit
nv set acl FRONTEND-COMPUTE rule 1200 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 1200 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1200 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1200 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1200 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1210 action permit
nv set acl FRONTEND-COMPUTE rule 1210 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 1210 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1210 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1210 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1210 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1220 action permit
nv set acl FRONTEND-COMPUTE rule 1220 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 1220 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1220 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1220 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1220 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1230 action permit
nv set acl FRONTEND-COMPUTE rule 1230 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 1230 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1230 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1230 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1230 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1240 action permit
nv set acl FRONTEND-COMPUTE rule 1240 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 1240 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1240 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1240 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1240 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1250 action permit
nv set acl FRONTEND-COMPUTE rule 1250 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 1250 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1250 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1250 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1250 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1260 action permit
nv set acl FRONTEND-COMPUTE rule 1260 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 1260 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1260 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE rule 1260 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1260 remark 'answers of slurmd to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1270 action permit
nv set acl FRONTEND-COMPUTE rule 1270 match ip dest-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE rule 1270 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1270 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1270 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1270 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1280 action permit
nv set acl FRONTEND-COMPUTE rule 1280 match ip dest-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE rule 1280 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1280 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1280 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1280 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1290 action permit
nv set acl FRONTEND-COMPUTE rule 1290 match ip dest-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE rule 1290 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1290 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1290 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1290 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1290 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1300 action permit
nv set acl FRONTEND-COMPUTE rule 1300 match ip dest-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE rule 1300 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1300 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1300 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1300 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1300 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1310 action permit
nv set acl FRONTEND-COMPUTE rule 1310 match ip dest-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE rule 1310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1310 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1310 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1310 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1320 action permit
nv set acl FRONTEND-COMPUTE rule 1320 match ip dest-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE rule 1320 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1320 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1320 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1320 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1320 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1330 action permit
nv set acl FRONTEND-COMPUTE rule 1330 match ip dest-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE rule 1330 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1330 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1330 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1330 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1340 action permit
nv set acl FRONTEND-COMPUTE rule 1340 match ip dest-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE rule 1340 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1340 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1340 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1340 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1340 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1350 action permit
nv set acl FRONTEND-COMPUTE rule 1350 match ip dest-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE rule 1350 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1350 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1350 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1350 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1350 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1360 action permit
nv set acl FRONTEND-COMPUTE rule 1360 match ip dest-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE rule 1360 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1360 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1360 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1360 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1370 action permit
nv set acl FRONTEND-COMPUTE rule 1370 match ip dest-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE rule 1370 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1370 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1370 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1370 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1380 action permit
nv set acl FRONTEND-COMPUTE rule 1380 match ip dest-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE rule 1380 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1380 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1380 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1380 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1390 action permit
nv set acl FRONTEND-COMPUTE rule 1390 match ip dest-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE rule 1390 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1390 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1390 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1390 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1390 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1400 action permit
nv set acl FRONTEND-COMPUTE rule 1400 match ip dest-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE rule 1400 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1400 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1400 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1400 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1400 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1410 action permit
nv set acl FRONTEND-COMPUTE rule 1410 match ip dest-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE rule 1410 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1410 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1410 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1410 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1410 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1420 action permit
nv set acl FRONTEND-COMPUTE rule 1420 match ip dest-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE rule 1420 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1420 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1420 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1420 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1420 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1430 action permit
nv set acl FRONTEND-COMPUTE rule 1430 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 1430 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1430 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1430 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1430 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1430 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1440 action permit
nv set acl FRONTEND-COMPUTE rule 1440 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 1440 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1440 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1440 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE rule 1440 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1440 remark 'answers of ssh to inband/compute and 2 more'
nv set acl FRONTEND-COMPUTE rule 1450 action permit
nv set acl FRONTEND-COMPUTE rule 1450 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 1450 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1450 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1450 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE rule 1450 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1450 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE rule 1460 action permit
nv set acl FRONTEND-COMPUTE rule 1460 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 1460 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1460 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1460 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE rule 1460 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1460 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE rule 1470 action permit
nv set acl FRONTEND-COMPUTE rule 1470 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE rule 1470 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1470 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1470 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE rule 1470 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1470 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE rule 1480 action permit
nv set acl FRONTEND-COMPUTE rule 1480 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE rule 1480 match ip protocol tcp
nv set acl FRONTEND-COMPUTE rule 1480 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1480 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE rule 1480 match ip tcp state established
nv set acl FRONTEND-COMPUTE rule 1480 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE rule 1490 action deny
nv set acl FRONTEND-COMPUTE rule 1490 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE rule 1490 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1490 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1500 action deny
nv set acl FRONTEND-COMPUTE rule 1500 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE rule 1500 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1500 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1510 action deny
nv set acl FRONTEND-COMPUTE rule 1510 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1510 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1510 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1520 action deny
nv set acl FRONTEND-COMPUTE rule 1520 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE rule 1520 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1520 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1530 action deny
nv set acl FRONTEND-COMPUTE rule 1530 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE rule 1530 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1530 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1540 action deny
nv set acl FRONTEND-COMPUTE rule 1540 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE rule 1540 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1540 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE rule 1550 action permit
nv set acl FRONTEND-COMPUTE rule 1550 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE rule 1550 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE rule 1550 remark 'any to the site'
nv set acl FRONTEND-COMPUTE rule 65535 action deny
nv set acl FRONTEND-COMPUTE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE type ipv4
nv set acl FRONTEND-COMPUTE-BLUE rule 10 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 10 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 20 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 20 match ip source-ip 10.160.32.0/32
nv set acl FRONTEND-COMPUTE-BLUE rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 30 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 30 match ip source-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-BLUE rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 40 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 40 match ip source-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-BLUE rule 40 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 50 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 50 match ip source-ip 10.160.32.8/29
nv set acl FRONTEND-COMPUTE-BLUE rule 50 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 60 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 60 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 60 match ip source-ip 10.160.32.16/28
nv set acl FRONTEND-COMPUTE-BLUE rule 60 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 70 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 70 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 70 match ip source-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE-BLUE rule 70 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 80 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 80 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 80 match ip source-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE-BLUE rule 80 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 90 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 90 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 90 match ip source-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE-BLUE rule 90 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 100 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 100 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 100 match ip source-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE-BLUE rule 100 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 110 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 110 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 110 match ip source-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE-BLUE rule 110 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 120 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 120 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 120 match ip source-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE-BLUE rule 120 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 130 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 130 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 130 match ip source-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE-BLUE rule 130 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 140 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 140 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 140 match ip source-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE-BLUE rule 140 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 150 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 150 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 150 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-BLUE rule 150 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 160 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 160 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 160 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE-BLUE rule 160 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-BLUE rule 170 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 170 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 170 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 170 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 180 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 180 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 180 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 180 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 190 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 190 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 190 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 190 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 200 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 200 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 200 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 200 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 210 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 210 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-BLUE rule 210 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 210 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 220 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 220 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 220 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-BLUE rule 220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 220 remark 'icmp to inband/compute@blue and 9 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 230 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 230 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 230 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 230 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 230 remark 'jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 240 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 240 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 240 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 240 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 240 remark 'jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 250 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 250 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 250 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 250 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 250 remark 'jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 260 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 260 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 260 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 260 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 260 remark 'slurmd to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 270 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 270 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 270 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 270 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 270 remark 'slurmd to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 280 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 280 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 280 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 280 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 280 remark 'slurmd to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 290 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 290 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 290 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 290 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 290 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 290 remark 'ssh to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 300 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 300 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 300 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 300 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 300 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 300 remark 'ssh to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 310 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 310 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 310 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 310 remark 'ssh to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 320 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 320 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 320 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 320 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 320 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 320 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 330 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 330 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-BLUE rule 330 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 330 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 330 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 340 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 340 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-BLUE rule 340 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 340 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE-BLUE rule 340 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-BLUE rule 340 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-BLUE rule 350 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 350 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 350 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 350 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 350 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE-BLUE rule 350 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 360 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 360 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 360 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 360 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE-BLUE rule 360 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 370 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 370 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 370 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 370 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE-BLUE rule 370 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 380 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 380 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 380 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 380 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE-BLUE rule 380 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 390 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 390 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 390 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 390 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 390 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE-BLUE rule 390 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 400 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 400 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 400 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 400 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 400 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE-BLUE rule 400 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 410 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 410 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 410 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 410 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 410 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE-BLUE rule 410 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 420 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 420 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 420 match ip protocol udp
nv set acl FRONTEND-COMPUTE-BLUE rule 420 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 420 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE-BLUE rule 420 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 430 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 430 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 430 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 430 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 430 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE-BLUE rule 430 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 440 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 440 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 440 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 440 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 440 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE-BLUE rule 440 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 450 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 450 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 450 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 450 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 450 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE-BLUE rule 450 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 460 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 460 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 460 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 460 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 460 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE-BLUE rule 460 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE-BLUE rule 470 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 470 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 470 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 470 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 470 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 470 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 470 remark 'answers of jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 480 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 480 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 480 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 480 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 480 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 480 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 480 remark 'answers of jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 490 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 490 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 490 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 490 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 490 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-BLUE rule 490 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 490 remark 'answers of jobs to inband/compute@blue'
nv set acl FRONTEND-COMPUTE-BLUE rule 500 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 500 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 500 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 500 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 500 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 500 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 500 remark 'answers of slurmd to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 510 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 510 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 510 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 510 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 510 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 510 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 510 remark 'answers of slurmd to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 520 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 520 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 520 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 520 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 520 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 520 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 520 remark 'answers of slurmd to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 530 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 530 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 530 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 530 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 530 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 530 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 530 remark 'answers of slurmd to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 540 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 540 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 540 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 540 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 540 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-BLUE rule 540 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 540 remark 'answers of slurmd to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 550 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 550 match ip dest-ip 10.160.32.1/32
nv set acl FRONTEND-COMPUTE-BLUE rule 550 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 550 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 550 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 550 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 550 remark 'answers of ssh to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 560 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 560 match ip dest-ip 10.160.32.2/31
nv set acl FRONTEND-COMPUTE-BLUE rule 560 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 560 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 560 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 560 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 560 remark 'answers of ssh to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 570 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 570 match ip dest-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-BLUE rule 570 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 570 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 570 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 570 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 570 remark 'answers of ssh to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 580 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 580 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 580 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 580 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 580 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 580 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 580 remark 'answers of ssh to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 590 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 590 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 590 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 590 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 590 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-BLUE rule 590 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 590 remark 'answers of ssh to inband/compute@blue and 2 more'
nv set acl FRONTEND-COMPUTE-BLUE rule 600 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 600 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 600 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 600 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 600 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE-BLUE rule 600 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 600 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 610 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 610 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 610 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 610 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 610 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE-BLUE rule 610 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 610 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 620 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 620 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 620 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 620 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 620 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE-BLUE rule 620 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 620 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE-BLUE rule 630 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 630 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-BLUE rule 630 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-BLUE rule 630 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 630 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE-BLUE rule 630 match ip tcp state established
nv set acl FRONTEND-COMPUTE-BLUE rule 630 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE-BLUE rule 640 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 640 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE-BLUE rule 640 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 640 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 650 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 650 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE-BLUE rule 650 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 650 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 660 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 660 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 660 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 660 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 670 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 670 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE-BLUE rule 670 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 670 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 680 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 680 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE-BLUE rule 680 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 680 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 690 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 690 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE-BLUE rule 690 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 690 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-BLUE rule 700 action permit
nv set acl FRONTEND-COMPUTE-BLUE rule 700 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-BLUE rule 700 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-BLUE rule 700 remark 'any to the site'
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 action deny
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE type ipv4
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-BLUE-V6 type ipv6
nv set acl FRONTEND-COMPUTE-RED rule 10 action deny
nv set acl FRONTEND-COMPUTE-RED rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 10 match ip source-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-RED rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 20 action deny
nv set acl FRONTEND-COMPUTE-RED rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 20 match ip source-ip 10.160.32.0/30
nv set acl FRONTEND-COMPUTE-RED rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 30 action deny
nv set acl FRONTEND-COMPUTE-RED rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 30 match ip source-ip 10.160.32.4/32
nv set acl FRONTEND-COMPUTE-RED rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 40 action deny
nv set acl FRONTEND-COMPUTE-RED rule 40 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 40 match ip source-ip 10.160.32.9/32
nv set acl FRONTEND-COMPUTE-RED rule 40 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 50 action deny
nv set acl FRONTEND-COMPUTE-RED rule 50 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 50 match ip source-ip 10.160.32.10/31
nv set acl FRONTEND-COMPUTE-RED rule 50 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 60 action deny
nv set acl FRONTEND-COMPUTE-RED rule 60 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 60 match ip source-ip 10.160.32.12/30
nv set acl FRONTEND-COMPUTE-RED rule 60 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 70 action deny
nv set acl FRONTEND-COMPUTE-RED rule 70 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 70 match ip source-ip 10.160.32.16/32
nv set acl FRONTEND-COMPUTE-RED rule 70 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 80 action deny
nv set acl FRONTEND-COMPUTE-RED rule 80 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 80 match ip source-ip 10.160.32.21/32
nv set acl FRONTEND-COMPUTE-RED rule 80 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 90 action deny
nv set acl FRONTEND-COMPUTE-RED rule 90 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 90 match ip source-ip 10.160.32.22/31
nv set acl FRONTEND-COMPUTE-RED rule 90 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 100 action deny
nv set acl FRONTEND-COMPUTE-RED rule 100 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 100 match ip source-ip 10.160.32.24/29
nv set acl FRONTEND-COMPUTE-RED rule 100 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 110 action deny
nv set acl FRONTEND-COMPUTE-RED rule 110 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 110 match ip source-ip 10.160.32.32/27
nv set acl FRONTEND-COMPUTE-RED rule 110 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 120 action deny
nv set acl FRONTEND-COMPUTE-RED rule 120 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 120 match ip source-ip 10.160.32.64/26
nv set acl FRONTEND-COMPUTE-RED rule 120 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 130 action deny
nv set acl FRONTEND-COMPUTE-RED rule 130 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 130 match ip source-ip 10.160.32.128/25
nv set acl FRONTEND-COMPUTE-RED rule 130 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 140 action deny
nv set acl FRONTEND-COMPUTE-RED rule 140 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 140 match ip source-ip 10.160.33.0/24
nv set acl FRONTEND-COMPUTE-RED rule 140 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 150 action deny
nv set acl FRONTEND-COMPUTE-RED rule 150 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 150 match ip source-ip 10.160.34.0/23
nv set acl FRONTEND-COMPUTE-RED rule 150 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 160 action deny
nv set acl FRONTEND-COMPUTE-RED rule 160 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 160 match ip source-ip 10.160.36.0/22
nv set acl FRONTEND-COMPUTE-RED rule 160 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 170 action deny
nv set acl FRONTEND-COMPUTE-RED rule 170 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 170 match ip source-ip 10.160.40.0/21
nv set acl FRONTEND-COMPUTE-RED rule 170 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 180 action deny
nv set acl FRONTEND-COMPUTE-RED rule 180 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 180 match ip source-ip 10.160.48.0/20
nv set acl FRONTEND-COMPUTE-RED rule 180 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 190 action deny
nv set acl FRONTEND-COMPUTE-RED rule 190 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 190 match ip source-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-RED rule 190 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 200 action deny
nv set acl FRONTEND-COMPUTE-RED rule 200 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 200 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-COMPUTE-RED rule 200 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-COMPUTE-RED rule 210 action permit
nv set acl FRONTEND-COMPUTE-RED rule 210 match ip dest-ip 10.160.0.0/19
nv set acl FRONTEND-COMPUTE-RED rule 210 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 210 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 220 action permit
nv set acl FRONTEND-COMPUTE-RED rule 220 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 220 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 220 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 230 action permit
nv set acl FRONTEND-COMPUTE-RED rule 230 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 230 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 230 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 240 action permit
nv set acl FRONTEND-COMPUTE-RED rule 240 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 240 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 240 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 250 action permit
nv set acl FRONTEND-COMPUTE-RED rule 250 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 250 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 250 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 260 action permit
nv set acl FRONTEND-COMPUTE-RED rule 260 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 260 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 260 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 270 action permit
nv set acl FRONTEND-COMPUTE-RED rule 270 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 270 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 270 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 280 action permit
nv set acl FRONTEND-COMPUTE-RED rule 280 match ip dest-ip 10.160.64.0/18
nv set acl FRONTEND-COMPUTE-RED rule 280 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 280 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 290 action permit
nv set acl FRONTEND-COMPUTE-RED rule 290 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 290 match ip protocol icmp
nv set acl FRONTEND-COMPUTE-RED rule 290 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 290 remark 'icmp to inband/compute@red and 9 more'
nv set acl FRONTEND-COMPUTE-RED rule 300 action permit
nv set acl FRONTEND-COMPUTE-RED rule 300 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 300 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 300 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 300 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 300 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 310 action permit
nv set acl FRONTEND-COMPUTE-RED rule 310 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 310 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 310 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 310 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 320 action permit
nv set acl FRONTEND-COMPUTE-RED rule 320 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 320 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 320 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 320 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 320 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 330 action permit
nv set acl FRONTEND-COMPUTE-RED rule 330 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 330 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 330 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 330 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 340 action permit
nv set acl FRONTEND-COMPUTE-RED rule 340 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 340 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 340 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 340 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 340 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 350 action permit
nv set acl FRONTEND-COMPUTE-RED rule 350 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 350 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 350 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 350 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 350 remark 'jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 360 action permit
nv set acl FRONTEND-COMPUTE-RED rule 360 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 360 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 360 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 360 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 370 action permit
nv set acl FRONTEND-COMPUTE-RED rule 370 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 370 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 370 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 370 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 380 action permit
nv set acl FRONTEND-COMPUTE-RED rule 380 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 380 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 380 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 380 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 390 action permit
nv set acl FRONTEND-COMPUTE-RED rule 390 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 390 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 390 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 390 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 390 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 400 action permit
nv set acl FRONTEND-COMPUTE-RED rule 400 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 400 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 400 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 400 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 400 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 410 action permit
nv set acl FRONTEND-COMPUTE-RED rule 410 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 410 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 410 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 410 match ip tcp dest-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 410 remark 'slurmd to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 420 action permit
nv set acl FRONTEND-COMPUTE-RED rule 420 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 420 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 420 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 420 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 420 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 430 action permit
nv set acl FRONTEND-COMPUTE-RED rule 430 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 430 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 430 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 430 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 430 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 440 action permit
nv set acl FRONTEND-COMPUTE-RED rule 440 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 440 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 440 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 440 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 440 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 450 action permit
nv set acl FRONTEND-COMPUTE-RED rule 450 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 450 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 450 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 450 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 450 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 460 action permit
nv set acl FRONTEND-COMPUTE-RED rule 460 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 460 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 460 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 460 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 460 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 470 action permit
nv set acl FRONTEND-COMPUTE-RED rule 470 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 470 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 470 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 470 match ip tcp dest-port 22
nv set acl FRONTEND-COMPUTE-RED rule 470 remark 'ssh to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 480 action permit
nv set acl FRONTEND-COMPUTE-RED rule 480 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 480 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 480 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 480 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 480 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE-RED rule 490 action permit
nv set acl FRONTEND-COMPUTE-RED rule 490 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-RED rule 490 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 490 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 490 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 490 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-COMPUTE-RED rule 500 action permit
nv set acl FRONTEND-COMPUTE-RED rule 500 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-COMPUTE-RED rule 500 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 500 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-COMPUTE-RED rule 500 match ip udp dest-port 67
nv set acl FRONTEND-COMPUTE-RED rule 500 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-COMPUTE-RED rule 510 action permit
nv set acl FRONTEND-COMPUTE-RED rule 510 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 510 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 510 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 510 match ip udp dest-port 53
nv set acl FRONTEND-COMPUTE-RED rule 510 remark 'dns to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 520 action permit
nv set acl FRONTEND-COMPUTE-RED rule 520 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 520 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 520 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 520 match ip tcp dest-port 53
nv set acl FRONTEND-COMPUTE-RED rule 520 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 530 action permit
nv set acl FRONTEND-COMPUTE-RED rule 530 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 530 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 530 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 530 match ip tcp dest-port 80
nv set acl FRONTEND-COMPUTE-RED rule 530 remark 'http to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 540 action permit
nv set acl FRONTEND-COMPUTE-RED rule 540 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 540 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 540 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 540 match ip udp dest-port 123
nv set acl FRONTEND-COMPUTE-RED rule 540 remark 'ntp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 550 action permit
nv set acl FRONTEND-COMPUTE-RED rule 550 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 550 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 550 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 550 match ip tcp dest-port 4460
nv set acl FRONTEND-COMPUTE-RED rule 550 remark 'nts-ke to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 560 action permit
nv set acl FRONTEND-COMPUTE-RED rule 560 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 560 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 560 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 560 match ip tcp dest-port 6817
nv set acl FRONTEND-COMPUTE-RED rule 560 remark 'slurmctld to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 570 action permit
nv set acl FRONTEND-COMPUTE-RED rule 570 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 570 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 570 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 570 match ip tcp dest-port 6819
nv set acl FRONTEND-COMPUTE-RED rule 570 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 580 action permit
nv set acl FRONTEND-COMPUTE-RED rule 580 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 580 match ip protocol udp
nv set acl FRONTEND-COMPUTE-RED rule 580 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 580 match ip udp dest-port 514
nv set acl FRONTEND-COMPUTE-RED rule 580 remark 'syslog to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 590 action permit
nv set acl FRONTEND-COMPUTE-RED rule 590 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 590 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 590 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 590 match ip tcp dest-port 514
nv set acl FRONTEND-COMPUTE-RED rule 590 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 600 action permit
nv set acl FRONTEND-COMPUTE-RED rule 600 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 600 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 600 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 600 match ip tcp dest-port 6514
nv set acl FRONTEND-COMPUTE-RED rule 600 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 610 action permit
nv set acl FRONTEND-COMPUTE-RED rule 610 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 610 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 610 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 610 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-COMPUTE-RED rule 610 remark 'srun to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 620 action permit
nv set acl FRONTEND-COMPUTE-RED rule 620 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-COMPUTE-RED rule 620 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 620 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 620 match ip tcp dest-port 2049
nv set acl FRONTEND-COMPUTE-RED rule 620 remark 'nfs to inband/storage'
nv set acl FRONTEND-COMPUTE-RED rule 630 action permit
nv set acl FRONTEND-COMPUTE-RED rule 630 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 630 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 630 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 630 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 630 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 630 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 640 action permit
nv set acl FRONTEND-COMPUTE-RED rule 640 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 640 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 640 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 640 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 640 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 640 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 650 action permit
nv set acl FRONTEND-COMPUTE-RED rule 650 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 650 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 650 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 650 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 650 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 650 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 660 action permit
nv set acl FRONTEND-COMPUTE-RED rule 660 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 660 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 660 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 660 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 660 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 660 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 670 action permit
nv set acl FRONTEND-COMPUTE-RED rule 670 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 670 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 670 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 670 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 670 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 670 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 680 action permit
nv set acl FRONTEND-COMPUTE-RED rule 680 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 680 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 680 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 680 match ip tcp source-port 1024:65535
nv set acl FRONTEND-COMPUTE-RED rule 680 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 680 remark 'answers of jobs to inband/compute@red'
nv set acl FRONTEND-COMPUTE-RED rule 690 action permit
nv set acl FRONTEND-COMPUTE-RED rule 690 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 690 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 690 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 690 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 690 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 690 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 700 action permit
nv set acl FRONTEND-COMPUTE-RED rule 700 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 700 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 700 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 700 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 700 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 700 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 710 action permit
nv set acl FRONTEND-COMPUTE-RED rule 710 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 710 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 710 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 710 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 710 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 710 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 720 action permit
nv set acl FRONTEND-COMPUTE-RED rule 720 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 720 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 720 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 720 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 720 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 720 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 730 action permit
nv set acl FRONTEND-COMPUTE-RED rule 730 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 730 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 730 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 730 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 730 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 730 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 740 action permit
nv set acl FRONTEND-COMPUTE-RED rule 740 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 740 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 740 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 740 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 740 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 740 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 750 action permit
nv set acl FRONTEND-COMPUTE-RED rule 750 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 750 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 750 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 750 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 750 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 750 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 760 action permit
nv set acl FRONTEND-COMPUTE-RED rule 760 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 760 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 760 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 760 match ip tcp source-port 6818
nv set acl FRONTEND-COMPUTE-RED rule 760 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 760 remark 'answers of slurmd to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 770 action permit
nv set acl FRONTEND-COMPUTE-RED rule 770 match ip dest-ip 10.160.32.5/32
nv set acl FRONTEND-COMPUTE-RED rule 770 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 770 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 770 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 770 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 770 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 780 action permit
nv set acl FRONTEND-COMPUTE-RED rule 780 match ip dest-ip 10.160.32.6/31
nv set acl FRONTEND-COMPUTE-RED rule 780 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 780 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 780 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 780 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 780 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 790 action permit
nv set acl FRONTEND-COMPUTE-RED rule 790 match ip dest-ip 10.160.32.8/32
nv set acl FRONTEND-COMPUTE-RED rule 790 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 790 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 790 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 790 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 790 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 800 action permit
nv set acl FRONTEND-COMPUTE-RED rule 800 match ip dest-ip 10.160.32.17/32
nv set acl FRONTEND-COMPUTE-RED rule 800 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 800 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 800 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 800 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 800 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 810 action permit
nv set acl FRONTEND-COMPUTE-RED rule 810 match ip dest-ip 10.160.32.18/31
nv set acl FRONTEND-COMPUTE-RED rule 810 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 810 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 810 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 810 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 810 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 820 action permit
nv set acl FRONTEND-COMPUTE-RED rule 820 match ip dest-ip 10.160.32.20/32
nv set acl FRONTEND-COMPUTE-RED rule 820 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 820 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 820 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 820 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 820 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 830 action permit
nv set acl FRONTEND-COMPUTE-RED rule 830 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 830 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 830 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 830 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 830 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 830 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 840 action permit
nv set acl FRONTEND-COMPUTE-RED rule 840 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 840 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 840 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 840 match ip tcp source-port 22
nv set acl FRONTEND-COMPUTE-RED rule 840 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 840 remark 'answers of ssh to inband/compute@red and 2 more'
nv set acl FRONTEND-COMPUTE-RED rule 850 action permit
nv set acl FRONTEND-COMPUTE-RED rule 850 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 850 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 850 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 850 match ip tcp source-port 9100
nv set acl FRONTEND-COMPUTE-RED rule 850 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 850 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 860 action permit
nv set acl FRONTEND-COMPUTE-RED rule 860 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 860 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 860 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 860 match ip tcp source-port 9400
nv set acl FRONTEND-COMPUTE-RED rule 860 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 860 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 870 action permit
nv set acl FRONTEND-COMPUTE-RED rule 870 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-COMPUTE-RED rule 870 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 870 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 870 match ip tcp source-port 60001:63000
nv set acl FRONTEND-COMPUTE-RED rule 870 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 870 remark 'answers of srun to inband/control'
nv set acl FRONTEND-COMPUTE-RED rule 880 action permit
nv set acl FRONTEND-COMPUTE-RED rule 880 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-COMPUTE-RED rule 880 match ip protocol tcp
nv set acl FRONTEND-COMPUTE-RED rule 880 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 880 match ip tcp source-port 8888
nv set acl FRONTEND-COMPUTE-RED rule 880 match ip tcp state established
nv set acl FRONTEND-COMPUTE-RED rule 880 remark 'answers of tcp/8888 to inband/login'
nv set acl FRONTEND-COMPUTE-RED rule 890 action deny
nv set acl FRONTEND-COMPUTE-RED rule 890 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-COMPUTE-RED rule 890 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 890 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 900 action deny
nv set acl FRONTEND-COMPUTE-RED rule 900 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-COMPUTE-RED rule 900 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 900 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 910 action deny
nv set acl FRONTEND-COMPUTE-RED rule 910 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 910 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 910 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 920 action deny
nv set acl FRONTEND-COMPUTE-RED rule 920 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-COMPUTE-RED rule 920 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 920 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 930 action deny
nv set acl FRONTEND-COMPUTE-RED rule 930 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-COMPUTE-RED rule 930 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 930 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 940 action deny
nv set acl FRONTEND-COMPUTE-RED rule 940 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-COMPUTE-RED rule 940 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 940 remark 'all else within the cluster'
nv set acl FRONTEND-COMPUTE-RED rule 950 action permit
nv set acl FRONTEND-COMPUTE-RED rule 950 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-COMPUTE-RED rule 950 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-COMPUTE-RED rule 950 remark 'any to the site'
nv set acl FRONTEND-COMPUTE-RED rule 65535 action deny
nv set acl FRONTEND-COMPUTE-RED rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-RED rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-RED type ipv4
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-RED-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-RED-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-RED-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-RED-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-RED-V6 type ipv6
nv set acl FRONTEND-COMPUTE-V6 rule 10 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-COMPUTE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 20 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-COMPUTE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 30 action permit
nv set acl FRONTEND-COMPUTE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-COMPUTE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-COMPUTE-V6 rule 65535 action deny
nv set acl FRONTEND-COMPUTE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-COMPUTE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-COMPUTE-V6 type ipv6
nv set acl FRONTEND-CONTROL rule 10 action deny
nv set acl FRONTEND-CONTROL rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 10 match ip source-ip 10.170.0.0/22
nv set acl FRONTEND-CONTROL rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 20 action deny
nv set acl FRONTEND-CONTROL rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 20 match ip source-ip 10.170.4.0/23
nv set acl FRONTEND-CONTROL rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 30 action deny
nv set acl FRONTEND-CONTROL rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 30 match ip source-ip 10.160.0.0/18
nv set acl FRONTEND-CONTROL rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 40 action deny
nv set acl FRONTEND-CONTROL rule 40 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 40 match ip source-ip 10.160.64.0/19
nv set acl FRONTEND-CONTROL rule 40 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 50 action deny
nv set acl FRONTEND-CONTROL rule 50 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 50 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-CONTROL rule 50 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-CONTROL rule 60 action permit
nv set acl FRONTEND-CONTROL rule 60 match ip dest-ip 10.170.0.0/23
nv set acl FRONTEND-CONTROL rule 60 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-CONTROL rule 60 remark 'any to backup/control and 5 more'
nv set acl FRONTEND-CONTROL rule 70 action permit
nv set acl FRONTEND-CONTROL rule 70 match ip dest-ip 10.170.4.0/22
nv set acl FRONTEND-CONTROL rule 70 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-CONTROL rule 70 remark 'any to backup/control and 5 more'
nv set acl FRONTEND-CONTROL rule 80 action permit
nv set acl FRONTEND-CONTROL rule 80 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 80 match ip protocol icmp
nv set acl FRONTEND-CONTROL rule 80 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 80 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-CONTROL rule 90 action permit
nv set acl FRONTEND-CONTROL rule 90 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 90 match ip protocol icmp
nv set acl FRONTEND-CONTROL rule 90 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 90 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-CONTROL rule 100 action permit
nv set acl FRONTEND-CONTROL rule 100 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 100 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 100 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 100 match ip tcp dest-port 9100
nv set acl FRONTEND-CONTROL rule 100 remark 'metrics to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 110 action permit
nv set acl FRONTEND-CONTROL rule 110 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 110 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 110 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 110 match ip tcp dest-port 9100
nv set acl FRONTEND-CONTROL rule 110 remark 'metrics to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 120 action permit
nv set acl FRONTEND-CONTROL rule 120 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 120 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 120 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 120 match ip tcp dest-port 9400
nv set acl FRONTEND-CONTROL rule 120 remark 'metrics to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 130 action permit
nv set acl FRONTEND-CONTROL rule 130 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 130 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 130 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 130 match ip tcp dest-port 9400
nv set acl FRONTEND-CONTROL rule 130 remark 'metrics to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 140 action permit
nv set acl FRONTEND-CONTROL rule 140 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 140 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 140 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 140 match ip tcp dest-port 6818
nv set acl FRONTEND-CONTROL rule 140 remark 'slurmd to inband/compute and 3 more'
nv set acl FRONTEND-CONTROL rule 150 action permit
nv set acl FRONTEND-CONTROL rule 150 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 150 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 150 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 150 match ip tcp dest-port 6818
nv set acl FRONTEND-CONTROL rule 150 remark 'slurmd to inband/compute and 3 more'
nv set acl FRONTEND-CONTROL rule 160 action permit
nv set acl FRONTEND-CONTROL rule 160 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 160 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 160 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-CONTROL rule 160 remark 'srun to inband/compute and 3 more'
nv set acl FRONTEND-CONTROL rule 170 action permit
nv set acl FRONTEND-CONTROL rule 170 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 170 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 170 match ip tcp dest-port 60001:63000
nv set acl FRONTEND-CONTROL rule 170 remark 'srun to inband/compute and 3 more'
nv set acl FRONTEND-CONTROL rule 180 action permit
nv set acl FRONTEND-CONTROL rule 180 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 180 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 180 match ip tcp dest-port 22
nv set acl FRONTEND-CONTROL rule 180 remark 'ssh to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 190 action permit
nv set acl FRONTEND-CONTROL rule 190 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 190 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 190 match ip tcp dest-port 22
nv set acl FRONTEND-CONTROL rule 190 remark 'ssh to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 200 action permit
nv set acl FRONTEND-CONTROL rule 200 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 200 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 200 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 200 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-CONTROL rule 210 action permit
nv set acl FRONTEND-CONTROL rule 210 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 210 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 210 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 210 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-CONTROL rule 220 action permit
nv set acl FRONTEND-CONTROL rule 220 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 220 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 220 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-CONTROL rule 220 match ip udp dest-port 67
nv set acl FRONTEND-CONTROL rule 220 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-CONTROL rule 230 action permit
nv set acl FRONTEND-CONTROL rule 230 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 230 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 230 match ip udp dest-port 53
nv set acl FRONTEND-CONTROL rule 230 remark 'dns to inband/control'
nv set acl FRONTEND-CONTROL rule 240 action permit
nv set acl FRONTEND-CONTROL rule 240 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 240 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 240 match ip tcp dest-port 53
nv set acl FRONTEND-CONTROL rule 240 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 250 action permit
nv set acl FRONTEND-CONTROL rule 250 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 250 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 250 match ip tcp dest-port 80
nv set acl FRONTEND-CONTROL rule 250 remark 'http to inband/control'
nv set acl FRONTEND-CONTROL rule 260 action permit
nv set acl FRONTEND-CONTROL rule 260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 260 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 260 match ip tcp dest-port 1024:65535
nv set acl FRONTEND-CONTROL rule 260 remark 'jobs to inband/control'
nv set acl FRONTEND-CONTROL rule 270 action permit
nv set acl FRONTEND-CONTROL rule 270 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 270 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 270 match ip udp dest-port 123
nv set acl FRONTEND-CONTROL rule 270 remark 'ntp to inband/control'
nv set acl FRONTEND-CONTROL rule 280 action permit
nv set acl FRONTEND-CONTROL rule 280 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 280 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 280 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 280 match ip tcp dest-port 4460
nv set acl FRONTEND-CONTROL rule 280 remark 'nts-ke to inband/control'
nv set acl FRONTEND-CONTROL rule 290 action permit
nv set acl FRONTEND-CONTROL rule 290 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 290 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 290 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 290 match ip tcp dest-port 6817
nv set acl FRONTEND-CONTROL rule 290 remark 'slurmctld to inband/control'
nv set acl FRONTEND-CONTROL rule 300 action permit
nv set acl FRONTEND-CONTROL rule 300 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 300 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 300 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 300 match ip tcp dest-port 6819
nv set acl FRONTEND-CONTROL rule 300 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-CONTROL rule 310 action permit
nv set acl FRONTEND-CONTROL rule 310 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 310 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 310 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 310 match ip udp dest-port 514
nv set acl FRONTEND-CONTROL rule 310 remark 'syslog to inband/control'
nv set acl FRONTEND-CONTROL rule 320 action permit
nv set acl FRONTEND-CONTROL rule 320 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 320 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 320 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 320 match ip tcp dest-port 514
nv set acl FRONTEND-CONTROL rule 320 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 330 action permit
nv set acl FRONTEND-CONTROL rule 330 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 330 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 330 match ip tcp dest-port 6514
nv set acl FRONTEND-CONTROL rule 330 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-CONTROL rule 340 action permit
nv set acl FRONTEND-CONTROL rule 340 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-CONTROL rule 340 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 340 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 340 match ip tcp dest-port 2049
nv set acl FRONTEND-CONTROL rule 340 remark 'nfs to inband/storage'
nv set acl FRONTEND-CONTROL rule 350 action permit
nv set acl FRONTEND-CONTROL rule 350 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 350 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 350 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 350 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 350 remark 'answers of dhcp to inband/compute and 7 more'
nv set acl FRONTEND-CONTROL rule 360 action permit
nv set acl FRONTEND-CONTROL rule 360 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 360 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 360 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 360 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 360 remark 'answers of dhcp to inband/compute and 7 more'
nv set acl FRONTEND-CONTROL rule 370 action permit
nv set acl FRONTEND-CONTROL rule 370 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-CONTROL rule 370 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 370 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 370 match ip udp source-port 67
nv set acl FRONTEND-CONTROL rule 370 remark 'answers of dhcp to inband/compute and 7 more'
nv set acl FRONTEND-CONTROL rule 380 action permit
nv set acl FRONTEND-CONTROL rule 380 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 380 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 380 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 380 match ip udp source-port 53
nv set acl FRONTEND-CONTROL rule 380 remark 'answers of dns to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 390 action permit
nv set acl FRONTEND-CONTROL rule 390 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 390 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 390 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 390 match ip udp source-port 53
nv set acl FRONTEND-CONTROL rule 390 remark 'answers of dns to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 400 action permit
nv set acl FRONTEND-CONTROL rule 400 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 400 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 400 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 400 match ip tcp source-port 53
nv set acl FRONTEND-CONTROL rule 400 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 400 remark 'answers of dns-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 410 action permit
nv set acl FRONTEND-CONTROL rule 410 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 410 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 410 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 410 match ip tcp source-port 53
nv set acl FRONTEND-CONTROL rule 410 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 410 remark 'answers of dns-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 420 action permit
nv set acl FRONTEND-CONTROL rule 420 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 420 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 420 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 420 match ip tcp source-port 80
nv set acl FRONTEND-CONTROL rule 420 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 420 remark 'answers of http to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 430 action permit
nv set acl FRONTEND-CONTROL rule 430 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 430 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 430 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 430 match ip tcp source-port 80
nv set acl FRONTEND-CONTROL rule 430 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 430 remark 'answers of http to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 440 action permit
nv set acl FRONTEND-CONTROL rule 440 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 440 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 440 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 440 match ip udp source-port 123
nv set acl FRONTEND-CONTROL rule 440 remark 'answers of ntp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 450 action permit
nv set acl FRONTEND-CONTROL rule 450 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 450 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 450 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 450 match ip udp source-port 123
nv set acl FRONTEND-CONTROL rule 450 remark 'answers of ntp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 460 action permit
nv set acl FRONTEND-CONTROL rule 460 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 460 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 460 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 460 match ip tcp source-port 4460
nv set acl FRONTEND-CONTROL rule 460 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 460 remark 'answers of nts-ke to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 470 action permit
nv set acl FRONTEND-CONTROL rule 470 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 470 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 470 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 470 match ip tcp source-port 4460
nv set acl FRONTEND-CONTROL rule 470 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 470 remark 'answers of nts-ke to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 480 action permit
nv set acl FRONTEND-CONTROL rule 480 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 480 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 480 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 480 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 480 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 480 remark 'answers of slurmctld to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 490 action permit
nv set acl FRONTEND-CONTROL rule 490 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 490 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 490 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 490 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 490 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 490 remark 'answers of slurmctld to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 500 action permit
nv set acl FRONTEND-CONTROL rule 500 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 500 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 500 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 500 match ip tcp source-port 6817
nv set acl FRONTEND-CONTROL rule 500 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 500 remark 'answers of slurmctld to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 510 action permit
nv set acl FRONTEND-CONTROL rule 510 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-CONTROL rule 510 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 510 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 510 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 510 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 510 remark 'answers of slurmdbd to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 520 action permit
nv set acl FRONTEND-CONTROL rule 520 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 520 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 520 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 520 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 520 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 520 remark 'answers of slurmdbd to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 530 action permit
nv set acl FRONTEND-CONTROL rule 530 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 530 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 530 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 530 match ip tcp source-port 6819
nv set acl FRONTEND-CONTROL rule 530 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 530 remark 'answers of slurmdbd to inband/compute and 4 more'
nv set acl FRONTEND-CONTROL rule 540 action permit
nv set acl FRONTEND-CONTROL rule 540 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 540 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 540 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 540 match ip udp source-port 514
nv set acl FRONTEND-CONTROL rule 540 remark 'answers of syslog to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 550 action permit
nv set acl FRONTEND-CONTROL rule 550 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 550 match ip protocol udp
nv set acl FRONTEND-CONTROL rule 550 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 550 match ip udp source-port 514
nv set acl FRONTEND-CONTROL rule 550 remark 'answers of syslog to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 560 action permit
nv set acl FRONTEND-CONTROL rule 560 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 560 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 560 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 560 match ip tcp source-port 514
nv set acl FRONTEND-CONTROL rule 560 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 560 remark 'answers of syslog-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 570 action permit
nv set acl FRONTEND-CONTROL rule 570 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 570 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 570 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 570 match ip tcp source-port 514
nv set acl FRONTEND-CONTROL rule 570 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 570 remark 'answers of syslog-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 580 action permit
nv set acl FRONTEND-CONTROL rule 580 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-CONTROL rule 580 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 580 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 580 match ip tcp source-port 6514
nv set acl FRONTEND-CONTROL rule 580 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 580 remark 'answers of syslog-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 590 action permit
nv set acl FRONTEND-CONTROL rule 590 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-CONTROL rule 590 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 590 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 590 match ip tcp source-port 6514
nv set acl FRONTEND-CONTROL rule 590 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 590 remark 'answers of syslog-tcp to inband/compute and 6 more'
nv set acl FRONTEND-CONTROL rule 600 action permit
nv set acl FRONTEND-CONTROL rule 600 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 600 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 600 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 600 match ip tcp source-port 1024:65535
nv set acl FRONTEND-CONTROL rule 600 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 600 remark 'answers of jobs to inband/control'
nv set acl FRONTEND-CONTROL rule 610 action permit
nv set acl FRONTEND-CONTROL rule 610 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 610 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 610 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 610 match ip tcp source-port 9100
nv set acl FRONTEND-CONTROL rule 610 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 610 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-CONTROL rule 620 action permit
nv set acl FRONTEND-CONTROL rule 620 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 620 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 620 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 620 match ip tcp source-port 9400
nv set acl FRONTEND-CONTROL rule 620 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 620 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-CONTROL rule 630 action permit
nv set acl FRONTEND-CONTROL rule 630 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 630 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 630 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 630 match ip tcp source-port 6818
nv set acl FRONTEND-CONTROL rule 630 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 630 remark 'answers of slurmd to inband/control'
nv set acl FRONTEND-CONTROL rule 640 action permit
nv set acl FRONTEND-CONTROL rule 640 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-CONTROL rule 640 match ip protocol tcp
nv set acl FRONTEND-CONTROL rule 640 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 640 match ip tcp source-port 22
nv set acl FRONTEND-CONTROL rule 640 match ip tcp state established
nv set acl FRONTEND-CONTROL rule 640 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-CONTROL rule 650 action deny
nv set acl FRONTEND-CONTROL rule 650 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-CONTROL rule 650 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 650 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 660 action deny
nv set acl FRONTEND-CONTROL rule 660 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-CONTROL rule 660 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 660 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 670 action deny
nv set acl FRONTEND-CONTROL rule 670 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 670 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 670 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 680 action deny
nv set acl FRONTEND-CONTROL rule 680 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-CONTROL rule 680 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 680 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 690 action deny
nv set acl FRONTEND-CONTROL rule 690 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-CONTROL rule 690 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 690 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 700 action deny
nv set acl FRONTEND-CONTROL rule 700 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-CONTROL rule 700 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 700 remark 'all else within the cluster'
nv set acl FRONTEND-CONTROL rule 710 action permit
nv set acl FRONTEND-CONTROL rule 710 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-CONTROL rule 710 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-CONTROL rule 710 remark 'any to the site'
nv set acl FRONTEND-CONTROL rule 65535 action deny
nv set acl FRONTEND-CONTROL rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-CONTROL rule 65535 match ip source-ip ANY
nv set acl FRONTEND-CONTROL type ipv4
nv set acl FRONTEND-CONTROL-V6 rule 10 action permit
nv set acl FRONTEND-CONTROL-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-CONTROL-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 20 action permit
nv set acl FRONTEND-CONTROL-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-CONTROL-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 30 action permit
nv set acl FRONTEND-CONTROL-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-CONTROL-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-CONTROL-V6 rule 65535 action deny
nv set acl FRONTEND-CONTROL-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-CONTROL-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-CONTROL-V6 type ipv6
nv set acl FRONTEND-LOGIN rule 10 action deny
nv set acl FRONTEND-LOGIN rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 10 match ip source-ip 10.160.0.0/17
nv set acl FRONTEND-LOGIN rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 20 action deny
nv set acl FRONTEND-LOGIN rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 20 match ip source-ip 10.160.160.0/19
nv set acl FRONTEND-LOGIN rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 30 action deny
nv set acl FRONTEND-LOGIN rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 30 match ip source-ip 10.160.192.0/18
nv set acl FRONTEND-LOGIN rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-LOGIN rule 40 action permit
nv set acl FRONTEND-LOGIN rule 40 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-LOGIN rule 40 match ip protocol icmp
nv set acl FRONTEND-LOGIN rule 40 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 40 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-LOGIN rule 50 action permit
nv set acl FRONTEND-LOGIN rule 50 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-LOGIN rule 50 match ip protocol icmp
nv set acl FRONTEND-LOGIN rule 50 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 50 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-LOGIN rule 60 action permit
nv set acl FRONTEND-LOGIN rule 60 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 60 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 60 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 60 match ip tcp dest-port 6818
nv set acl FRONTEND-LOGIN rule 60 remark 'slurmd to inband/compute and 2 more'
nv set acl FRONTEND-LOGIN rule 70 action permit
nv set acl FRONTEND-LOGIN rule 70 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 70 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 70 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 70 match ip tcp dest-port 22
nv set acl FRONTEND-LOGIN rule 70 remark 'ssh to inband/compute and 2 more'
nv set acl FRONTEND-LOGIN rule 80 action permit
nv set acl FRONTEND-LOGIN rule 80 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 80 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 80 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 80 match ip tcp dest-port 8888
nv set acl FRONTEND-LOGIN rule 80 remark 'tcp/8888 to inband/compute and 2 more'
nv set acl FRONTEND-LOGIN rule 90 action permit
nv set acl FRONTEND-LOGIN rule 90 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 90 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 90 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 90 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 90 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-LOGIN rule 100 action permit
nv set acl FRONTEND-LOGIN rule 100 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-LOGIN rule 100 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 100 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 100 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 100 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-LOGIN rule 110 action permit
nv set acl FRONTEND-LOGIN rule 110 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-LOGIN rule 110 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 110 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-LOGIN rule 110 match ip udp dest-port 67
nv set acl FRONTEND-LOGIN rule 110 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-LOGIN rule 120 action permit
nv set acl FRONTEND-LOGIN rule 120 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 120 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 120 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 120 match ip udp dest-port 53
nv set acl FRONTEND-LOGIN rule 120 remark 'dns to inband/control'
nv set acl FRONTEND-LOGIN rule 130 action permit
nv set acl FRONTEND-LOGIN rule 130 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 130 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 130 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 130 match ip tcp dest-port 53
nv set acl FRONTEND-LOGIN rule 130 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 140 action permit
nv set acl FRONTEND-LOGIN rule 140 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 140 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 140 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 140 match ip tcp dest-port 80
nv set acl FRONTEND-LOGIN rule 140 remark 'http to inband/control'
nv set acl FRONTEND-LOGIN rule 150 action permit
nv set acl FRONTEND-LOGIN rule 150 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 150 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 150 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 150 match ip udp dest-port 123
nv set acl FRONTEND-LOGIN rule 150 remark 'ntp to inband/control'
nv set acl FRONTEND-LOGIN rule 160 action permit
nv set acl FRONTEND-LOGIN rule 160 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 160 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 160 match ip tcp dest-port 4460
nv set acl FRONTEND-LOGIN rule 160 remark 'nts-ke to inband/control'
nv set acl FRONTEND-LOGIN rule 170 action permit
nv set acl FRONTEND-LOGIN rule 170 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 170 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 170 match ip tcp dest-port 6817
nv set acl FRONTEND-LOGIN rule 170 remark 'slurmctld to inband/control'
nv set acl FRONTEND-LOGIN rule 180 action permit
nv set acl FRONTEND-LOGIN rule 180 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 180 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 180 match ip tcp dest-port 6819
nv set acl FRONTEND-LOGIN rule 180 remark 'slurmdbd to inband/control'
nv set acl FRONTEND-LOGIN rule 190 action permit
nv set acl FRONTEND-LOGIN rule 190 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 190 match ip protocol udp
nv set acl FRONTEND-LOGIN rule 190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 190 match ip udp dest-port 514
nv set acl FRONTEND-LOGIN rule 190 remark 'syslog to inband/control'
nv set acl FRONTEND-LOGIN rule 200 action permit
nv set acl FRONTEND-LOGIN rule 200 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 200 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 200 match ip tcp dest-port 514
nv set acl FRONTEND-LOGIN rule 200 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 210 action permit
nv set acl FRONTEND-LOGIN rule 210 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 210 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 210 match ip tcp dest-port 6514
nv set acl FRONTEND-LOGIN rule 210 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-LOGIN rule 220 action permit
nv set acl FRONTEND-LOGIN rule 220 match ip dest-ip 10.160.64.0/19
nv set acl FRONTEND-LOGIN rule 220 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 220 match ip tcp dest-port 2049
nv set acl FRONTEND-LOGIN rule 220 remark 'nfs to inband/storage'
nv set acl FRONTEND-LOGIN rule 230 action permit
nv set acl FRONTEND-LOGIN rule 230 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-LOGIN rule 230 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 230 match ip tcp source-port 60001:63000
nv set acl FRONTEND-LOGIN rule 230 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 230 remark 'answers of srun to inband/compute and 3 more'
nv set acl FRONTEND-LOGIN rule 240 action permit
nv set acl FRONTEND-LOGIN rule 240 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 240 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 240 match ip tcp source-port 60001:63000
nv set acl FRONTEND-LOGIN rule 240 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 240 remark 'answers of srun to inband/compute and 3 more'
nv set acl FRONTEND-LOGIN rule 250 action permit
nv set acl FRONTEND-LOGIN rule 250 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 250 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 250 match ip tcp source-port 9100
nv set acl FRONTEND-LOGIN rule 250 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 250 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-LOGIN rule 260 action permit
nv set acl FRONTEND-LOGIN rule 260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 260 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 260 match ip tcp source-port 9400
nv set acl FRONTEND-LOGIN rule 260 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 260 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-LOGIN rule 270 action permit
nv set acl FRONTEND-LOGIN rule 270 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-LOGIN rule 270 match ip protocol tcp
nv set acl FRONTEND-LOGIN rule 270 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 270 match ip tcp source-port 22
nv set acl FRONTEND-LOGIN rule 270 match ip tcp state established
nv set acl FRONTEND-LOGIN rule 270 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-LOGIN rule 280 action deny
nv set acl FRONTEND-LOGIN rule 280 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-LOGIN rule 280 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 280 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 290 action deny
nv set acl FRONTEND-LOGIN rule 290 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-LOGIN rule 290 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 290 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 300 action deny
nv set acl FRONTEND-LOGIN rule 300 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 300 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 300 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 310 action deny
nv set acl FRONTEND-LOGIN rule 310 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-LOGIN rule 310 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 310 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 320 action deny
nv set acl FRONTEND-LOGIN rule 320 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-LOGIN rule 320 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 320 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 330 action deny
nv set acl FRONTEND-LOGIN rule 330 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-LOGIN rule 330 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 330 remark 'all else within the cluster'
nv set acl FRONTEND-LOGIN rule 340 action permit
nv set acl FRONTEND-LOGIN rule 340 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-LOGIN rule 340 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-LOGIN rule 340 remark 'any to the site'
nv set acl FRONTEND-LOGIN rule 65535 action deny
nv set acl FRONTEND-LOGIN rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-LOGIN rule 65535 match ip source-ip ANY
nv set acl FRONTEND-LOGIN type ipv4
nv set acl FRONTEND-LOGIN-V6 rule 10 action permit
nv set acl FRONTEND-LOGIN-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-LOGIN-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 20 action permit
nv set acl FRONTEND-LOGIN-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-LOGIN-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 30 action permit
nv set acl FRONTEND-LOGIN-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-LOGIN-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-LOGIN-V6 rule 65535 action deny
nv set acl FRONTEND-LOGIN-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-LOGIN-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-LOGIN-V6 type ipv6
nv set acl FRONTEND-STORAGE rule 10 action deny
nv set acl FRONTEND-STORAGE rule 10 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 10 match ip source-ip 10.170.0.0/22
nv set acl FRONTEND-STORAGE rule 10 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 20 action deny
nv set acl FRONTEND-STORAGE rule 20 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 20 match ip source-ip 10.170.6.0/23
nv set acl FRONTEND-STORAGE rule 20 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 30 action deny
nv set acl FRONTEND-STORAGE rule 30 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 30 match ip source-ip 10.160.0.0/18
nv set acl FRONTEND-STORAGE rule 30 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 40 action deny
nv set acl FRONTEND-STORAGE rule 40 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 40 match ip source-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 40 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 50 action deny
nv set acl FRONTEND-STORAGE rule 50 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 50 match ip source-ip 10.160.128.0/17
nv set acl FRONTEND-STORAGE rule 50 remark 'somebody else'"'"'s address'
nv set acl FRONTEND-STORAGE rule 60 action permit
nv set acl FRONTEND-STORAGE rule 60 match ip dest-ip 10.170.0.0/23
nv set acl FRONTEND-STORAGE rule 60 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-STORAGE rule 60 remark 'any to backup/control and 5 more'
nv set acl FRONTEND-STORAGE rule 70 action permit
nv set acl FRONTEND-STORAGE rule 70 match ip dest-ip 10.170.4.0/22
nv set acl FRONTEND-STORAGE rule 70 match ip source-ip 10.170.0.0/21
nv set acl FRONTEND-STORAGE rule 70 remark 'any to backup/control and 5 more'
nv set acl FRONTEND-STORAGE rule 80 action permit
nv set acl FRONTEND-STORAGE rule 80 match ip dest-ip 10.160.0.0/17
nv set acl FRONTEND-STORAGE rule 80 match ip protocol icmp
nv set acl FRONTEND-STORAGE rule 80 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 80 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-STORAGE rule 90 action permit
nv set acl FRONTEND-STORAGE rule 90 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-STORAGE rule 90 match ip protocol icmp
nv set acl FRONTEND-STORAGE rule 90 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 90 remark 'icmp to inband/compute and 13 more'
nv set acl FRONTEND-STORAGE rule 100 action permit
nv set acl FRONTEND-STORAGE rule 100 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 100 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 100 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 100 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 100 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-STORAGE rule 110 action permit
nv set acl FRONTEND-STORAGE rule 110 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-STORAGE rule 110 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 110 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 110 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 110 remark 'dhcp to inband/control and 1 more'
nv set acl FRONTEND-STORAGE rule 120 action permit
nv set acl FRONTEND-STORAGE rule 120 match ip dest-ip 255.255.255.255/32
nv set acl FRONTEND-STORAGE rule 120 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 120 match ip source-ip 0.0.0.0/32
nv set acl FRONTEND-STORAGE rule 120 match ip udp dest-port 67
nv set acl FRONTEND-STORAGE rule 120 remark 'dhcp without an address, or without a server that answers (RFC 2131)'
nv set acl FRONTEND-STORAGE rule 130 action permit
nv set acl FRONTEND-STORAGE rule 130 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 130 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 130 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 130 match ip udp dest-port 53
nv set acl FRONTEND-STORAGE rule 130 remark 'dns to inband/control'
nv set acl FRONTEND-STORAGE rule 140 action permit
nv set acl FRONTEND-STORAGE rule 140 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 140 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 140 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 140 match ip tcp dest-port 53
nv set acl FRONTEND-STORAGE rule 140 remark 'dns-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 150 action permit
nv set acl FRONTEND-STORAGE rule 150 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 150 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 150 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 150 match ip tcp dest-port 80
nv set acl FRONTEND-STORAGE rule 150 remark 'http to inband/control'
nv set acl FRONTEND-STORAGE rule 160 action permit
nv set acl FRONTEND-STORAGE rule 160 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 160 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 160 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 160 match ip udp dest-port 123
nv set acl FRONTEND-STORAGE rule 160 remark 'ntp to inband/control'
nv set acl FRONTEND-STORAGE rule 170 action permit
nv set acl FRONTEND-STORAGE rule 170 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 170 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 170 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 170 match ip tcp dest-port 4460
nv set acl FRONTEND-STORAGE rule 170 remark 'nts-ke to inband/control'
nv set acl FRONTEND-STORAGE rule 180 action permit
nv set acl FRONTEND-STORAGE rule 180 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 180 match ip protocol udp
nv set acl FRONTEND-STORAGE rule 180 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 180 match ip udp dest-port 514
nv set acl FRONTEND-STORAGE rule 180 remark 'syslog to inband/control'
nv set acl FRONTEND-STORAGE rule 190 action permit
nv set acl FRONTEND-STORAGE rule 190 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 190 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 190 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 190 match ip tcp dest-port 514
nv set acl FRONTEND-STORAGE rule 190 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 200 action permit
nv set acl FRONTEND-STORAGE rule 200 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 200 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 200 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 200 match ip tcp dest-port 6514
nv set acl FRONTEND-STORAGE rule 200 remark 'syslog-tcp to inband/control'
nv set acl FRONTEND-STORAGE rule 210 action permit
nv set acl FRONTEND-STORAGE rule 210 match ip dest-ip 10.160.32.0/19
nv set acl FRONTEND-STORAGE rule 210 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 210 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 210 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 210 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 210 remark 'answers of nfs to inband/compute and 4 more'
nv set acl FRONTEND-STORAGE rule 220 action permit
nv set acl FRONTEND-STORAGE rule 220 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 220 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 220 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 220 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 220 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 220 remark 'answers of nfs to inband/compute and 4 more'
nv set acl FRONTEND-STORAGE rule 230 action permit
nv set acl FRONTEND-STORAGE rule 230 match ip dest-ip 10.160.128.0/19
nv set acl FRONTEND-STORAGE rule 230 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 230 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 230 match ip tcp source-port 2049
nv set acl FRONTEND-STORAGE rule 230 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 230 remark 'answers of nfs to inband/compute and 4 more'
nv set acl FRONTEND-STORAGE rule 240 action permit
nv set acl FRONTEND-STORAGE rule 240 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 240 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 240 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 240 match ip tcp source-port 9100
nv set acl FRONTEND-STORAGE rule 240 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 240 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-STORAGE rule 250 action permit
nv set acl FRONTEND-STORAGE rule 250 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 250 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 250 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 250 match ip tcp source-port 9400
nv set acl FRONTEND-STORAGE rule 250 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 250 remark 'answers of metrics to inband/control'
nv set acl FRONTEND-STORAGE rule 260 action permit
nv set acl FRONTEND-STORAGE rule 260 match ip dest-ip 10.160.96.0/19
nv set acl FRONTEND-STORAGE rule 260 match ip protocol tcp
nv set acl FRONTEND-STORAGE rule 260 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 260 match ip tcp source-port 22
nv set acl FRONTEND-STORAGE rule 260 match ip tcp state established
nv set acl FRONTEND-STORAGE rule 260 remark 'answers of ssh to inband/control'
nv set acl FRONTEND-STORAGE rule 270 action deny
nv set acl FRONTEND-STORAGE rule 270 match ip dest-ip 10.0.0.0/9
nv set acl FRONTEND-STORAGE rule 270 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 270 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 280 action deny
nv set acl FRONTEND-STORAGE rule 280 match ip dest-ip 10.128.0.0/11
nv set acl FRONTEND-STORAGE rule 280 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 280 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 290 action deny
nv set acl FRONTEND-STORAGE rule 290 match ip dest-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 290 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 290 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 300 action deny
nv set acl FRONTEND-STORAGE rule 300 match ip dest-ip 10.170.0.0/20
nv set acl FRONTEND-STORAGE rule 300 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 300 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 310 action deny
nv set acl FRONTEND-STORAGE rule 310 match ip dest-ip 10.192.0.0/11
nv set acl FRONTEND-STORAGE rule 310 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 310 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 320 action deny
nv set acl FRONTEND-STORAGE rule 320 match ip dest-ip 10.224.0.0/12
nv set acl FRONTEND-STORAGE rule 320 match ip source-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 320 remark 'all else within the cluster'
nv set acl FRONTEND-STORAGE rule 330 action permit
nv set acl FRONTEND-STORAGE rule 330 match ip dest-ip 0.0.0.0/0
nv set acl FRONTEND-STORAGE rule 330 match ip source-ip 10.160.0.0/16
nv set acl FRONTEND-STORAGE rule 330 remark 'any to the site'
nv set acl FRONTEND-STORAGE rule 65535 action deny
nv set acl FRONTEND-STORAGE rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-STORAGE rule 65535 match ip source-ip ANY
nv set acl FRONTEND-STORAGE type ipv4
nv set acl FRONTEND-STORAGE-V6 rule 10 action permit
nv set acl FRONTEND-STORAGE-V6 rule 10 match ip icmpv6-type neighbor-solicitation
nv set acl FRONTEND-STORAGE-V6 rule 10 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 20 action permit
nv set acl FRONTEND-STORAGE-V6 rule 20 match ip icmpv6-type neighbor-advertisement
nv set acl FRONTEND-STORAGE-V6 rule 20 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 30 action permit
nv set acl FRONTEND-STORAGE-V6 rule 30 match ip icmpv6-type router-solicitation
nv set acl FRONTEND-STORAGE-V6 rule 30 match ip protocol icmpv6
nv set acl FRONTEND-STORAGE-V6 rule 65535 action deny
nv set acl FRONTEND-STORAGE-V6 rule 65535 match ip dest-ip ANY
nv set acl FRONTEND-STORAGE-V6 rule 65535 match ip source-ip ANY
nv set acl FRONTEND-STORAGE-V6 type ipv6
nv set bridge domain br_default type vlan-aware
nv set bridge domain br_default vlan 200 vni 10200
nv set bridge domain br_default vlan 300 vni 10300
nv set evpn state enabled
nv set interface eth0 ipv4 address 10.192.1.23/24
nv set interface eth0 ipv4 dhcp-client state disabled
nv set interface eth0 ipv4 gateway 10.192.1.254
nv set interface eth0 type eth
nv set interface eth0 vrf mgmt
nv set interface lo ipv4 address 10.228.0.1/32
nv set interface lo ipv4 address 10.229.128.1/32
nv set interface lo type loopback
nv set interface swp1 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp1 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp1 bridge domain br_default access 200
nv set interface swp1 bridge domain br_default stp admin-edge enabled
nv set interface swp1 bridge domain br_default stp bpdu-guard enabled
nv set interface swp1 description 'gpu01 frontend0'
nv set interface swp1 link fec rs
nv set interface swp1 link mtu 9216
nv set interface swp1 link speed 100G
nv set interface swp1 link state up
nv set interface swp1 type swp
nv set interface swp2 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp2 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp2 bridge domain br_default access 200
nv set interface swp2 bridge domain br_default stp admin-edge enabled
nv set interface swp2 bridge domain br_default stp bpdu-guard enabled
nv set interface swp2 description 'gpu02 frontend0'
nv set interface swp2 link fec rs
nv set interface swp2 link mtu 9216
nv set interface swp2 link speed 100G
nv set interface swp2 link state up
nv set interface swp2 type swp
nv set interface swp3 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp3 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp3 bridge domain br_default access 200
nv set interface swp3 bridge domain br_default stp admin-edge enabled
nv set interface swp3 bridge domain br_default stp bpdu-guard enabled
nv set interface swp3 description 'gpu03 frontend0'
nv set interface swp3 link fec rs
nv set interface swp3 link mtu 9216
nv set interface swp3 link speed 100G
nv set interface swp3 link state up
nv set interface swp3 type swp
nv set interface swp4 acl FRONTEND-COMPUTE-BLUE inbound
nv set interface swp4 acl FRONTEND-COMPUTE-BLUE-V6 inbound
nv set interface swp4 bridge domain br_default access 200
nv set interface swp4 bridge domain br_default stp admin-edge enabled
nv set interface swp4 bridge domain br_default stp bpdu-guard enabled
nv set interface swp4 description 'gpu04 frontend0'
nv set interface swp4 link fec rs
nv set interface swp4 link mtu 9216
nv set interface swp4 link speed 100G
nv set interface swp4 link state up
nv set interface swp4 type swp
nv set interface swp5 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp5 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp5 bridge domain br_default access 200
nv set interface swp5 bridge domain br_default stp admin-edge enabled
nv set interface swp5 bridge domain br_default stp bpdu-guard enabled
nv set interface swp5 description 'gpu05 frontend0'
nv set interface swp5 link fec rs
nv set interface swp5 link mtu 9216
nv set interface swp5 link speed 100G
nv set interface swp5 link state up
nv set interface swp5 type swp
nv set interface swp6 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp6 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp6 bridge domain br_default access 200
nv set interface swp6 bridge domain br_default stp admin-edge enabled
nv set interface swp6 bridge domain br_default stp bpdu-guard enabled
nv set interface swp6 description 'gpu06 frontend0'
nv set interface swp6 link fec rs
nv set interface swp6 link mtu 9216
nv set interface swp6 link speed 100G
nv set interface swp6 link state up
nv set interface swp6 type swp
nv set interface swp7 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp7 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp7 bridge domain br_default access 200
nv set interface swp7 bridge domain br_default stp admin-edge enabled
nv set interface swp7 bridge domain br_default stp bpdu-guard enabled
nv set interface swp7 description 'gpu07 frontend0'
nv set interface swp7 link fec rs
nv set interface swp7 link mtu 9216
nv set interface swp7 link speed 100G
nv set interface swp7 link state up
nv set interface swp7 type swp
nv set interface swp8 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp8 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp8 bridge domain br_default access 200
nv set interface swp8 bridge domain br_default stp admin-edge enabled
nv set interface swp8 bridge domain br_default stp bpdu-guard enabled
nv set interface swp8 description 'gpu08 frontend0'
nv set interface swp8 link fec rs
nv set interface swp8 link mtu 9216
nv set interface swp8 link speed 100G
nv set interface swp8 link state up
nv set interface swp8 type swp
nv set interface swp9 acl FRONTEND-COMPUTE inbound
nv set interface swp9 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp9 bridge domain br_default access 200
nv set interface swp9 bridge domain br_default stp admin-edge enabled
nv set interface swp9 bridge domain br_default stp bpdu-guard enabled
nv set interface swp9 description 'gpu09 frontend0'
nv set interface swp9 link fec rs
nv set interface swp9 link mtu 9216
nv set interface swp9 link speed 100G
nv set interface swp9 link state up
nv set interface swp9 type swp
nv set interface swp10 acl FRONTEND-COMPUTE inbound
nv set interface swp10 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp10 bridge domain br_default access 200
nv set interface swp10 bridge domain br_default stp admin-edge enabled
nv set interface swp10 bridge domain br_default stp bpdu-guard enabled
nv set interface swp10 description 'gpu10 frontend0'
nv set interface swp10 link fec rs
nv set interface swp10 link mtu 9216
nv set interface swp10 link speed 100G
nv set interface swp10 link state up
nv set interface swp10 type swp
nv set interface swp11 acl FRONTEND-COMPUTE inbound
nv set interface swp11 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp11 bridge domain br_default access 200
nv set interface swp11 bridge domain br_default stp admin-edge enabled
nv set interface swp11 bridge domain br_default stp bpdu-guard enabled
nv set interface swp11 description 'gpu11 frontend0'
nv set interface swp11 link fec rs
nv set interface swp11 link mtu 9216
nv set interface swp11 link speed 100G
nv set interface swp11 link state up
nv set interface swp11 type swp
nv set interface swp12 acl FRONTEND-COMPUTE inbound
nv set interface swp12 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp12 bridge domain br_default access 200
nv set interface swp12 bridge domain br_default stp admin-edge enabled
nv set interface swp12 bridge domain br_default stp bpdu-guard enabled
nv set interface swp12 description 'gpu12 frontend0'
nv set interface swp12 link fec rs
nv set interface swp12 link mtu 9216
nv set interface swp12 link speed 100G
nv set interface swp12 link state up
nv set interface swp12 type swp
nv set interface swp13 acl FRONTEND-COMPUTE inbound
nv set interface swp13 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp13 bridge domain br_default access 200
nv set interface swp13 bridge domain br_default stp admin-edge enabled
nv set interface swp13 bridge domain br_default stp bpdu-guard enabled
nv set interface swp13 description 'gpu13 frontend0'
nv set interface swp13 link fec rs
nv set interface swp13 link mtu 9216
nv set interface swp13 link speed 100G
nv set interface swp13 link state up
nv set interface swp13 type swp
nv set interface swp14 acl FRONTEND-COMPUTE inbound
nv set interface swp14 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp14 bridge domain br_default access 200
nv set interface swp14 bridge domain br_default stp admin-edge enabled
nv set interface swp14 bridge domain br_default stp bpdu-guard enabled
nv set interface swp14 description 'gpu14 frontend0'
nv set interface swp14 link fec rs
nv set interface swp14 link mtu 9216
nv set interface swp14 link speed 100G
nv set interface swp14 link state up
nv set interface swp14 type swp
nv set interface swp15 acl FRONTEND-COMPUTE inbound
nv set interface swp15 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp15 bridge domain br_default access 200
nv set interface swp15 bridge domain br_default stp admin-edge enabled
nv set interface swp15 bridge domain br_default stp bpdu-guard enabled
nv set interface swp15 description 'gpu15 frontend0'
nv set interface swp15 link fec rs
nv set interface swp15 link mtu 9216
nv set interface swp15 link speed 100G
nv set interface swp15 link state up
nv set interface swp15 type swp
nv set interface swp16 acl FRONTEND-COMPUTE inbound
nv set interface swp16 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp16 bridge domain br_default access 200
nv set interface swp16 bridge domain br_default stp admin-edge enabled
nv set interface swp16 bridge domain br_default stp bpdu-guard enabled
nv set interface swp16 description 'gpu16 frontend0'
nv set interface swp16 link fec rs
nv set interface swp16 link mtu 9216
nv set interface swp16 link speed 100G
nv set interface swp16 link state up
nv set interface swp16 type swp
nv set interface swp17 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp17 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp17 bridge domain br_default access 200
nv set interface swp17 bridge domain br_default stp admin-edge enabled
nv set interface swp17 bridge domain br_default stp bpdu-guard enabled
nv set interface swp17 description 'gpu17 frontend0'
nv set interface swp17 link fec rs
nv set interface swp17 link mtu 9216
nv set interface swp17 link speed 100G
nv set interface swp17 link state up
nv set interface swp17 type swp
nv set interface swp18 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp18 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp18 bridge domain br_default access 200
nv set interface swp18 bridge domain br_default stp admin-edge enabled
nv set interface swp18 bridge domain br_default stp bpdu-guard enabled
nv set interface swp18 description 'gpu18 frontend0'
nv set interface swp18 link fec rs
nv set interface swp18 link mtu 9216
nv set interface swp18 link speed 100G
nv set interface swp18 link state up
nv set interface swp18 type swp
nv set interface swp19 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp19 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp19 bridge domain br_default access 200
nv set interface swp19 bridge domain br_default stp admin-edge enabled
nv set interface swp19 bridge domain br_default stp bpdu-guard enabled
nv set interface swp19 description 'gpu19 frontend0'
nv set interface swp19 link fec rs
nv set interface swp19 link mtu 9216
nv set interface swp19 link speed 100G
nv set interface swp19 link state up
nv set interface swp19 type swp
nv set interface swp20 acl FRONTEND-COMPUTE-RED inbound
nv set interface swp20 acl FRONTEND-COMPUTE-RED-V6 inbound
nv set interface swp20 bridge domain br_default access 200
nv set interface swp20 bridge domain br_default stp admin-edge enabled
nv set interface swp20 bridge domain br_default stp bpdu-guard enabled
nv set interface swp20 description 'gpu20 frontend0'
nv set interface swp20 link fec rs
nv set interface swp20 link mtu 9216
nv set interface swp20 link speed 100G
nv set interface swp20 link state up
nv set interface swp20 type swp
nv set interface swp21 acl FRONTEND-COMPUTE inbound
nv set interface swp21 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp21 bridge domain br_default access 200
nv set interface swp21 bridge domain br_default stp admin-edge enabled
nv set interface swp21 bridge domain br_default stp bpdu-guard enabled
nv set interface swp21 description 'gpu21 frontend0'
nv set interface swp21 link fec rs
nv set interface swp21 link mtu 9216
nv set interface swp21 link speed 100G
nv set interface swp21 link state up
nv set interface swp21 type swp
nv set interface swp22 acl FRONTEND-COMPUTE inbound
nv set interface swp22 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp22 bridge domain br_default access 200
nv set interface swp22 bridge domain br_default stp admin-edge enabled
nv set interface swp22 bridge domain br_default stp bpdu-guard enabled
nv set interface swp22 description 'gpu22 frontend0'
nv set interface swp22 link fec rs
nv set interface swp22 link mtu 9216
nv set interface swp22 link speed 100G
nv set interface swp22 link state up
nv set interface swp22 type swp
nv set interface swp23 acl FRONTEND-COMPUTE inbound
nv set interface swp23 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp23 bridge domain br_default access 200
nv set interface swp23 bridge domain br_default stp admin-edge enabled
nv set interface swp23 bridge domain br_default stp bpdu-guard enabled
nv set interface swp23 description 'gpu23 frontend0'
nv set interface swp23 link fec rs
nv set interface swp23 link mtu 9216
nv set interface swp23 link speed 100G
nv set interface swp23 link state up
nv set interface swp23 type swp
nv set interface swp24 acl FRONTEND-COMPUTE inbound
nv set interface swp24 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp24 bridge domain br_default access 200
nv set interface swp24 bridge domain br_default stp admin-edge enabled
nv set interface swp24 bridge domain br_default stp bpdu-guard enabled
nv set interface swp24 description 'gpu24 frontend0'
nv set interface swp24 link fec rs
nv set interface swp24 link mtu 9216
nv set interface swp24 link speed 100G
nv set interface swp24 link state up
nv set interface swp24 type swp
nv set interface swp25 acl FRONTEND-COMPUTE inbound
nv set interface swp25 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp25 bridge domain br_default access 200
nv set interface swp25 bridge domain br_default stp admin-edge enabled
nv set interface swp25 bridge domain br_default stp bpdu-guard enabled
nv set interface swp25 description 'gpu25 frontend0'
nv set interface swp25 link fec rs
nv set interface swp25 link mtu 9216
nv set interface swp25 link speed 100G
nv set interface swp25 link state up
nv set interface swp25 type swp
nv set interface swp26 acl FRONTEND-COMPUTE inbound
nv set interface swp26 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp26 bridge domain br_default access 200
nv set interface swp26 bridge domain br_default stp admin-edge enabled
nv set interface swp26 bridge domain br_default stp bpdu-guard enabled
nv set interface swp26 description 'gpu26 frontend0'
nv set interface swp26 link fec rs
nv set interface swp26 link mtu 9216
nv set interface swp26 link speed 100G
nv set interface swp26 link state up
nv set interface swp26 type swp
nv set interface swp27 acl FRONTEND-COMPUTE inbound
nv set interface swp27 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp27 bridge domain br_default access 200
nv set interface swp27 bridge domain br_default stp admin-edge enabled
nv set interface swp27 bridge domain br_default stp bpdu-guard enabled
nv set interface swp27 description 'gpu27 frontend0'
nv set interface swp27 link fec rs
nv set interface swp27 link mtu 9216
nv set interface swp27 link speed 100G
nv set interface swp27 link state up
nv set interface swp27 type swp
nv set interface swp28 acl FRONTEND-COMPUTE inbound
nv set interface swp28 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp28 bridge domain br_default access 200
nv set interface swp28 bridge domain br_default stp admin-edge enabled
nv set interface swp28 bridge domain br_default stp bpdu-guard enabled
nv set interface swp28 description 'gpu28 frontend0'
nv set interface swp28 link fec rs
nv set interface swp28 link mtu 9216
nv set interface swp28 link speed 100G
nv set interface swp28 link state up
nv set interface swp28 type swp
nv set interface swp29 acl FRONTEND-COMPUTE inbound
nv set interface swp29 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp29 bridge domain br_default access 200
nv set interface swp29 bridge domain br_default stp admin-edge enabled
nv set interface swp29 bridge domain br_default stp bpdu-guard enabled
nv set interface swp29 description 'gpu29 frontend0'
nv set interface swp29 link fec rs
nv set interface swp29 link mtu 9216
nv set interface swp29 link speed 100G
nv set interface swp29 link state up
nv set interface swp29 type swp
nv set interface swp30 acl FRONTEND-COMPUTE inbound
nv set interface swp30 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp30 bridge domain br_default access 200
nv set interface swp30 bridge domain br_default stp admin-edge enabled
nv set interface swp30 bridge domain br_default stp bpdu-guard enabled
nv set interface swp30 description 'gpu30 frontend0'
nv set interface swp30 link fec rs
nv set interface swp30 link mtu 9216
nv set interface swp30 link speed 100G
nv set interface swp30 link state up
nv set interface swp30 type swp
nv set interface swp31 acl FRONTEND-COMPUTE inbound
nv set interface swp31 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp31 bridge domain br_default access 200
nv set interface swp31 bridge domain br_default stp admin-edge enabled
nv set interface swp31 bridge domain br_default stp bpdu-guard enabled
nv set interface swp31 description 'gpu31 frontend0'
nv set interface swp31 link fec rs
nv set interface swp31 link mtu 9216
nv set interface swp31 link speed 100G
nv set interface swp31 link state up
nv set interface swp31 type swp
nv set interface swp32 acl FRONTEND-COMPUTE inbound
nv set interface swp32 acl FRONTEND-COMPUTE-V6 inbound
nv set interface swp32 bridge domain br_default access 200
nv set interface swp32 bridge domain br_default stp admin-edge enabled
nv set interface swp32 bridge domain br_default stp bpdu-guard enabled
nv set interface swp32 description 'gpu32 frontend0'
nv set interface swp32 link fec rs
nv set interface swp32 link mtu 9216
nv set interface swp32 link speed 100G
nv set interface swp32 link state up
nv set interface swp32 type swp
nv set interface swp33 acl FRONTEND-STORAGE inbound
nv set interface swp33 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp33 bridge domain br_default stp admin-edge enabled
nv set interface swp33 bridge domain br_default stp bpdu-guard enabled
nv set interface swp33 bridge domain br_default untagged 200
nv set interface swp33 bridge domain br_default vlan 200,300
nv set interface swp33 description 'storage1 frontend0'
nv set interface swp33 link fec rs
nv set interface swp33 link mtu 9216
nv set interface swp33 link speed 100G
nv set interface swp33 link state up
nv set interface swp33 type swp
nv set interface swp34 acl FRONTEND-STORAGE inbound
nv set interface swp34 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp34 bridge domain br_default stp admin-edge enabled
nv set interface swp34 bridge domain br_default stp bpdu-guard enabled
nv set interface swp34 bridge domain br_default untagged 200
nv set interface swp34 bridge domain br_default vlan 200,300
nv set interface swp34 description 'storage2 frontend0'
nv set interface swp34 link fec rs
nv set interface swp34 link mtu 9216
nv set interface swp34 link speed 100G
nv set interface swp34 link state up
nv set interface swp34 type swp
nv set interface swp35 acl FRONTEND-STORAGE inbound
nv set interface swp35 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp35 bridge domain br_default stp admin-edge enabled
nv set interface swp35 bridge domain br_default stp bpdu-guard enabled
nv set interface swp35 bridge domain br_default untagged 200
nv set interface swp35 bridge domain br_default vlan 200,300
nv set interface swp35 description 'storage3 frontend0'
nv set interface swp35 link fec rs
nv set interface swp35 link mtu 9216
nv set interface swp35 link speed 100G
nv set interface swp35 link state up
nv set interface swp35 type swp
nv set interface swp36 acl FRONTEND-STORAGE inbound
nv set interface swp36 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp36 bridge domain br_default stp admin-edge enabled
nv set interface swp36 bridge domain br_default stp bpdu-guard enabled
nv set interface swp36 bridge domain br_default untagged 200
nv set interface swp36 bridge domain br_default vlan 200,300
nv set interface swp36 description 'storage4 frontend0'
nv set interface swp36 link fec rs
nv set interface swp36 link mtu 9216
nv set interface swp36 link speed 100G
nv set interface swp36 link state up
nv set interface swp36 type swp
nv set interface swp37 acl FRONTEND-STORAGE inbound
nv set interface swp37 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp37 bridge domain br_default stp admin-edge enabled
nv set interface swp37 bridge domain br_default stp bpdu-guard enabled
nv set interface swp37 bridge domain br_default untagged 200
nv set interface swp37 bridge domain br_default vlan 200,300
nv set interface swp37 description 'storage5 frontend0'
nv set interface swp37 link fec rs
nv set interface swp37 link mtu 9216
nv set interface swp37 link speed 100G
nv set interface swp37 link state up
nv set interface swp37 type swp
nv set interface swp38 acl FRONTEND-STORAGE inbound
nv set interface swp38 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp38 bridge domain br_default stp admin-edge enabled
nv set interface swp38 bridge domain br_default stp bpdu-guard enabled
nv set interface swp38 bridge domain br_default untagged 200
nv set interface swp38 bridge domain br_default vlan 200,300
nv set interface swp38 description 'storage6 frontend0'
nv set interface swp38 link fec rs
nv set interface swp38 link mtu 9216
nv set interface swp38 link speed 100G
nv set interface swp38 link state up
nv set interface swp38 type swp
nv set interface swp39 acl FRONTEND-STORAGE inbound
nv set interface swp39 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp39 bridge domain br_default stp admin-edge enabled
nv set interface swp39 bridge domain br_default stp bpdu-guard enabled
nv set interface swp39 bridge domain br_default untagged 200
nv set interface swp39 bridge domain br_default vlan 200,300
nv set interface swp39 description 'storage7 frontend0'
nv set interface swp39 link fec rs
nv set interface swp39 link mtu 9216
nv set interface swp39 link speed 100G
nv set interface swp39 link state up
nv set interface swp39 type swp
nv set interface swp40 acl FRONTEND-STORAGE inbound
nv set interface swp40 acl FRONTEND-STORAGE-V6 inbound
nv set interface swp40 bridge domain br_default stp admin-edge enabled
nv set interface swp40 bridge domain br_default stp bpdu-guard enabled
nv set interface swp40 bridge domain br_default untagged 200
nv set interface swp40 bridge domain br_default vlan 200,300
nv set interface swp40 description 'storage8 frontend0'
nv set interface swp40 link fec rs
nv set interface swp40 link mtu 9216
nv set interface swp40 link speed 100G
nv set interface swp40 link state up
nv set interface swp40 type swp
nv set interface swp41 acl FRONTEND-CONTROL inbound
nv set interface swp41 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp41 bridge domain br_default stp admin-edge enabled
nv set interface swp41 bridge domain br_default stp bpdu-guard enabled
nv set interface swp41 bridge domain br_default untagged 200
nv set interface swp41 bridge domain br_default vlan 200,300
nv set interface swp41 description 'control1 frontend0'
nv set interface swp41 link fec rs
nv set interface swp41 link mtu 9216
nv set interface swp41 link speed 100G
nv set interface swp41 link state up
nv set interface swp41 type swp
nv set interface swp42 acl FRONTEND-CONTROL inbound
nv set interface swp42 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp42 bridge domain br_default stp admin-edge enabled
nv set interface swp42 bridge domain br_default stp bpdu-guard enabled
nv set interface swp42 bridge domain br_default untagged 200
nv set interface swp42 bridge domain br_default vlan 200,300
nv set interface swp42 description 'control2 frontend0'
nv set interface swp42 link fec rs
nv set interface swp42 link mtu 9216
nv set interface swp42 link speed 100G
nv set interface swp42 link state up
nv set interface swp42 type swp
nv set interface swp43 acl FRONTEND-CONTROL inbound
nv set interface swp43 acl FRONTEND-CONTROL-V6 inbound
nv set interface swp43 bridge domain br_default stp admin-edge enabled
nv set interface swp43 bridge domain br_default stp bpdu-guard enabled
nv set interface swp43 bridge domain br_default untagged 200
nv set interface swp43 bridge domain br_default vlan 200,300
nv set interface swp43 description 'control3 frontend0'
nv set interface swp43 link fec rs
nv set interface swp43 link mtu 9216
nv set interface swp43 link speed 100G
nv set interface swp43 link state up
nv set interface swp43 type swp
nv set interface swp44 acl FRONTEND-LOGIN inbound
nv set interface swp44 acl FRONTEND-LOGIN-V6 inbound
nv set interface swp44 bridge domain br_default access 200
nv set interface swp44 bridge domain br_default stp admin-edge enabled
nv set interface swp44 bridge domain br_default stp bpdu-guard enabled
nv set interface swp44 description 'login1 frontend0'
nv set interface swp44 link fec rs
nv set interface swp44 link mtu 9216
nv set interface swp44 link speed 100G
nv set interface swp44 link state up
nv set interface swp44 type swp
nv set interface swp45 acl FRONTEND-LOGIN inbound
nv set interface swp45 acl FRONTEND-LOGIN-V6 inbound
nv set interface swp45 bridge domain br_default access 200
nv set interface swp45 bridge domain br_default stp admin-edge enabled
nv set interface swp45 bridge domain br_default stp bpdu-guard enabled
nv set interface swp45 description 'login2 frontend0'
nv set interface swp45 link fec rs
nv set interface swp45 link mtu 9216
nv set interface swp45 link speed 100G
nv set interface swp45 link state up
nv set interface swp45 type swp
nv set interface swp46 link state down
nv set interface swp46 type swp
nv set interface swp47 link state down
nv set interface swp47 type swp
nv set interface swp48 link state down
nv set interface swp48 type swp
nv set interface swp49 link state down
nv set interface swp49 type swp
nv set interface swp50 link state down
nv set interface swp50 type swp
nv set interface swp51 link state down
nv set interface swp51 type swp
nv set interface swp52 link state down
nv set interface swp52 type swp
nv set interface swp53 link state down
nv set interface swp53 type swp
nv set interface swp54 link state down
nv set interface swp54 type swp
nv set interface swp55 link state down
nv set interface swp55 type swp
nv set interface swp56 link state down
nv set interface swp56 type swp
nv set interface swp57 link state down
nv set interface swp57 type swp
nv set interface swp58 link state down
nv set interface swp58 type swp
nv set interface swp59 link state down
nv set interface swp59 type swp
nv set interface swp60 link state down
nv set interface swp60 type swp
nv set interface swp61 link state down
nv set interface swp61 type swp
nv set interface swp62 link state down
nv set interface swp62 type swp
nv set interface swp63 description 'frontend-leaf2 swp63'
nv set interface swp63 link fec rs
nv set interface swp63 link mtu 9216
nv set interface swp63 link speed 100G
nv set interface swp63 link state up
nv set interface swp63 type swp
nv set interface swp64 description 'frontend-leaf2 swp64'
nv set interface swp64 link fec rs
nv set interface swp64 link mtu 9216
nv set interface swp64 link speed 100G
nv set interface swp64 link state up
nv set interface swp64 type swp
nv set interface vlan200 ipv4 address 10.160.0.2/16
nv set interface vlan200 ipv4 vrr address 10.160.0.1/16
nv set interface vlan200 ipv4 vrr state enabled
nv set interface vlan200 ipv4 vrr vrr-state up
nv set interface vlan200 type svi
nv set interface vlan200 vlan 200
nv set interface vlan300 ipv4 address 10.170.0.2/20
nv set interface vlan300 ipv4 vrr address 10.170.0.1/20
nv set interface vlan300 ipv4 vrr state enabled
nv set interface vlan300 ipv4 vrr vrr-state up
nv set interface vlan300 type svi
nv set interface vlan300 vlan 300
nv set nve vxlan arp-nd-suppress enabled
nv set nve vxlan decapsulation dscp action preserve
nv set nve vxlan encapsulation dscp action copy
nv set nve vxlan source address 10.229.128.1
nv set nve vxlan state enabled
nv set router bfd profile FABRIC
nv set router bfd state enabled
nv set router bgp autonomous-system 4220000001
nv set router bgp router-id 10.228.0.1
nv set router bgp state enabled
nv set router policy prefix-list FABRIC rule 5 action permit
nv set router policy prefix-list FABRIC rule 5 match 10.228.0.0/15 max-prefix-len 32
nv set router policy prefix-list FABRIC rule 5 match 10.228.0.0/15 min-prefix-len 32
nv set router policy prefix-list FABRIC type ipv4
nv set router policy prefix-list OWN rule 5 action permit
nv set router policy prefix-list OWN rule 5 match 10.228.0.1/32
nv set router policy prefix-list OWN rule 10 action permit
nv set router policy prefix-list OWN rule 10 match 10.229.128.1/32
nv set router policy prefix-list OWN type ipv4
nv set router policy route-map ACCEPT rule 10 action permit
nv set router policy route-map ACCEPT rule 10 match ip-prefix-list FABRIC
nv set router policy route-map ACCEPT rule 10 match type ipv4
nv set router policy route-map ANNOUNCE rule 10 action permit
nv set router policy route-map ANNOUNCE rule 10 match ip-prefix-list OWN
nv set router policy route-map ANNOUNCE rule 10 match type ipv4
nv set router vrr state enabled
nv set system aaa authentication order tacacs local
nv set system aaa tacacs server 192.0.2.49 priority 1
nv set system aaa tacacs server 192.0.2.49 secret '{{clustergen_tacacs_key}}'
nv set system aaa tacacs vrf mgmt
nv set system control-plane acl acl-default-dos inbound
nv set system control-plane acl acl-default-whitelist inbound
nv set system dns server 192.0.2.53 vrf mgmt
nv set system gnmi-server certificate gnmi
nv set system gnmi-server listening-address 10.192.1.23
nv set system gnmi-server mtls ca-certificate gnmi-clients
nv set system gnmi-server port 9339
nv set system gnmi-server state enabled
nv set system hostname frontend-leaf1
nv set system ntp server ntp1.example.net iburst enabled
nv set system ntp server ntp2.example.net iburst enabled
nv set system ntp state enabled
nv set system ntp vrf mgmt
nv set system snmp-server listening-address 10.192.1.23 vrf mgmt
nv set system snmp-server state enabled
nv set system snmp-server username clustergen auth-sha '{{clustergen_snmp_auth_passphrase}}' encrypt-aes '{{clustergen_snmp_priv_passphrase}}'
nv set system syslog server 192.0.2.54 vrf mgmt
nv set system timezone Etc/UTC
nv set vrf default router bgp address-family ipv4-unicast multipaths ebgp 128
nv set vrf default router bgp address-family ipv4-unicast network 10.228.0.1/32
nv set vrf default router bgp address-family ipv4-unicast network 10.229.128.1/32
nv set vrf default router bgp address-family ipv4-unicast state enabled
nv set vrf default router bgp address-family l2vpn-evpn state enabled
nv set vrf default router bgp autonomous-system 4220000001
nv set vrf default router bgp neighbor swp63 peer-group PEERS
nv set vrf default router bgp neighbor swp63 type unnumbered
nv set vrf default router bgp neighbor swp64 peer-group PEERS
nv set vrf default router bgp neighbor swp64 type unnumbered
nv set vrf default router bgp path-selection multipath aspath-ignore enabled
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy inbound route-map ACCEPT
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast policy outbound route-map ANNOUNCE
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast prefix-limits inbound maximum 12
nv set vrf default router bgp peer-group PEERS address-family ipv4-unicast state enabled
nv set vrf default router bgp peer-group PEERS address-family l2vpn-evpn state enabled
nv set vrf default router bgp peer-group PEERS bfd profile FABRIC
nv set vrf default router bgp peer-group PEERS remote-as external
nv set vrf default router bgp router-id 10.228.0.1
nv set vrf default router bgp state enabled
