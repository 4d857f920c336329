"""Calls the methods of a client one by one, and prints the result of each as a line of JSON."""

import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import TypeVar

from requests.adapters import HTTPAdapter

Value = TypeVar("Value")

SERVER = os.environ["TRIPTYCH_URL"]
KEY = os.environ["TRIPTYCH_KEY"]
PICTURE = os.environ["PICTURE"]
RAINDROP = "https://api.raindrop.io"

called: set[str] = set()


def attempt(method: str, call: Callable[[], Value]) -> Value | None:
    """Calls a method and reports whether it worked. The call should read what it returns."""
    called.add(method.split(",")[0])
    try:
        value = call()
    except Exception as error:
        frames = [f"{frame.filename.split('/site-packages/')[-1]}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)]
        places = [place for place in frames if not place.startswith("/")]
        text = f"{type(error).__name__}: {str(error) or 'no message'}".replace(SERVER, "")
        print(json.dumps({"method": method, "error": " ".join(text.split())[:200], "places": places[:2]}))
        return None
    print(json.dumps({"method": method}))
    return value


def expect(condition: object, message: str) -> None:
    """Raises an error if a response is not as expected."""
    if not condition:
        raise AssertionError(message)


def report_missing(*classes: type) -> None:
    """Reports the public class methods and coroutines that the scenario has not called, so that it stays complete."""
    for owner in classes:
        for name, member in vars(owner).items():
            is_method = isinstance(member, classmethod) or inspect.iscoroutinefunction(member)
            method = f"{owner.__name__}.{name}"
            if is_method and not name.startswith("_") and method not in called:
                print(json.dumps({"method": method, "error": "the scenario does not call it", "places": []}))


class Redirecting(HTTPAdapter):
    """Sends requests for the Raindrop API to the server. The clients have the address of the API in their code."""

    def send(self, request, *args, **options):  # type: ignore[no-untyped-def]
        request.url = request.url.replace(RAINDROP, SERVER, 1)
        return super().send(request, *args, **options)


if not SERVER.startswith("http://127.0.0.1"):
    sys.exit("The server must be on this computer.")
