"""A user creates a collection with a cover and two items, lists and finds the items, and deletes the collection."""

import base64
import os
from datetime import datetime, timedelta, timezone

from openapi_client import (
    ApiClient,
    CollectionInput,
    CollectionRef,
    CollectionsApi,
    Configuration,
    Failure,
    Item,
    ItemInput,
    ItemsApi,
)
from openapi_client.exceptions import NotFoundException

# An image of one pixel.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

configuration = Configuration(host=f"{os.environ['TRIPTYCH_URL']}/rest/v1", access_token=os.environ["TRIPTYCH_KEY"])
collections = CollectionsApi(ApiClient(configuration))
items = ItemsApi(ApiClient(configuration))

id = collections.create_collection(CollectionInput(title="Lamps")).item.id
assert len(collections.upload_cover(id, ("cover.png", PNG)).item.cover) == 1


def create(title: str) -> Item:
    item = ItemInput(link=f"https://example.com/{title}", title=title, collection=CollectionRef(id))
    return items.create_item(item).item


desk, floor = create("Desk"), create("Floor")
assert abs(datetime.now(timezone.utc) - desk.created) < timedelta(hours=1)
first = items.list_items(id, page=0, perpage=1, sort="title")
assert (first.count, first.items) == (2, [desk])
assert items.list_items(id, page=1, perpage=1, sort="title").items == [floor]
assert items.list_items(id, search="floor").items == [floor]

collections.delete_collection(id)
try:
    collections.get_collection(id)
    raise AssertionError("a deleted collection is not found")
except NotFoundException as error:
    failure = error.data
    assert isinstance(failure, Failure)
    assert (failure.status, failure.error.actual_instance) == (404, "not_found")

print("The scenario passed.")
