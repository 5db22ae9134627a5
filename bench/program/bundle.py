import json
import sys

assert sys.argv[1] == "verify"
with open(sys.argv[2] + "/verdicts.json", "w") as file:
    json.dump({"cases": [{"i": 0, "passed": True, "metrics": {}, "note": ""}]}, file)
