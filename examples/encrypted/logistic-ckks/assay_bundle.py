# Written by `assay bundle new`; do not edit. `assay bundle new --update` writes it anew.
"""Files, types and command line of an Assay bundle that is written in Python.

A bundle's own `bundle.py` defines up to four functions and hands them to `main`:

    derive(params)                             -> {name: value}, every name of signature.derived
    generate(point, stream)                    -> {name: value}, every name of signature.inputs
    oracle(point, inputs)                      -> {name: value}, what verify needs; any names
    verify(point, inputs, expected, outputs)   -> (passed, metrics) or (passed, metrics, note)

`point`, `inputs`, `expected` and `outputs` hold their values as attributes and by [name]. Scalars are
int and float, `bytes` are bytes, tensors are numpy arrays of the declared shape where numpy can be
imported, else flat array.array, row-major. `stream` is the only source of randomness there may be.

It needs Python 3.11, or an older one with the package tomli. The stream is defined to the byte in
docs/bundles.md of Assay, so that any language can have the same inputs.
"""

import argparse
import hashlib
import itertools
import json
import math
import os
import re
import stat
import struct
import sys
from array import array

__all__ = ["BundleError", "Stream", "Values", "main", "precision"]

MAX_SEED = 2**53 - 1
MAX_CASES = 20_000
MAX_NOTE = 200

_CODES = {
    "i8": "b", "i16": "h", "i32": "i", "i64": "q",
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "f32": "f", "f64": "d",
}  # fmt: skip


class BundleError(Exception):
    """The bundle did not do what its signature says; the message says what to mend."""


class Values:
    """Named values, as attributes and by [name]."""

    def __init__(self, values):
        self.__dict__.update(values)

    def __getitem__(self, name):
        return self.__dict__[name]

    def __contains__(self, name):
        return name in self.__dict__

    def __iter__(self):
        return iter(self.__dict__)

    def __repr__(self):
        return "Values(%s)" % ", ".join(self.__dict__)


# ---- types ------------------------------------------------------------------------------------


class Type:
    """One type of a signature. `element` is None for bytes, `dimensions` is None but for tensors."""

    def __init__(self, text):
        self.text = text
        self.dimensions = None
        if text == "bytes":
            self.element = None
            return
        match = re.fullmatch(r"([a-z0-9]+)(?:\[([^\[\]]*)\])?", text)
        if not match or match[1] not in _CODES:
            raise BundleError("bundle.toml: %r is no type" % text)
        self.element = match[1]
        self.code = _CODES[match[1]]
        self.size = array(self.code).itemsize
        self.is_integer = self.element[0] != "f"
        bits = 8 * self.size
        signed = self.element[0] == "i"
        self.min = -(1 << bits - 1) if signed else 0
        self.max = (1 << bits - signed) - 1
        if match[2] is not None:
            self.dimensions = [part.strip() for part in match[2].split(",")]

    def shape(self, lengths):
        """The lengths of a tensor's dimensions; `lengths` holds the point's integers by name."""
        return tuple(int(d) if d.isdigit() else lengths[d] for d in self.dimensions)


def _say(value):
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


