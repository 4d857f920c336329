import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import t from "tap";
import { loadContract } from "../../src/server/contracts.ts";
import { insertProducts } from "../products/rows.ts";
import { openApp } from "../support/app.ts";
import { eventsOf } from "../support/audit.ts";
import { openLibrary } from "../support/library.ts";
import { connect, REVISIONS } from "../support/mcp.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";
import { share } from "../support/shares.ts";

const CONTRACTS = ["catalogue", "users", "collections"].map(loadContract);

const TOOLS = CONTRACTS.flatMap(({ operations }) => operations.flatMap(({ source }) => source["x-tool"] ?? []));

/** Those that write products, which only login tokens may. */
const OF_LOGINS = ["create_product", "update_product", "delete_product"];

type Entry = { readonly _id: number; readonly link: string };

/** The entries of a result, or its only one. */
function entriesOf(result: Readonly<Record<string, unknown>> = {}, field: string): [Entry, ...Entry[]] {
  // A cast: the client has checked the result.
  return [result[field]].flat() as [Entry, ...Entry[]];
}

t.test("lists the operations of the contracts that have x-tool, with schemas and hints", async (t) => {
  const { app, ann } = await openLibrary(t);
  for (const revision of REVISIONS) {
    const { client, names } = await connect(t, app, await createKey(app, ann.id, revision), revision);
    t.equal(client.getNegotiatedProtocolVersion(), revision);
    t.same(
      await names(),
      TOOLS.filter((name) => !OF_LOGINS.includes(name)),
    );
    const { tools } = await client.listTools();
    t.ok(JSON.stringify(tools).length < 100_000, `${JSON.stringify(tools).length} characters`);
    const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
    const [reads, deletes] = [
      { readOnlyHint: true, destructiveHint: false },
      { readOnlyHint: false, destructiveHint: true },
    ];
    t.match(hints.find_bookmarks, { ...reads, idempotentHint: true });
    t.match(hints.suggest_for_link, reads, "a POST that only reads");
    t.match(hints.delete_bookmarks, { ...deletes, idempotentHint: true });
    t.match(hints.merge_collections, deletes);
    t.match(hints.create_bookmarks, { readOnlyHint: false, destructiveHint: false, idempotentHint: false });
    for (const { name, title, description = "" } of tools) {
      t.ok(title, name);
      t.ok(description.length > 20 && description.length < 1000, `${name}: ${description}`);
    }
  }
});

t.test("docs/mcp.md lists every tool with its operation", async (t) => {
  const page = readFileSync(new URL("../../docs/mcp.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, tool, operation]) => `${tool} ${operation}`);
  const tools = CONTRACTS.flatMap(({ operations }) =>
    operations.flatMap(({ id, source: { "x-tool": tool } }) => (tool === undefined ? [] : [`${tool} ${id}`])),
  );
  t.same(rows.sort(), tools.sort());
});

t.test("the schemas of tools are JSON Schema 2020-12 without references", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { client } = await connect(t, app, ann.token);
  const { tools } = await client.listTools();
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, allErrors: true });
  formats.default(ajv);
  ajv.addFormat("password", true);
  for (const { name, inputSchema, outputSchema = { type: "string" } } of tools) {
    for (const listed of [inputSchema, outputSchema]) {
      const schema = JSON.parse(JSON.stringify(listed));
      t.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
      t.doesNotThrow(() => ajv.compile(schema), name);
      t.equal(schema.type, "object");
      t.notMatch(JSON.stringify(schema), '"$ref":"', name);
    }
  }
  const find = tools.find(({ name }) => name === "update_bookmarks")?.inputSchema.properties?.body;
  t.match(
    find,
    { properties: { addTags: { description: /^(?!Tags of the item)/ } } },
    "a description next to a reference wins",
  );
});

t.test("reads and writes in every revision, and a destructive change can be reverted", async (t) => {
  const { app, ann } = await openLibrary(t);
  for (const revision of REVISIONS) {
    const { call } = await connect(t, app, await createKey(app, ann.id, revision), revision);
    const { result: created } = await call("create_collection", { body: { title: "Lamps" } });
    t.match(created, { item: { title: "Lamps" } });
    const [{ _id: collectionId }] = entriesOf(created, "item");
    const items = [1, 2, 3].map((number) => ({ link: `https://example.com/${number}`, collection: collectionId }));
    t.match((await call("create_bookmarks", { body: { items } })).result, { items: [{}, {}, {}] });
    const { result: found } = await call("find_bookmarks", { collectionId, perpage: 2, sort: "created" });
    t.match(found, { count: 3, items: [{ link: "https://example.com/1" }, {}] });
    const ids = entriesOf(found, "items").map(({ _id }) => _id);
    t.match((await call("find_bookmarks", { collectionId: 0, ids })).result, { count: 2 }, "a list in the query");

    const { result: deleted, text } = await call("delete_bookmarks", { collectionId, body: { ids } });
    t.match(deleted, { modified: 2, undoStep: Number });
    t.same(JSON.parse(text), deleted, "the text is the result as JSON");
    t.match((await call("find_bookmarks", { collectionId })).result, { count: 1 });
    t.match((await call("revert_undo_step", { id: deleted?.undoStep })).result, { items: 2 });
    t.match((await call("find_bookmarks", { collectionId })).result, { count: 3 });
    t.match((await call("delete_bookmarks", { collectionId: 0, body: { ids: [999] } })).result, { modified: 0 });
    t.notOk("undoStep" in ((await call("delete_collection", { id: 999 })).result ?? {}));
    t.match((await call("delete_collection", { id: collectionId })).result, { undoStep: Number });
  }
});

