"""What the scenarios share."""

import os
from typing import TypeVar

T = TypeVar("T")

# The address of the server.
SERVER = os.environ["TRIPTYCH_URL"]

# An API key of an administrator.
KEY = os.environ["TRIPTYCH_KEY"]


def an(kind: type[T], value: object) -> T:
    """The value, which must be of this kind."""
    assert isinstance(value, kind), f"{kind.__name__} is expected, not {value!r}"
    return value
