"""A user creates raindrops and downloads everything, as the program braindrop does at its start, with its API class."""

import asyncio

from braindrop.raindrop import API, Raindrop, Tag

from report import KEY, SERVER, attempt, expect, report_missing

API._BASE = f"{SERVER}/rest/v1/"


async def run(method, *args):
    """Calls a method of a new client: each event loop needs connections of its own."""
    return await getattr(API(KEY), method)(*args)


def call(method, *args):
    return asyncio.run(run(method, *args))


LINK = Raindrop(link="https://example.com/", title="Example", tags=[Tag("a")])

raindrop = attempt("API.add_raindrop", lambda: call("add_raindrop", LINK))
for number in range(60):
    call("add_raindrop", LINK.edit(title=str(number)))
attempt("API.user", lambda: expect(call("user").groups is not None, "groups"))
attempt("API.collections", lambda: expect(call("collections") == [], "collections"))
attempt("API.raindrops", lambda: expect(len(call("raindrops")) == 61, "not all"))
attempt("API.raindrops, Trash", lambda: expect(call("raindrops", -99) == [], "Trash"))
attempt("API.update_raindrop", lambda: expect(
    call("update_raindrop", raindrop.edit(note="Read")).note == "Read", "note"
))
attempt("API.suggestions_for", lambda: call("suggestions_for", raindrop))
attempt("API.suggestions_for, a link", lambda: call("suggestions_for", "https://example.com/"))
attempt("API.remove_raindrop", lambda: expect(call("remove_raindrop", raindrop), "result"))
report_missing(API)
