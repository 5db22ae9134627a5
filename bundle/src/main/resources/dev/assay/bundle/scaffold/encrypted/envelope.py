"""The envelope of {{name}}: the part that alone holds the secret key.

THIS STAND-IN ENCRYPTS NOTHING. It shows what each function gets and gives, so that the bundle works from
the first minute. Put a library of homomorphic encryption in its place before anybody measures with it.
"""

import secrets
from array import array
from types import SimpleNamespace

TAG_BYTES = 16


# ---- on the client --------------------------------------------------------------------------------


def keygen(config, point):
    """All keys, out of what the author chose."""
    return SimpleNamespace(tag=secrets.token_bytes(TAG_BYTES), secret=secrets.token_bytes(32), config=config)


def save_keys(keys):
    """The bytes of the keys by name: public ones go to the server, secret ones never leave the client. The
    parameters are those that the keys were really made with."""
    return {
        "public": {"tag": keys.tag},
        "secret": {"key": keys.secret},
        "parameters": {"ring_degree": keys.config.{{ring_degree}}, "modulus_bits": {{modulus}}},
    }


def load_keys(config, point, blobs):
    """The keys again, in the process that decrypts."""
    return SimpleNamespace(tag=blobs.public["tag"], secret=blobs.secret["key"], config=config)


def encrypt(keys, packings):
    """The ciphertexts that the server gets, in order: here one for each vector."""
    return [SimpleNamespace(tag=keys.tag, values=array("{{code}}", packing)) for packing in packings]


def decrypt(keys, ciphertexts):
    """A vector for each ciphertext that came back."""
    return [one.values for one in ciphertexts]


def inspect(keys, ciphertexts):
    """What can be read off the ciphertexts that came back, the worst of them: noise_budget_bits, level,
    scale_bits, or none of them."""
    return {}


# ---- on the server --------------------------------------------------------------------------------


def load_context(config, point, public):
    """What the server computes with: the public keys."""
    return SimpleNamespace(tag=public["tag"])


def multiply(context, ciphertext, numbers):
    """Of the author's use: a ciphertext times public numbers, element by element."""
    return SimpleNamespace(
        tag=ciphertext.tag, values=array("{{code}}", [x * y for x, y in zip(ciphertext.values, numbers)])
    )


# ---- on both --------------------------------------------------------------------------------------


def save_ciphertext(ciphertext):
    """The bytes of a ciphertext."""
    return ciphertext.tag + ciphertext.values.tobytes()


def load_ciphertext(holder, data):
    """A ciphertext again. holder: the keys, or the server's context. Whatever a server sends comes here:
    what is cut or of another key is an error."""
    if data[:TAG_BYTES] != holder.tag:
        raise ValueError("the ciphertext is of another key")
    values = array("{{code}}")
    values.frombytes(data[TAG_BYTES:])
    return SimpleNamespace(tag=holder.tag, values=values)
