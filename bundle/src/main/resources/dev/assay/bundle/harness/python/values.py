# Part of Assay's harness, laid over the solution before every build. Changes here are lost.
"""Reads and writes the values of a signature. No loop over elements runs in Python."""

import array
import itertools
import math
import mmap
import operator
import os
import sys

try:
    import numpy
except ImportError:
    numpy = None

assert sys.byteorder == "little", "files are little-endian, and read as they are"

# Element type: code of the modules array and struct.
CODES = {
    "i8": "b", "i16": "h", "i32": "i", "i64": "q",
    "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
    "f32": "f", "f64": "d",
}  # fmt: skip

SIZES = {element: array.array(code).itemsize for element, code in CODES.items()}


class Fault(Exception):
    """What the harness itself has to complain about. Its message needs no type in front."""


def resolve(dimensions, point):
    """The dimensions of a tensor as numbers; None for scalars and bytes."""
    if dimensions is None:
        return None
    return tuple(d if isinstance(d, int) else getattr(point, d) for d in dimensions)


def scalar(name, element, value):
    """The value as an int or float that the element type can hold."""
    if element in ("f32", "f64"):
        if isinstance(value, (str, bytes)) or not (hasattr(value, "__float__") or hasattr(value, "__index__")):
            raise Fault(f"{name} is a {kind_of(value)}, not a number")
        return array.array(CODES[element], [float(value)])[0]
    try:
        number = operator.index(value)
    except TypeError:
        raise Fault(f"{name} is a {kind_of(value)}, not an integer") from None
    bits = 8 * SIZES[element]
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if element[0] == "i" else (0, (1 << bits) - 1)
    if not low <= number <= high:
        raise Fault(f"{name} is {number}, which {element} cannot hold")
    return number


def read(path, element, shape):
    """The value in a file: bytes, a number, or a tensor (numpy, else a flat array.array)."""
    size = os.stat(path).st_size
    if element == "bytes":
        with open(path, "rb", buffering=0) as file:
            return file.readall()
    wanted = SIZES[element] * math.prod(shape or ())
    if size != wanted:
        raise Fault(f"{path} has {size} bytes, its type has {wanted}")
    if shape is None:
        with open(path, "rb") as file:
            return array.array(CODES[element], file.read())[0]
    if numpy is not None:
        return numpy.fromfile(path, dtype=CODES[element]).reshape(shape)
    values = array.array(CODES[element])
    if size:
        # From the page cache into the array, with no second copy on the heap in between.
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            values.frombytes(mapped)
    return values


def to_buffer(name, element, shape, value):
    """The bytes of an output, or a Fault that says why it is none."""
    if element == "bytes":
        return bytes_buffer(name, value)
    if shape is None:
        return array.array(CODES[element], [scalar(name, element, value)])
    if numpy is not None and isinstance(value, numpy.ndarray):
        return numpy_buffer(name, element, shape, value)
    if isinstance(value, (bytes, bytearray)):
        return raw_buffer(name, element, shape, memoryview(value))
    if isinstance(value, memoryview):
        return view_buffer(name, element, shape, value)
    if isinstance(value, (str, dict, set, frozenset)) or not hasattr(value, "__iter__"):
        raise Fault(f"{name} is a {kind_of(value)}, not a {text_of(element, shape)}")
    return sequence_buffer(name, element, shape, value)


def bytes_buffer(name, value):
    if isinstance(value, str):
        raise Fault(f"{name} is a str; bytes are asked for, as in text.encode()")
    try:
        view = memoryview(value)
    except TypeError:
        raise Fault(f"{name} is a {kind_of(value)}, not bytes") from None
    if view.itemsize != 1:
        raise Fault(f"{name} has elements of {view.itemsize} bytes, bytes are asked for")
    return view if view.c_contiguous else view.tobytes()


def numpy_buffer(name, element, shape, value):
    require_shape(name, element, shape, value.shape)
    wanted = numpy.dtype(CODES[element])
    if value.dtype != wanted:
        if value.dtype.kind not in ("biuf" if wanted.kind == "f" else "biu"):
            raise Fault(f"{name} has elements of {value.dtype}, {element} is asked for")
        if wanted.kind != "f" and value.size:
            scalar(name, element, value.min())
            scalar(name, element, value.max())
        with numpy.errstate(over="ignore"):
            value = value.astype(wanted)
    return numpy.ascontiguousarray(value).reshape(-1)


def raw_buffer(name, element, shape, view):
    """Bytes stand for the elements as the file has them."""
    wanted = SIZES[element] * math.prod(shape)
    if view.nbytes != wanted:
        raise Fault(f"{name} has {view.nbytes} bytes, a {text_of(element, shape)} has {wanted}")
    return view


def view_buffer(name, element, shape, view):
    if view.format == "B" and view.ndim == 1 and element != "u8":
        return raw_buffer(name, element, shape, view if view.c_contiguous else memoryview(view.tobytes()))
    require_shape(name, element, shape, view.shape)
    if view.format == CODES[element]:
        return view if view.c_contiguous else view.tobytes()
    return sequence_buffer(name, element, shape, view.tolist())


def sequence_buffer(name, element, shape, value):
    """Lists, nested as the shape says or flat, arrays and anything that can be iterated."""
    if not isinstance(value, array.array):
        value = value if isinstance(value, (list, tuple)) else list(value)
        if len(shape) > 1 and value and hasattr(value[0], "__len__"):
            value = flatten(name, element, shape, value)
    require_shape(name, element, shape, (len(value),))
    if isinstance(value, array.array) and value.typecode == CODES[element]:
        return value
    try:
        return array.array(CODES[element], value)
    except (TypeError, OverflowError) as error:
        raise Fault(f"{name} is not a {text_of(element, shape)}: {error}") from None


def flatten(name, element, shape, rows):
    for length in shape[1:]:
        try:
            lengths = set(map(len, rows))
        except TypeError:
            raise Fault(f"{name} is not nested as a {text_of(element, shape)} is") from None
        if lengths - {length}:
            raise Fault(f"{name} has a row of {max(lengths - {length})} elements, the shape is {list(shape)}")
        rows = list(itertools.chain.from_iterable(rows))
    return rows


def require_shape(name, element, shape, found):
    """The declared shape, or its elements in a row."""
    if tuple(found) != shape and tuple(found) != (math.prod(shape),):
        count = math.prod(found)
        raise Fault(f"{name} has {count} elements in the shape {list(found)}, a {text_of(element, shape)} is asked for")


def text_of(element, shape):
    return f"{element}{list(shape)}".replace(" ", "")


def kind_of(value):
    return type(value).__name__
