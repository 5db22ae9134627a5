import assay_bundle

TYPES = {"a8": "i8", "a16": "i16", "a32": "i32", "a64": "i64", "b8": "u8", "b16": "u16", "b64": "u64"}


def derive(params):
    return {"M": 3, "t": bytes([1, 2, 3])}


def generate(point, stream):
    assert point.big == 2**64 - 1 and point.x == 0.1 and point.y != 0.1
    values = {name: stream.array(type_, point.N) for name, type_ in TYPES.items()}
    values["b32"] = stream.array("u32", point.N * point.M, below=1000)
    values["g32"] = stream.array("f32", point.N)
    values["g64"] = stream.array("f64", point.N * point.M, low=-1.0, below=1.0)
    values["text"] = stream.bytes(7)
    values["s"] = stream.integer(10)
    values["r"] = stream.f64()
    return values  # CHANGE


def oracle(point, inputs):
    return {"proof": b"anything"}


def verify(point, inputs, expected, outputs):
    assert expected.proof == b"anything"
    return True, {"first": float(outputs.c[0])}


if __name__ == "__main__":
    assay_bundle.main(derive=derive, generate=generate, oracle=oracle, verify=verify, numpy=NUMPY)