t.test("calls at the same time each get their own undo step", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const callers = await Promise.all(
    [ann, bob].map(async (owner) => ({ owner, ...(await connect(t, app, await createKey(app, owner.id))) })),
  );
  const calls = callers.flatMap(({ owner, call }) => Array.from({ length: 5 }, () => ({ owner, call })));
  const steps = await Promise.all(
    calls.map(async ({ owner, call }, index) => {
      const { _id: id } = await owner.addItem(-1, { link: `https://example.com/${index}` });
      const { result } = await call("delete_bookmarks", { collectionId: -1, body: { ids: [id] } });
      return { id, step: result?.undoStep };
    }),
  );
  t.equal(new Set(steps.map(({ step }) => step)).size, calls.length);
  for (const [index, { id, step }] of steps.entries()) {
    await calls[index]?.call("revert_undo_step", { id: step });
    const { result } = (await calls[index]?.call("get_bookmark", { id })) ?? {};
    t.match(result, { item: { removed: false } }, `step ${step} reverts the deletion of ${id}`);
  }
});

t.test("a step of somebody else's library is not returned: only its owner can revert it", async (t) => {
  const { app, ann, bob } = await openLibrary(t);
  const { _id: collectionId } = await ann.addCollection("Shared");
  await ann.addItem(collectionId);
  await share(app, collectionId, bob.id, "member");
  const { call } = await connect(t, app, await createKey(app, bob.id));
  const { result } = await call("delete_bookmarks", { collectionId });
  t.same(result, { result: true, matched: 1, modified: 1 });
});

t.test("a key with scopes is offered what they allow, and everything else is refused", async (t) => {
  const { app, ann } = await openLibrary(t);
  const reader = await connect(t, app, await createKey(app, ann.id, "reader", ["collections:read"]));
  const names = await reader.names();
  t.ok(names.includes("find_bookmarks") && names.includes("list_products"));
  t.same(
    names.filter((name) => /^(create|update|delete|merge|empty|revert)/.test(name) || name === "get_user"),
    [],
  );
  const refused = await reader.call("create_bookmarks", { body: { items: [{ link: "https://example.com" }] } });
  t.match(refused, { isError: true, text: /^Status 403: .*This API key lacks the scope collections:write/ });
  t.match(await reader.call("get_user", { id: ann.id }), { isError: true, text: /lacks the scope users:read/ });
  t.equal((await ann.counts())[0], 0);

  const users = await connect(t, app, await createKey(app, ann.id, "users", ["users:write"]));
  t.same(await users.names(), ["list_products", "get_product", "get_user"]);
  t.match(await users.call("find_bookmarks", { collectionId: 0 }), { isError: true, text: /collections:read/ });
  t.match((await users.call("get_user", { id: ann.id })).result, { id: ann.id });
});

t.test("login tokens may write products, and API keys may read them", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  await setLevel(app, ann.id, 4);
  const login = await connect(t, app, ann.token);
  t.same(
    (await login.names()).filter((name) => /product|user$/.test(name)),
    ["list_products", "create_product", "get_product", "update_product", "delete_product", "fetch_current_user"],
  );
  const { result: product } = await login.call("create_product", { body: { name: "Desk lamp", price: 5 } });
  const byKey = await connect(t, app, await createKey(app, ann.id));
  t.match((await byKey.call("get_product", { id: product?.id })).result, { items: [{ name: "Desk lamp" }] });
  t.match((await byKey.call("list_products")).result, { items: [{ id: product?.id }] });
  const refused = { isError: true, text: "delete_product needs a login token, not an API key." };
  t.match(await byKey.call("delete_product", { id: product?.id }), refused);
  t.match((await login.call("delete_product", { id: product?.id })).result, { name: "Desk lamp" });
  t.match(await login.call("get_user", { id: ann.id }), { isError: true, text: /needs an API key/ });
});

