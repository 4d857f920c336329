import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Note } from "../server.ts";
import { openServer, recordEffect } from "./server.ts";

describe("a note", () => {
  let server: Awaited<ReturnType<typeof openServer>>;
  before(async () => {
    server = await openServer();
    await server.send("POST", "/notes", { payload: { text: "milk" } });
    await server.send("POST", "/notes", { payload: { text: "bread" } });
  });
  after(() => server.close());

  it("is found by its id", async () => {
    assert.deepEqual((await server.send("GET", "/notes/1")).json(), { id: 1, text: "milk" });
    assert.deepEqual((await server.send("GET", "/notes/2")).json(), { id: 2, text: "bread" });
    recordEffect("notes", "getNote", "path id");
    assert.equal((await server.send("GET", "/notes/3")).statusCode, 404);
    assert.equal((await server.send("GET", "/notes/zero")).statusCode, 400);
  });

  it("is not sent again to a client that has it", async () => {
    const { etag } = (await server.send("GET", "/notes/1")).headers;
    const headers = { authorization: "Bearer secret", "if-none-match": etag };
    assert.equal((await server.send("GET", "/notes/1", { headers })).statusCode, 304);
  });

  it("is for clients with the token only", async () => {
    for (const path of ["/notes", "/notes/1"])
      assert.equal((await server.send("GET", path, { headers: {} })).statusCode, 401);
    assert.equal((await server.send("POST", "/notes", { headers: {}, payload: { text: "tea" } })).statusCode, 401);
  });

  it("can fail to be read or written, without details for clients", async () => {
    const broken = new Proxy<Note[]>([], {
      get() {
        throw new Error("The disk is full.");
      },
    });
    const { send, close } = await openServer(broken);
    const payload = { text: "tea" };
    for (const response of [
      await send("GET", "/notes"),
      await send("GET", "/notes/1"),
      await send("POST", "/notes", { payload }),
    ]) {
      assert.equal(response.statusCode, 500);
      assert.doesNotMatch(response.body, /disk/);
    }
    await close();
  });

  it("is under a path that exists, and is not patched", async () => {
    assert.equal((await server.send("GET", "/elsewhere")).statusCode, 404);
    const patched = await server.send("PATCH", "/notes/1");
    assert.deepEqual([patched.statusCode, patched.headers.allow], [405, "GET, HEAD"]);
  });
});