class Codec:
    """Turns values into the bytes of their files and back, and refuses what the types do not allow."""

    def __init__(self, numpy):
        self.numpy = numpy

    def encode(self, where, type_, value, lengths):
        """The little-endian, row-major bytes of a value, as a bytes-like object.

        where: how messages name the value, as in "generate returned a"
        """
        if type_.element is None:
            if isinstance(value, (bytes, bytearray, memoryview)):
                return bytes(value)
            raise BundleError("%s: expected bytes, got %s" % (where, _say(value)))
        if type_.dimensions is None:
            return struct.pack("<" + type_.code, self.scalar(where, type_, value))
        shape = type_.shape(lengths)
        data = self._tensor(where, type_, shape, value)
        if not len(data):
            return b""
        if not isinstance(data, array):
            return memoryview(data.view(self.numpy.uint8))
        if sys.byteorder == "big":
            data = data[:]
            data.byteswap()
        return memoryview(data).cast("B")

    def scalar(self, where, type_, value):
        """The int or float that a scalar is."""
        if self.numpy is not None and isinstance(value, (self.numpy.integer, self.numpy.floating)):
            value = value.item()
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise BundleError("%s: expected %s, got %s" % (where, type_.text, _say(value)))
        if type_.is_integer:
            if not isinstance(value, int):
                raise BundleError("%s: expected an integer, %s, got %s" % (where, type_.text, _say(value)))
            if not type_.min <= value <= type_.max:
                raise BundleError(
                    "%s: %d is out of range of %s, %d to %d"
                    % (where, value, type_.element, type_.min, type_.max)
                )
            return value
        try:
            return struct.unpack("<" + type_.code, struct.pack("<" + type_.code, value))[0]
        except OverflowError:
            raise BundleError("%s: %s is out of range of %s" % (where, _say(value), type_.element)) from None

    def _tensor(self, where, type_, shape, value):
        count = math.prod(shape)
        expected = "%s = %s of %s, %d elements" % (
            type_.text,
            "[" + ",".join(map(str, shape)) + "]",
            type_.element,
            count,
        )
        if self.numpy is not None and isinstance(value, self.numpy.ndarray):
            return self._numpy_tensor(where, type_, shape, count, value, expected)
        if isinstance(value, (bytes, bytearray)) or (isinstance(value, memoryview) and value.format == "B"):
            if len(value) != count * type_.size:
                raise BundleError(
                    "%s: expected %s, which are %d bytes, got %d bytes"
                    % (where, expected, count * type_.size, len(value))
                )
            flat = array(type_.code)
            flat.frombytes(value)
            if sys.byteorder == "big":
                flat.byteswap()
            return flat
        if isinstance(value, (list, tuple)):
            value = self._flatten(where, shape, value, expected)
        elif isinstance(value, memoryview):
            value = array(value.format, value.tobytes()) if value.format in _CODES.values() else value
        if not isinstance(value, (list, tuple, array)):
            raise BundleError("%s: expected %s, got %s" % (where, expected, _say(value)))
        if len(value) != count:
            raise BundleError("%s: expected %s, got %d elements" % (where, expected, len(value)))
        if isinstance(value, array):
            if value.typecode == type_.code:
                return value
            if value.typecode in "fd" and (type_.is_integer or value.typecode == "d"):
                raise BundleError("%s: expected %s, got array(%r)" % (where, expected, value.typecode))
        try:
            return array(type_.code, value)
        except (OverflowError, TypeError):
            raise self._first_fault(where, type_, value) from None

    def _numpy_tensor(self, where, type_, shape, count, value, expected):
        numpy = self.numpy
        if value.shape != shape and value.shape != (count,):
            raise BundleError("%s: expected %s, got shape %s" % (where, expected, list(value.shape)))
        target = numpy.dtype("<" + _CODES[type_.element])
        if value.dtype != target:
            kinds = "iu" if type_.is_integer else "f"
            if value.dtype.kind not in kinds or (kinds == "f" and value.dtype.itemsize > target.itemsize):
                raise BundleError(
                    "%s: expected %s, got elements of %s; convert them" % (where, expected, value.dtype)
                )
            if type_.is_integer and count and not (
                type_.min <= int(value.min()) and int(value.max()) <= type_.max
            ):
                raise BundleError(
                    "%s: elements from %d to %d are out of range of %s, %d to %d"
                    % (where, value.min(), value.max(), type_.element, type_.min, type_.max)
                )
        return numpy.ascontiguousarray(value, dtype=target).reshape(-1)

    def _flatten(self, where, shape, value, expected):
        """A flat sequence out of rows of rows; a flat one stays as it is."""
        flat = value
        for length in shape[1:]:
            if not len(flat) or not isinstance(flat[0], (list, tuple)):
                break
            widths = set(map(len, flat)) if all(isinstance(row, (list, tuple)) for row in flat) else {-1}
            if widths != {length}:
                raise BundleError("%s: expected %s, got rows of other lengths" % (where, expected))
            flat = list(itertools.chain.from_iterable(flat))
        return flat

    def _first_fault(self, where, type_, values):
        for i, value in enumerate(values):
            try:
                self.scalar("%s[%d]" % (where, i), type_, value)
            except BundleError as error:
                return error
        return BundleError("%s: expected %s" % (where, type_.text))

    def decode(self, type_, data, lengths):
        """The value whose file holds `data`, which has the right size."""
        if type_.element is None:
            return bytes(data)
        if type_.dimensions is None:
            return struct.unpack("<" + type_.code, data)[0]
        if self.numpy is not None:
            little = self.numpy.dtype("<" + type_.code)
            values = self.numpy.frombuffer(bytearray(data), dtype=little)
            return values.astype(little.newbyteorder("="), copy=False).reshape(type_.shape(lengths))
        values = array(type_.code)
        values.frombytes(data)
        if sys.byteorder == "big":
            values.byteswap()
        return values

    def bytes_due(self, type_, lengths):
        """The size of a value's file; None for bytes, which have any."""
        if type_.element is None:
            return None
        return type_.size * (math.prod(type_.shape(lengths)) if type_.dimensions is not None else 1)

    def has_nan(self, type_, value):
        if type_.element is None or type_.is_integer:
            return False
        if type_.dimensions is None:
            return math.isnan(value)
        if self.numpy is not None:
            return bool(self.numpy.isnan(value).any())
        # A finite sum has no NaN in it, and is faster to find than a NaN is.
        return not math.isfinite(sum(value)) and any(map(math.isnan, value))