t.test("wrong arguments are errors of the tool, in the words of the contract", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { call, client } = await connect(t, app, await createKey(app, ann.id));
  for (const [name, args, text] of [
    ["get_bookmark", {}, /^get_bookmark needs the argument id\.$/],
    ["get_bookmark", { id: 1, colour: "red" }, /^get_bookmark has no argument colour\. It takes id\.$/],
    ["get_bookmark", { id: "../collections" }, /^Status 400: /],
    ["get_bookmark", { id: ".." }, /^The argument id must be integer\.$/],
    ["get_bookmark", { id: "" }, /^The argument id must be integer\.$/],
    ["get_bookmark", { id: { $ne: 1 } }, /^The argument id must be integer\.$/],
    ["get_bookmark", { id: 999 }, /^Status 404: .*"errorMessage":/],
    ["find_bookmarks", { collectionId: 0, sort: "colour" }, /^Status 400: .*"error":/],
    ["find_bookmarks", { collectionId: 0, sort: null }, /^The argument sort must be string\.$/],
    ["find_bookmarks", { collectionId: 0, skip: -1 }, /^skip must be a number of entries\.$/],
    ["create_bookmarks", { body: { items: [{}] } }, /^Status 400: .*link/],
    ["create_bookmarks", { body: "text" }, /^Status 400: /],
    ["get_user", { id: ann.id + 1 }, /^Status 403: .*Insufficient privileges/],
    ["get_product", { id: "x" }, /^Status 400: /],
  ] as const) {
    const { isError, text: message } = await call(name, args);
    t.ok(isError, name);
    t.match(message, text, `${name} ${JSON.stringify(args)}`);
  }
  await t.rejects(client.callTool({ name: "drop_tables" }), { code: -32602 });
  await t.rejects(client.callTool({ name: "constructor" }), { code: -32602 });
});

t.test("a large result is shortened, says so, and the rest can be read", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { call } = await connect(t, app, await createKey(app, ann.id));
  const items = Array.from({ length: 40 }, (_, number) => ({
    link: `https://example.com/${number}`,
    excerpt: "x".repeat(5000),
  }));
  const created = await call("create_bookmarks", { body: { items } });
  t.match(created.result?.truncated, /entries of items are left out.*The change was carried out as a whole/);
  t.equal((await ann.counts())[0], 40);

  const links = new Set<unknown>();
  let skip = 0;
  for (let calls = 0; calls < 10; calls++) {
    const { result, text } = await call("find_bookmarks", { collectionId: 0, perpage: 40, skip });
    t.ok(Buffer.byteLength(text) < 64 * 1024 + 500, `${text.length} characters`);
    for (const { link } of entriesOf(result, "items")) links.add(link);
    const { truncated } = result ?? {};
    if (truncated === undefined) break;
    t.match(
      truncated,
      /^\d+ entries of items are left out.* again with the same arguments and skip \d+, or .* perpage\.$/,
    );
    skip = Number(/skip (\d+)/.exec(String(truncated))?.[1]);
  }
  t.equal(links.size, 40, "each entry was read");
});

t.test("a response that is too large to read is an error that says what to ask for", async (t) => {
  const { app, ann } = await openLibrary(t);
  const { call } = await connect(t, app, await createKey(app, ann.id));
  await insertProducts(app.context.database, 500, "x".repeat(10_000));
  t.same(await call("list_products"), {
    isError: true,
    text: "The response is larger than 4 MiB. Ask for less: limit.",
    result: undefined,
  });
  t.match(await call("list_products", { limit: 100 }), {
    isError: false,
    result: { truncated: /skip 6, or .* limit\./ },
  });
});

t.test("a call counts once: as the operation for collections, as the request to /mcp otherwise", async (t) => {
  const { app, ann } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "7" });
  const key = await createKey(app, ann.id);
  const left = async () => {
    const { headers } = await app.send("GET", "/rest/v1/user", { headers: { authorization: `Bearer ${key}` } });
    return Number(headers.get("x-ratelimit-remaining"));
  };
  await left();
  const { call } = await connect(t, app, key);
  const before = await left();
  await call("get_statistics");
  t.equal(await left(), before - 2, "the call, and this request");
  await call("list_products");
  t.equal(await left(), before - 4);
  t.equal(before, 4, "two requests, and one to /mcp");
  await t.rejects(call("get_statistics"), { message: /Too many requests\. Try again in \d+ second/ });
});

t.test("changes are in the audit log as those of the operation", async (t) => {
  const { app, ann } = await openLibrary(t);
  const key = await createKey(app, ann.id);
  const { call } = await connect(t, app, key);
  const [one, two] = [await ann.addCollection("One"), await ann.addCollection("Two")];
  const headers = { authorization: `Bearer ${key}`, "user-agent": "agent" };
  const body = { public: true };
  const byHttp = await eventsOf(app, () => app.send("PUT", `/rest/v1/collection/${one._id}`, { headers, body }));
  const byTool = await eventsOf(app, () => call("update_collection", { id: two._id, body }));
  t.match(byTool, [
    {
      actorId: ann.id,
      via: "collections updateCollection",
      credential: key.slice(0, 13),
      action: "collection.publish",
      targetId: `${two._id}`,
      address: "127.0.0.1",
      userAgent: "agent",
    },
  ]);
  const common = ({ id: _id, targetId: _target, hash: _hash, ...event }: (typeof byHttp)[number]) => event;
  t.same(byTool.map(common), byHttp.map(common));
});
