"""Settings and an assertion that the scenarios share."""

import os
from typing import TypeVar

T = TypeVar("T")

# The URL of the server.
SERVER = os.environ["TRIPTYCH_URL"]

# An API key of an administrator.
KEY = os.environ["TRIPTYCH_KEY"]


def expect(kind: type[T], value: object) -> T:
    """Returns the value, which must be an instance of this class."""
    assert isinstance(value, kind), f"{kind.__name__} is expected, not {value!r}"
    return value