class Signature:
    """What bundle.toml says about the bundle's values."""

    def __init__(self, path):
        manifest = _read_toml(path)
        try:
            self.bundle = manifest["bundle"]["name"]
            tables = manifest["signature"]
            self.params, self.derived, self.inputs, self.outputs = (
                {name: Type(_without_secret(text)) for name, text in tables.get(key, {}).items()}
                for key in ("params", "derived", "inputs", "outputs")
            )
        except (KeyError, AttributeError, TypeError) as error:
            raise BundleError("%s is no manifest of a bundle: %r" % (path, error)) from None

    def lengths(self, scalars):
        """The integers that dimensions may name."""
        return {name: value for name, value in scalars.items() if isinstance(value, int)}


def _without_secret(text):
    """A type without the word that says who may see its values; make and verify see them all."""
    return text.removeprefix("secret").strip() if text.startswith("secret ") else text


def _read_toml(path):
    try:
        import tomllib
    except ImportError:
        try:
            import tomli as tomllib
        except ImportError:
            raise BundleError(
                "Python %d.%d cannot read bundle.toml; use Python 3.11 or install tomli" % sys.version_info[:2]
            ) from None
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError) as error:
        raise BundleError("cannot read %s: %s" % (path, error)) from None


# ---- metrics ----------------------------------------------------------------------------------


def precision(expected, actual, scale=1.0):
    """How precise real numbers are, as the metrics precision_bits_worst and precision_bits_mean.

    An element has -log2(|actual - expected| / scale) bits: 10 bits are an error of a thousandth of
    `scale`. It has 53 at most, which is what f64 can tell apart near 1, and -1024 at least.
    """
    bits = [_bits(x, y, scale) for x, y in zip(_flat(expected), _flat(actual))]
    if not bits:
        return {}
    return {"precision_bits_worst": min(bits), "precision_bits_mean": math.fsum(bits) / len(bits)}


def _bits(expected, actual, scale):
    error = abs(float(actual) - float(expected)) / scale
    if not math.isfinite(error):
        return -1024.0
    return min(53.0, max(-1024.0, -math.log2(error))) if error else 53.0


def _flat(value):
    if hasattr(value, "ravel"):
        return value.ravel().tolist()
    return value if hasattr(value, "__iter__") else [value]


# ---- randomness -------------------------------------------------------------------------------


