"""A user creates collections with items, uploads a cover, merges and deletes the collections, and lists the Trash."""

import base64
from io import BytesIO

from collections_client import AuthenticatedClient
from collections_client.api.account import get_statistics
from collections_client.api.collections import (
    create_collection,
    delete_collection,
    empty_trash,
    get_collection,
    get_picture,
    list_child_collections,
    merge_collections,
    upload_cover,
)
from collections_client.api.items import create_items, list_items
from collections_client.models import (
    CollectionDetails,
    CollectionList,
    CoverUpload,
    Failure,
    ItemList,
    ItemPage,
    ListItemsSort,
    Merge,
    Modified,
    CollectionInput,
    ItemInput,
    ItemsInput,
    Success,
    SingleCollection,
    Statistics,
)
from collections_client.types import File

from scenario import KEY, SERVER, expect

TRASH = -99

# A PNG of one pixel.
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

client = AuthenticatedClient(f"{SERVER}/rest/v1", KEY, raise_on_unexpected_status=True)


def create(body: CollectionInput) -> CollectionDetails:
    return expect(SingleCollection, create_collection.sync(client=client, body=body)).item


def titles(page: int) -> list[str]:
    response = list_items.sync(root.field_id, client=client, page=page, perpage=2, nested=True, sort=ListItemsSort.TITLE)
    assert expect(ItemPage, response).count == 3
    return [item.title for item in expect(ItemPage, response).items]


# Of an earlier run.
expect(Success, empty_trash.sync(client=client))

root = create(CollectionInput("Development"))
nested = create(CollectionInput("Databases", parent=root.field_id))
assert nested.parent and nested.parent.id == root.field_id
children = expect(CollectionList, list_child_collections.sync(client=client)).items
assert [child.field_id for child in children] == [nested.field_id]

new = [
    ItemInput(f"https://example.com/{title}", title, collection=place.field_id)
    for title, place in {"A": root, "B": nested, "C": nested}.items()
]
assert len(expect(ItemList, create_items.sync(client=client, body=ItemsInput(new))).items) == 3
assert (titles(0), titles(1), titles(2)) == (["A", "B"], ["C"], [])

upload = CoverUpload(File(BytesIO(PNG), "cover.png", "image/png"))
covered = expect(SingleCollection, upload_cover.sync(root.field_id, client=client, body=upload)).item
picture = expect(File, get_picture.sync(covered.cover[0].rpartition("/")[2], client=client)).payload.read()
assert (picture[:4], picture[8:12]) == (b"RIFF", b"WEBP")
text = CoverUpload(File(BytesIO(b"not an image"), "cover.png", "image/png"))
rejected = upload_cover.sync_detailed(root.field_id, client=client, body=text)
assert rejected.status_code == 400
assert expect(Failure, rejected.parsed).error == "file_invalid"

merged = merge_collections.sync(client=client, body=Merge(root.field_id, [nested.field_id]))
assert expect(Modified, merged).ids == [nested.field_id]
assert expect(SingleCollection, get_collection.sync(root.field_id, client=client)).item.count == 3
merged_away = get_collection.sync_detailed(nested.field_id, client=client)
assert (merged_away.status_code, expect(Failure, merged_away.parsed).error) == (404, "not_found")

expect(Success, delete_collection.sync(root.field_id, client=client))
trash = expect(ItemPage, list_items.sync(TRASH, client=client))
assert sorted(item.title for item in trash.items) == ["A", "B", "C"]
assert all(item.removed for item in trash.items)
counts = {item.field_id: item.count for item in expect(Statistics, get_statistics.sync(client=client)).items}
assert counts == {0: 0, -1: 0, TRASH: 3}
