"""What an agent does: finds the tools, saves bookmarks, deletes them, and takes that back."""

import asyncio
import os
from typing import Any, Literal

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextContent

# The URL of the server.
SERVER = os.environ["TRIPTYCH_URL"]

# An API key of an administrator.
KEY = os.environ["TRIPTYCH_KEY"]

# How the client begins: with the newest revision of the protocol that both know, or with the earlier ones.
MODES: tuple[Literal["auto"], Literal["legacy"]] = ("auto", "legacy")


async def call(client: Client, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the result of a tool, which the client has validated against the tool's output schema."""
    result = await client.call_tool(name, arguments)
    assert not result.is_error, result
    assert isinstance(result.structured_content, dict), result
    return result.structured_content


async def run(client: Client) -> None:
    assert client.server_info is not None and client.server_info.name == "triptych"
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    annotations = tools["delete_bookmarks"].annotations
    assert annotations is not None and annotations.destructive_hint

    collection = await call(client, "create_collection", {"body": {"title": "Databases"}})
    place = collection["item"]["_id"]
    links = [f"https://example.com/{number}" for number in range(3)]
    items = [{"link": link, "collection": place, "tags": ["databases"]} for link in links]
    created = await call(client, "create_bookmarks", {"body": {"items": items}})
    ids = [item["_id"] for item in created["items"]]
    found = await call(client, "find_bookmarks", {"collectionId": place, "search": "#databases", "sort": "created"})
    assert [item["link"] for item in found["items"]] == links

    deleted = await call(client, "delete_bookmarks", {"collectionId": place, "body": {"ids": ids[:2]}})
    assert deleted["modified"] == 2
    assert (await call(client, "find_bookmarks", {"collectionId": place}))["count"] == 1
    await call(client, "revert_undo_step", {"id": deleted["undoStep"]})
    assert (await call(client, "find_bookmarks", {"collectionId": place}))["count"] == 3
    await call(client, "list_products", {})

    missing = await client.call_tool("get_bookmark", {"id": 2**53 - 1})
    [text] = missing.content
    assert missing.is_error and isinstance(text, TextContent) and text.text.startswith("Status 404: "), missing


async def main() -> None:
    for mode in MODES:
        headers = {"Authorization": f"Bearer {KEY}"}
        async with httpx2.AsyncClient(headers=headers) as http:
            async with Client(streamable_http_client(f"{SERVER}/mcp", http_client=http), mode=mode) as client:
                assert (client.protocol_version == "2026-07-28") == (mode == "auto"), client.protocol_version
                await run(client)


asyncio.run(main())