class Stream:
    """The random bytes of one case: SHA-256 in counter mode.

    key      = SHA-256("assay-stream-1" NUL bundle name NUL canonical point NUL seed in decimal)
    block k  = SHA-256(key, k as 8 bytes little-endian), k = 0, 1, 2, …
    stream   = block 0, block 1, …

    Every method takes the next bytes and none else, so the numbers depend on the order of calls.
    """

    def __init__(self, bundle, point, seed, numpy=None):
        text = "assay-stream-1\0%s\0%s\0%d" % (bundle, point, seed)
        self._key = hashlib.sha256(text.encode()).digest()
        self._block = 0
        self._rest = b""
        self._numpy = numpy

    def bytes(self, count):
        """The next `count` bytes."""
        missing = count - len(self._rest)
        if missing > 0:
            key, first, sha256 = self._key, self._block, hashlib.sha256
            self._block += -(-missing // 32)
            counters = array("Q", range(first, self._block))
            if sys.byteorder == "big":
                counters.byteswap()
            packed = counters.tobytes()
            blocks = [sha256(key + packed[i : i + 8]).digest() for i in range(0, len(packed), 8)]
            self._rest += b"".join(blocks)
        taken, self._rest = self._rest[:count], self._rest[count:]
        return taken

    def u64(self):
        """An integer from 0 to 2^64 - 1: 8 bytes, little-endian."""
        return int.from_bytes(self.bytes(8), "little")

    def f64(self):
        """A float from 0 up to and without 1: the upper 53 bits of a u64, times 2^-53."""
        return (self.u64() >> 11) * 2.0**-53

    def integer(self, below):
        """An integer from 0 up to and without `below`, each as likely.

        With b the bits of below - 1: candidates of 1, 2, 4, 8 bytes (the fewest that hold b bits; above
        64 bits the fewest whole bytes), little-endian, of which the lower b bits count, are taken until
        one is less than `below`. For below = 1 nothing is taken.
        """
        width, mask = _candidates(below)
        while True:
            candidate = int.from_bytes(self.bytes(width), "little") & mask
            if candidate < below:
                return candidate

    def array(self, element, count, low=None, below=None):
        """`count` numbers of an element type, as a flat array.

        Integers have the full range of the type (its bytes, little-endian), or are low + integer(below -
        low) each. Floats are from 0 up to and without 1 (f64: as f64(); f32: the upper 24 bits of 4
        bytes, times 2^-24), or low + (below - low) * that, calculated in f64 and then rounded.
        """
        type_ = Type(element)
        if type_.element is None or type_.dimensions is not None:
            raise BundleError("stream.array: %r is no element type" % element)
        if not type_.is_integer:
            return self._floats(type_, count, low, below)
        if low is None and below is None:
            return self._as_array(type_.code, self.bytes(count * type_.size))
        low = 0 if low is None else low
        below = type_.max + 1 if below is None else below
        if not type_.min <= low < below <= type_.max + 1:
            raise BundleError("stream.array: %s has no range from %s below %s" % (element, low, below))
        return self._bounded(type_, count, low, below)

    def permutation(self, count):
        """The integers below `count` in random order, as a list (Fisher and Yates, from the end)."""
        order = list(range(count))
        for i in range(count - 1, 0, -1):
            j = self.integer(i + 1)
            order[i], order[j] = order[j], order[i]
        return order

    def _bounded(self, type_, count, low, below):
        span = below - low
        width, mask = _candidates(span)
        if width == 0:
            drawn = array("B", bytes(count))
        else:
            drawn = array({1: "B", 2: "H", 4: "I", 8: "Q"}[width])
            full = mask == (1 << 8 * width) - 1
            while len(drawn) < count:
                missing = count - len(drawn)
                raw = self.bytes(missing * width)
                if not full:
                    raw = _mask_lanes(raw, 0, mask, width)
                candidates = array(drawn.typecode)
                candidates.frombytes(raw)
                if sys.byteorder == "big":
                    candidates.byteswap()
                if span <= mask:
                    candidates = array(drawn.typecode, filter(span.__gt__, candidates))
                drawn.extend(candidates)
        if low or drawn.typecode != type_.code:
            drawn = array(type_.code, map(low.__add__, drawn))
        if self._numpy is not None:
            return self._numpy.array(drawn)
        return drawn

    def _floats(self, type_, count, low, below):
        bits, shift, lanes = (53, 11, "Q") if type_.size == 8 else (24, 8, "I")
        raw = _mask_lanes(self.bytes(count * type_.size), shift, (1 << bits) - 1, type_.size)
        integers = array(lanes)
        integers.frombytes(raw)
        if sys.byteorder == "big":
            integers.byteswap()
        unit = map((2.0**-bits).__mul__, integers)
        if low is not None or below is not None:
            start = 0.0 if low is None else float(low)
            span = (1.0 if below is None else float(below)) - start
            unit = [start + span * u for u in unit]
        values = array(type_.code, unit)
        return self._numpy.array(values) if self._numpy is not None else values

    def _as_array(self, code, data):
        if self._numpy is not None:
            little = self._numpy.dtype("<" + code)
            return self._numpy.frombuffer(bytearray(data), dtype=little).astype(
                little.newbyteorder("="), copy=False
            )
        values = array(code)
        values.frombytes(data)
        if sys.byteorder == "big":
            values.byteswap()
        return values


def _candidates(below):
    """How many bytes a candidate below `below` takes, and which of its bits count."""
    if not isinstance(below, int) or below < 1:
        raise BundleError("stream: %s is no bound; one is an integer from 1" % _say(below))
    bits = (below - 1).bit_length()
    width = next((w for w in (0, 1, 2, 4, 8) if bits <= 8 * w), -(-bits // 8))
    return width, (1 << bits) - 1


def _mask_lanes(data, shift, mask, width):
    """Every `width` bytes of `data` as a little-endian integer, shifted right and masked."""
    masks = int.from_bytes(mask.to_bytes(width, "little") * (len(data) // width), "little")
    return ((int.from_bytes(data, "little") >> shift) & masks).to_bytes(len(data), "little")


def canonical_point(signature, params):
    """The text of a point that its stream depends on: JSON, names sorted, without white space.

    Integers are decimal; f32 and f64 are strings of the 8 or 16 hex digits of their IEEE 754 bits.
    """
    parts = []
    for name in sorted(params):
        type_, value = signature.params[name], params[name]
        text = str(value) if type_.is_integer else '"%s"' % struct.pack(">" + type_.code, value).hex()
        parts.append('"%s":%s' % (name, text))
    return "{%s}" % ",".join(parts)


# ---- the commands -----------------------------------------------------------------------------


class Bundle:
    """A signature with the four functions."""

    def __init__(self, signature, codec, derive, generate, oracle, verify):
        self.signature = signature
        self.codec = codec
        self.derive = derive
        self.generate = generate
        self.oracle = oracle
        self.verify = verify

    # -- make --

    def make(self, folder, point_json, seeds):
        given = self._read_point(point_json)
        params = self._params(given, "--point")
        for name in ("manifest.json", "point", "cases", "expected"):
            if os.path.lexists(os.path.join(folder, name)):
                raise BundleError("%s has a %s already; make needs a folder without one" % (folder, name))
        for name in ("point", "cases", "expected"):
            os.makedirs(os.path.join(folder, name))
        scalars, files = self._derive(params)
        lengths = self.signature.lengths({**params, **scalars})
        for name, data in files.items():
            _write(os.path.join(folder, "point", name + ".bin"), data)
        canonical = canonical_point(self.signature, params)
        for i, seed in enumerate(seeds):
            # Each case gets a point of its own, so that no case can see what another did to it.
            point = self._point(params, scalars, files, lengths)
            stream = Stream(self.signature.bundle, canonical, seed, self.codec.numpy)
            inputs = self._inputs(point, stream, lengths)
            _write_folder(os.path.join(folder, "cases", "%06d" % i), inputs)
            values = self._decode_all(self.signature.inputs, inputs, lengths)
            _write_folder(os.path.join(folder, "expected", "%06d" % i), self._expected(point, values, lengths))
        # As asked for: an f32 is rounded by whoever reads it.
        types = self.signature.params
        point = {name: value if types[name].is_integer else float(given[name]) for name, value in params.items()}
        manifest = {"point": point, "derived": scalars, "cases": len(seeds), "seeds": seeds}
        _replace(os.path.join(folder, "manifest.json"), manifest)

    def _read_point(self, text):
        try:
            given = json.loads(text, object_pairs_hook=_unique_names, parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise BundleError("--point %s is not JSON: %s" % (_say(text), error)) from None
        if not isinstance(given, dict):
            raise BundleError("--point %s is no JSON object" % _say(text))
        return given

    def _params(self, given, where):
        types = self.signature.params
        _check_names(where, given, types)
        return {name: self._finite("%s: %s" % (where, name), types[name], given[name]) for name in types}

    def _finite(self, where, type_, value):
        number = self.codec.scalar(where, type_, value)
        if not math.isfinite(number):
            raise BundleError("%s: %s is no number that a manifest can hold" % (where, number))
        return number

    def _derive(self, params):
        """The derived scalars, and the files of the other derived values."""
        types = self.signature.derived
        if not types:
            return {}, {}
        if self.derive is None:
            raise BundleError("bundle.toml has derived values, but main got no derive")
        values = _names_of("derive", self.derive(Values(params)), types)
        scalars = {
            name: self._finite("derive returned " + name, type_, values[name])
            for name, type_ in types.items()
            if type_.element is not None and type_.dimensions is None
        }
        lengths = self.signature.lengths({**params, **scalars})
        negative = [name for name in scalars if name in lengths and lengths[name] < 0 and self._is_length(name)]
        if negative:
            raise BundleError("derive returned %s: a dimension is not negative" % negative[0])
        files = {
            name: bytes(self.codec.encode("derive returned " + name, types[name], values[name], lengths))
            for name in types
            if name not in scalars
        }
        return scalars, files

    def _is_length(self, name):
        signature = self.signature
        types = [*signature.derived.values(), *signature.inputs.values(), *signature.outputs.values()]
        return any(name in (type_.dimensions or ()) for type_ in types)

    def _point(self, params, scalars, files, lengths):
        tensors = self._decode_all(self.signature.derived, files, lengths)
        return Values({**params, **scalars, **tensors.__dict__})

    def _decode_all(self, types, files, lengths):
        return Values({name: self.codec.decode(types[name], data, lengths) for name, data in files.items()})

    def _inputs(self, point, stream, lengths):
        types = self.signature.inputs
        values = _names_of("generate", self.generate(point, stream), types)
        return {
            name: self.codec.encode("generate returned " + name, type_, values[name], lengths)
            for name, type_ in types.items()
        }

    def _expected(self, point, inputs, lengths):
        if self.oracle is None:
            return {}
        values = self.oracle(point, inputs)
        if not isinstance(values, dict):
            raise BundleError("oracle returned %s: expected a dict" % _say(values))
        files = {}
        for name, value in values.items():
            if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,31}", name):
                raise BundleError("oracle returned the name %s: expected letters, digits and '_'" % _say(name))
            type_ = self.signature.outputs.get(name, _BYTES)
            files[name] = self.codec.encode("oracle returned " + name, type_, value, lengths)
        return files

    # -- verify --

    def judge(self, folder):
        manifest = self._read_manifest(folder)
        params = self._params(manifest["point"], "manifest.json: point")
        types = self.signature.derived
        scalars = {
            name: self.codec.scalar("manifest.json: derived " + name, types[name], value)
            for name, value in manifest["derived"].items()
        }
        lengths = self.signature.lengths({**params, **scalars})
        files = {
            name: _read(os.path.join(folder, "point", name + ".bin")) for name in types if name not in scalars
        }
        rows = []
        for i in range(manifest["cases"]):
            point = self._point(params, scalars, files, lengths)
            rows.append(self._judge_case(folder, i, point, lengths))
        _replace(os.path.join(folder, "verdicts.json"), {"cases": rows})

    def _read_manifest(self, folder):
        path = os.path.join(folder, "manifest.json")
        try:
            manifest = json.loads(_read(path))
            if not isinstance(manifest["cases"], int) or not isinstance(manifest["derived"], dict):
                raise ValueError("cases or derived have another type")
            manifest["point"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise BundleError("cannot use %s, which make wrote: %r" % (path, error)) from None
        return manifest

    def _judge_case(self, folder, i, point, lengths):
        case = "%06d" % i
        outputs, faults = self._read_outputs(folder, case, lengths)
        if faults:
            return _row(i, False, {}, "; ".join(faults))
        inputs = self._decode_all(
            self.signature.inputs, _read_folder(os.path.join(folder, "cases", case)), lengths
        )
        files = _read_folder(os.path.join(folder, "expected", case))
        types = {name: self.signature.outputs.get(name, _BYTES) for name in files}
        expected = self._decode_all(types, files, lengths)
        try:
            answer = self.verify(point, inputs, expected, Values(outputs))
        except Exception:
            print("verify failed at case %d:" % i, file=sys.stderr)
            raise
        return self._checked_row(i, answer)

    def _read_outputs(self, folder, case, lengths):
        """The outputs by name, and what is wrong with them, in words."""
        outputs, faults = {}, []
        try:
            out = os.open(os.path.join(folder, "out"), os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            return outputs, ["there is no answer"]
        try:
            directory = os.open(case, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=out)
        except OSError:
            return outputs, ["there is no answer"]
        finally:
            os.close(out)
        try:
            for name, type_ in self.signature.outputs.items():
                try:
                    outputs[name] = self._read_output(directory, name, type_, lengths)
                except _WrongOutput as fault:
                    faults.append(str(fault))
            surplus = sorted(set(os.listdir(directory)) - {n + ".bin" for n in self.signature.outputs})
            if surplus:
                faults.append("%s is no output" % ascii(surplus[0]))
        finally:
            os.close(directory)
        return outputs, faults

    def _read_output(self, directory, name, type_, lengths):
        file_name = name + ".bin"
        try:
            # O_NONBLOCK: a FIFO must not make this wait.
            handle = os.open(file_name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=directory)
        except FileNotFoundError:
            raise _WrongOutput("%s is missing" % file_name) from None
        except OSError:
            raise _WrongOutput("%s is no regular file" % file_name) from None
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                raise _WrongOutput("%s is no regular file" % file_name)
            due = self.codec.bytes_due(type_, lengths)
            if due is not None and status.st_size != due:
                raise _WrongOutput(
                    "%s has %d bytes, %d are due for %s" % (file_name, status.st_size, due, type_.text)
                )
            with open(handle, "rb", buffering=0, closefd=False) as file:
                data = file.readall()
        finally:
            os.close(handle)
        if due is not None and len(data) != due:
            raise _WrongOutput("%s changes while it is read" % file_name)
        value = self.codec.decode(type_, data, lengths)
        if self.codec.has_nan(type_, value):
            raise _WrongOutput("%s has elements that are not numbers (NaN)" % file_name)
        return value

    def _checked_row(self, i, answer):
        if not isinstance(answer, tuple) or len(answer) not in (2, 3):
            raise BundleError("verify returned %s: expected (passed, metrics) or (passed, metrics, note)" % _say(answer))
        passed, metrics, note = answer if len(answer) == 3 else (*answer, "")
        if self.codec.numpy is not None and isinstance(passed, self.codec.numpy.bool_):
            passed = bool(passed)
        if not isinstance(passed, bool):
            raise BundleError("verify returned passed = %s: expected True or False" % _say(passed))
        if not isinstance(metrics, dict) or not isinstance(note, str):
            raise BundleError("verify returned metrics %s, note %s: expected a dict and a str" % (_say(metrics), _say(note)))
        numbers, notes = {}, [note] if note else []
        for name, value in metrics.items():
            if not isinstance(name, str):
                raise BundleError("verify returned the metric %s: expected a name" % _say(name))
            number = float(self.codec.scalar("verify returned " + name, _F64, value))
            if math.isfinite(number):
                numbers[name] = number
            else:
                # JSON has no such number, and no bar is met by one.
                passed = False
                notes.append("%s is %s" % (name, number))
        return _row(i, passed, numbers, "; ".join(notes))


class _WrongOutput(Exception):
    pass


_BYTES = Type("bytes")
_F64 = Type("f64")


def _row(i, passed, metrics, note):
    line = " ".join(note.split())
    row = {"i": i, "passed": passed, "metrics": metrics}
    if line:
        row["note"] = line if len(line) <= MAX_NOTE else line[: MAX_NOTE - 1] + "…"
    return row


def _names_of(function, values, types):
    if not isinstance(values, dict):
        raise BundleError("%s returned %s: expected a dict" % (function, _say(values)))
    _check_names(function + " returned", values, types)
    return values


def _check_names(where, given, types):
    missing = [name for name in types if name not in given]
    surplus = [name for name in given if name not in types]
    if missing or surplus:
        raise BundleError(
            "%s %s: expected exactly %s"
            % (
                where,
                " and ".join(
                    (["no " + ", ".join(missing)] if missing else [])
                    + (["an unknown " + ", ".join(map(str, surplus))] if surplus else [])
                ),
                ", ".join(types) or "nothing",
            )
        )


def _unique_names(pairs):
    if len(dict(pairs)) != len(pairs):
        raise ValueError("a name stands twice")
    return dict(pairs)


def _no_constant(text):
    raise ValueError("%s is no number" % text)


def _read(path):
    with open(path, "rb") as file:
        return file.read()


def _read_folder(path):
    if not os.path.isdir(path):
        return {}
    return {name[:-4]: _read(os.path.join(path, name)) for name in sorted(os.listdir(path)) if name.endswith(".bin")}


def _write(path, data):
    with open(path, "xb") as file:
        file.write(data)


def _write_folder(path, files):
    os.mkdir(path)
    for name, data in files.items():
        _write(os.path.join(path, name + ".bin"), data)


def _replace(path, value):
    """Writes JSON so that a reader finds all of it or nothing."""
    part = path + ".part"
    with open(part, "w", encoding="utf-8") as file:
        json.dump(value, file, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        file.write("\n")
    os.replace(part, path)


def _seeds(text):
    """Reads 1,4,7-20, in any order."""
    seeds = []
    for part in text.split(","):
        match = re.fullmatch(r"([0-9]{1,16})(?:-([0-9]{1,16}))?", part)
        if not match:
            raise argparse.ArgumentTypeError("%r is no seed and no range of seeds" % part)
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first or last > MAX_SEED or last - first >= MAX_CASES:
            raise argparse.ArgumentTypeError("%r: seeds are from 0 to 2^53-1, ascending, %d at most" % (part, MAX_CASES))
        seeds.extend(range(first, last + 1))
    if len(seeds) > MAX_CASES or len(set(seeds)) != len(seeds):
        raise argparse.ArgumentTypeError("a seed stands twice, or there are more than %d" % MAX_CASES)
    return seeds


def main(*, generate, verify, derive=None, oracle=None, numpy=None):
    """Does what the command line says; ends the process with 0 only when all of it is done.

    numpy: None uses numpy where it can be imported, True demands it, False does without it
    """
    parser = argparse.ArgumentParser(description="Makes and verifies the cases of an Assay bundle.")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make", help="write the cases of a point into DIR")
    make.add_argument("folder", metavar="DIR")
    make.add_argument("--point", required=True, metavar="JSON", help="a value for every parameter")
    make.add_argument("--seeds", required=True, type=_seeds, help="one case each, as in 1,4,7-20")
    judge = commands.add_parser("verify", help="judge the answers in DIR/out, write DIR/verdicts.json")
    judge.add_argument("folder", metavar="DIR")
    arguments = parser.parse_args()
    try:
        manifest = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bundle.toml")
        bundle = Bundle(Signature(manifest), Codec(_numpy(numpy)), derive, generate, oracle, verify)
        if arguments.command == "make":
            bundle.make(arguments.folder, arguments.point, arguments.seeds)
        else:
            bundle.judge(arguments.folder)
    except BundleError as error:
        print("bundle error: %s" % error, file=sys.stderr)
        sys.exit(1)


def _numpy(wanted):
    if wanted is False:
        return None
    try:
        import numpy
    except ImportError:
        if wanted:
            raise BundleError("this bundle needs numpy, and its image has none") from None
        return None
    return numpy
