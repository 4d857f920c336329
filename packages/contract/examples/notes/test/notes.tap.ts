import t from "tap";
import { openServer, recordEffect } from "./server.ts";

const { send, close } = await openServer();
t.teardown(close);

t.test("a created note is listed, the newest first", async (t) => {
  const created = await send("POST", "/notes", { payload: { text: "milk" } });
  t.equal(created.statusCode, 201);
  t.equal(created.headers.location, "/v1/notes/1");
  await send("POST", "/notes", { payload: { text: "bread" } });
  const texts = (path: string) =>
    send("GET", path).then((list) => list.json().map(({ text }: { text: string }) => text));
  t.same(await texts("/notes"), ["bread", "milk"]);
  recordEffect("notes", "createNote", "body /text");
  t.same(await texts("/notes?limit=1"), ["bread"]);
  recordEffect("notes", "listNotes", "query limit");
});

t.test("invalid input is rejected with the name of what is wrong", async (t) => {
  t.match((await send("POST", "/notes", { payload: { text: "" } })).json(), { error: /\/text/ });
  t.match((await send("GET", "/notes?limit=0")).json(), { error: /query parameter limit/ });
  t.equal((await send("POST", "/notes", { payload: { text: "x".repeat(2 ** 21) } })).statusCode, 413);
  const text = { authorization: "Bearer secret", "content-type": "text/plain" };
  t.equal((await send("POST", "/notes", { payload: "milk", headers: text })).statusCode, 415);
});
