package dev.assay.bundle.harness;

import java.util.Map;

class PythonEncryptedHarnessTest extends EncryptedHarnessContract {
  @Override
  String language() {
    return "python";
  }

  @Override
  void assumeTools() {
    Programs.assume("python3");
  }

  @Override
  Map<String, String> envelope() {
    return Map.of(
        "envelope.py",
        """
        import struct
        from types import SimpleNamespace

        def number(data, at=0):
            if len(data) < at + 8:
                raise ValueError("cut")
            return struct.unpack_from("<q", data, at)[0]

        def keygen(config, point):
            return SimpleNamespace(tag=77, key=1000003 * config.ring_degree, bits=config.modulus_bits)

        def save_keys(keys):
            return {
                "public": {"tag": struct.pack("<q", keys.tag)},
                "secret": {"key": struct.pack("<q", keys.key)},
                "parameters": {"ring_degree": 4096, "modulus_bits": keys.bits},
            }

        def load_keys(config, point, blobs):
            return SimpleNamespace(tag=number(blobs.public["tag"]), key=number(blobs.secret["key"]))

        def load_context(config, point, public):
            return SimpleNamespace(tag=number(public["tag"]))

        def encrypt(keys, packings):
            return [SimpleNamespace(tag=keys.tag, factor=1, values=[int(x) + keys.key for x in one]) for one in packings]

        def decrypt(keys, ciphertexts):
            return [[x - one.factor * keys.key for x in one.values] for one in ciphertexts]

        def inspect(keys, ciphertexts):
            return {"noise_budget_bits": 12.5, "level": 2}

        def save_ciphertext(one):
            return struct.pack("<%dq" % (2 + len(one.values)), one.tag, one.factor, *one.values)

        def load_ciphertext(holder, data):
            tag, factor = number(data), number(data, 8)
            if tag != holder.tag:
                raise ValueError("of an other key")
            return SimpleNamespace(tag=tag, factor=factor, values=[number(data, at) for at in range(16, len(data), 8)])
        """);
  }

  @Override
  Map<String, String> solution() {
    return Map.of(
        "solution.py",
        """
        from types import SimpleNamespace

        def encode(inputs, point, config):
            if inputs.weight == 104:
                raise ValueError("too large")
            return [inputs.xs]

        def init(point, context, config):
            return config

        def run(config, ciphertexts, inputs):
            print("done 0 1")
            if inputs.weight == 101:
                raise ValueError("one\\ntwo")
            if inputs.weight == 102:
                return {"ciphertexts": [], "note": b"noted"}
            if inputs.weight > 100:
                return {"ciphertexts": ciphertexts, "note": b"noted"}
            answers = []
            for one in ciphertexts:
                values = [x * int(inputs.weight) + config.shift for x in one.values]
                answers.append(SimpleNamespace(tag=one.tag, factor=one.factor * int(inputs.weight), values=values))
            return {"ciphertexts": answers, "note": b"noted"}

        def decode(plaintexts, point, config):
            if plaintexts[0][0] == 105:
                raise ValueError("odd")
            return {"ys": plaintexts[0]}
        """);
  }
}
