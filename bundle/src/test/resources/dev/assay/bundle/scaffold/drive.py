"""Runs a Python solution over a point directory, as plainly as can be: drive.py BUNDLE SOLUTION DIR."""

import importlib.util
import json
import os
import sys

bundle, solution, folder = sys.argv[1:]
sys.path.insert(0, bundle)
import assay_bundle

spec = importlib.util.spec_from_file_location("solution", os.path.join(solution, "solution.py"))
author = importlib.util.module_from_spec(spec)
spec.loader.exec_module(author)

signature = assay_bundle.Signature(os.path.join(bundle, "bundle.toml"))
codec = assay_bundle.Codec(None)
with open(os.path.join(folder, "manifest.json")) as file:
    manifest = json.load(file)
scalars = {**manifest["point"], **manifest["derived"]}
lengths = signature.lengths(scalars)


def read(types, place):
    values = {}
    for name, type_ in types.items():
        path = os.path.join(folder, place, name + ".bin")
        if os.path.exists(path):
            with open(path, "rb") as file:
                values[name] = codec.decode(type_, file.read(), lengths)
    return values


state = author.init(assay_bundle.Values({**scalars, **read(signature.derived, "point")}))
for i in range(manifest["cases"]):
    outputs = author.run(state, assay_bundle.Values(read(signature.inputs, "cases/%06d" % i)))
    os.makedirs(os.path.join(folder, "out/%06d" % i))
    for name, value in outputs.items():
        with open(os.path.join(folder, "out/%06d/%s.bin" % (i, name)), "wb") as file:
            file.write(codec.encode(name, signature.outputs[name], value, lengths))
