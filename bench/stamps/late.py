"""How late stamps were: late.py RESULTS. The least delay of a process is taken for its clocks' distance."""
import json
import sys
from pathlib import Path

results = Path(sys.argv[1])
for line in (results / "iterations.jsonl").read_text().splitlines():
    entry = json.loads(line)
    if entry["process"] < 0:
        continue
    log = results / "logs" / f"spin.gcc-1.iterate.n1.stderr.{entry['process']}.log"
    distances = [stamp - int(left) for stamp, left in zip(entry["stamp_nanos"], log.read_text().split())]
    late = sorted((one - min(distances)) / 1000 for one in distances)
    shown = "  ".join(f"{name} {late[int(share * (len(late) - 1))]:8.1f}" for name, share in
                      (("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1)))
    print(f"process {entry['process'] + 1:2}: {entry['status']:10} {len(late)} stamps late by µs: {shown}")
