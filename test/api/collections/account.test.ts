import t from "tap";
import * as accounts from "../../../src/accounts/accounts.ts";
import { BASE, errorFieldsOf, openLibrary } from "../../support/library.ts";
import { createKey, logIn } from "../../support/people.ts";

/** The settings of an account that has changed none. */
const DEFAULT_CONFIG = {
  lang: "en",
  raindrops_sort: "-created",
  raindrops_view: "list",
  broken_level: "default",
  font_size: 0,
  last_collection: 0,
  raindrops_hide: [],
  raindrops_buttons: [],
  raindrops_search_by_score: true,
  raindrops_search_incollection: false,
  default_collection_view: "list",
  nested_view_legacy: false,
  add_default_collection: 0,
  acknowledge: [],
  ai_suggestions: true,
  filters_hide: false,
};

t.test("getAccount: has every field that clients of Raindrop.io read", async (t) => {
  const { ann, app } = await openLibrary(t, { ACCOUNT_QUOTA_MIB: "2" });
  await ann.addItem();
  app.advanceClock(60_000);
  await logIn(app.send, ann);
  app.advanceClock(60_000);
  await ann.addItem();
  const { user } = await ann.call("GET", "/user");
  const off = { enabled: false };
  t.match(user, {
    _id: ann.id,
    name: "Ann",
    fullName: "Ann",
    email: "ann@example.com",
    avatar: "",
    emailConfirmed: true,
  });
  t.match(user, { pro: true, password: true, tfa: off, dropbox: off, gdrive: off, google: off, facebook: off });
  t.match(user, { twitter: off, vkontakte: off, apple: off, onedrive: off });
  t.equal(user.files.size, 2 * 1024 * 1024);
  t.ok(Number.isInteger(user.files.used) && user.files.used > 0);
  t.same(user.config, DEFAULT_CONFIG);
  const [registered, visited, acted] = [
    "2026-01-01T12:00:00.000Z",
    "2026-01-01T12:01:00.000Z",
    "2026-01-01T12:02:00.000Z",
  ];
  t.match(user, { registered, lastUpdate: registered, lastVisit: visited, lastAction: acted });
});

t.test("updateAccount: returns the account as user and as item", async (t) => {
  const { ann } = await openLibrary(t);
  const { user, item } = await ann.call("PUT", "/user", { fullName: " Anna " });
  t.equal(user.fullName, "Anna");
  t.strictSame(item as unknown, user);
  t.strictSame((await ann.call("GET", "/user")).user, user);
  const unchanged = await ann.call("PUT", "/user", {});
  t.strictSame(unchanged.user, user);
  t.strictSame((await ann.call("PUT", "/user", user)).user, user, "the whole account can be sent back");
});

t.test("updateAccount: replaces the groups, and fills in what is left out", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const [one, two, three] = [await ann.addCollection("1"), await ann.addCollection("2"), await ann.addCollection("3")];
  const nested = await ann.addCollection("Below", one._id);
  const foreign = await bob.addCollection("Bob's");
  const groups = [
    { _id: "g1", title: "Main", collections: [two._id, two._id, nested._id, foreign._id, 4711] },
    { title: "Archive", hidden: true, sort: 7, collections: [one._id, two._id] },
    { title: "Empty" },
  ];
  const expected = [
    { title: "Main", hidden: false, sort: 0, collections: [two._id, three._id] },
    { title: "Archive", hidden: true, sort: 7, collections: [one._id] },
    { title: "Empty", hidden: false, sort: 2, collections: [] },
  ];
  t.strictSame((await ann.call("PUT", "/user", { groups })).user.groups, expected);
  const four = await ann.addCollection("4");
  await ann.call("DELETE", `/collection/${one._id}`);
  t.strictSame((await ann.call("GET", "/user")).user.groups, [
    { ...expected[0], collections: [two._id, four._id, three._id] },
    { ...expected[1], collections: [] },
    expected[2],
  ]);
  t.match((await bob.call("GET", "/user")).user.groups, [{ title: "My Collections", collections: [foreign._id] }]);
  const only = await ann.call("PUT", "/user", { groups: [{ title: "Only" }] });
  t.strictSame(
    only.user.groups.map(({ title, collections }) => ({ title, collections })),
    [{ title: "Only", collections: [four._id, three._id, two._id] }],
    "missing roots are in the order of GET /collections",
  );
});

t.test("updateCollections: sorts the collections within each group", async (t) => {
  const { ann } = await openLibrary(t);
  const ids: number[] = [];
  for (const title of ["b", "a", "d", "c"]) ids.push((await ann.addCollection(title))._id);
  const [b = 0, a = 0, d = 0, c = 0] = ids;
  const listsOf = async () => (await ann.call("GET", "/user")).user.groups.map(({ collections }) => collections);
  await ann.call("PUT", "/collections", { sort: "title" });
  t.same(await listsOf(), [[a, b, c, d]], "without groups of one's own");
  await ann.call("PUT", "/user", {
    groups: [
      { title: "One", collections: [c, b] },
      { title: "Two", collections: [d] },
    ],
  });
  t.same(await listsOf(), [[c, b, a], [d]]);
  await ann.call("PUT", "/collections", { sort: "title" });
  t.same(await listsOf(), [[a, b, c], [d]]);
  await ann.call("PUT", "/collections", { sort: "-title" });
  t.same(await listsOf(), [[c, b, a], [d]]);
  await ann.call("PUT", "/collections", { expanded: false });
  t.same(await listsOf(), [[c, b, a], [d]]);
});

t.test("updateAccount: merges config key by key; null and empty text remove a key", async (t) => {
  const { ann, bob } = await openLibrary(t);
  const set = async (config: object) => (await ann.call("PUT", "/user", { config })).user.config;
  const defaults = DEFAULT_CONFIG;
  const known = { broken_level: "strict", font_color: "night", font_size: 9, last_collection: -1, lang: "sv" };
  t.strictSame(await set(known), { ...defaults, ...known });
  const others = { raindrops_hide: ["tags", "note"], nested_view_legacy: true, __proto__x: 1, "a b": "ü" };
  t.strictSame(await set({ ...others, raindrops_view: "grid" }), {
    ...defaults,
    ...known,
    ...others,
    raindrops_view: "grid",
  });
  const { broken_level, ...kept } = known;
  t.strictSame(await set({ broken_level: null, raindrops_view: "", nested_view_legacy: null }), {
    ...defaults,
    ...kept,
    raindrops_hide: ["tags", "note"],
    __proto__x: 1,
    "a b": "ü",
  });
  t.strictSame((await bob.call("GET", "/user")).user.config, defaults);
});

t.test("updateAccount: takes settings and groups as Raindrop.io's applications send them", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Root");
  const sent = { font_size: "5", font_color: "day", broken_level: "", acknowledge: ["x"], ai_suggestions: false };
  const { user } = await ann.call("PUT", "/user", { config: sent });
  t.strictSame(user.config, { ...DEFAULT_CONFIG, ...sent, broken_level: "default" });
  t.strictSame((await ann.call("PUT", "/user", user)).user.config, user.config);
  t.match((await ann.call("PUT", "/user", { config: { font_size: "" } })).user.config, { font_size: 0 });
  const last = { title: "Last", hidden: false, sort: -1, collections: [id] };
  t.strictSame((await ann.call("PUT", "/user", { groups: [last] })).user.groups, [last]);
  t.match((await ann.call("PUT", "/user", { groups: [] })).user.groups, [
    { title: "My Collections", collections: [id] },
  ]);
});

t.test("updateAccount: name is the same as fullName, which wins over it", async (t) => {
  const { ann } = await openLibrary(t);
  t.match((await ann.call("PUT", "/user", { name: " Anna " })).user, { name: "Anna", fullName: "Anna" });
  t.match((await ann.call("PUT", "/user", { name: "Bea", fullName: "Cleo" })).user, { name: "Cleo", fullName: "Cleo" });
  for (const [change, name] of [
    [{ name: "Dora" }, "Dora"],
    [{ fullName: "Ann" }, "Ann"],
    [{}, "Ann"],
  ] as const) {
    const { user } = await ann.call("GET", "/user");
    const changed = await ann.call("PUT", "/user", { ...user, ...change });
    t.match(changed.user, { name, fullName: name }, "of a whole user, the field counts that was changed");
  }
  t.match(await ann.request("PUT", "/user", { name: " " }), { status: 400, body: { error: 2 } });
  t.equal((await ann.call("GET", "/user")).user.name, "Ann");
});

t.test("updateAccount: rejects settings and groups beyond their limits, and changes nothing", async (t) => {
  const { ann } = await openLibrary(t);
  const { user } = await ann.call("GET", "/user");
  for (const [config, error] of [
    [{ font_size: 10 }, "config.font_size"],
    [{ font_size: "10" }, "config.font_size"],
    [{ font_color: "red" }, "config.font_color"],
    [{ raindrops_view: "bla" }, "config.raindrops_view"],
    [{ other: { nested: 1 } }, "config.other"],
    [{ other: ["a", ["b"]] }, "config.other"],
    [{ other: Array(101).fill(1) }, "config.other"],
    [{ other: "x".repeat(8192) }, "config"],
    [{ other: "\u0000" }, "config.other"],
    [Object.fromEntries(Array.from({ length: 65 }, (_, key) => [`${key}`, true])), "config"],
  ] as const) {
    t.match(await ann.request("PUT", "/user", { config, fullName: "Anna" }), { status: 400, body: { error } }, error);
  }
  const title = "Main";
  for (const groups of [[{}], [{ title: "" }], [{ title, sort: 0.5 }], [{ title, collections: ["1"] }]]) {
    t.match(await ann.request("PUT", "/user", { groups, fullName: "Anna" }), {
      status: 400,
      body: { error: "groups" },
    });
  }
  const many = Array.from({ length: 101 }, () => ({ title }));
  t.match(await ann.request("PUT", "/user", { groups: many }), { status: 400, body: { error: "groups" } });
  t.strictSame((await ann.call("GET", "/user")).user, user);
});

t.test("updateAccount: another address needs the current password, and must be free", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const put = (body: object) => ann.request("PUT", "/user", body);
  const wrong = { status: 400, error: 3, errorMessage: "oldpassword incorrect" };
  const email = "anna@example.com";
  t.match(errorFieldsOf(await put({ email })), wrong);
  t.match(errorFieldsOf(await put({ email, oldpassword: "wrong" })), wrong);
  t.match(errorFieldsOf(await put({ email: "" })), { status: 400, error: 1, errorMessage: "email required" });
  t.match(errorFieldsOf(await put({ email: "anna" })), { status: 400, error: "email" });
  t.match(errorFieldsOf(await put({ fullName: "  " })), { status: 400, error: 2 });
  const taken = await put({ email: bob.email.toUpperCase(), oldpassword: ann.password });
  t.match(errorFieldsOf(taken), { status: 409, error: "email" });
  t.match(await put({ email: ann.email, fullName: "Ann" }), { status: 200 }, "the same address needs no password");
  t.match(await put({ email, oldpassword: ann.password }), { status: 200, body: { user: { email } } });
  t.ok(await logIn(app.send, { email, password: ann.password }));
});

t.test("updateAccount: slows down wrong passwords", async (t) => {
  const { ann } = await openLibrary(t);
  const body = { newpassword: "another password for tests", oldpassword: "wrong" };
  for (let times = 0; times < 5; times++) await ann.request("PUT", "/user", body);
  t.match(await ann.request("PUT", "/user", { ...body, oldpassword: ann.password }), { status: 429 });
});

t.test("updateAccount: a new password ends other sessions and tokens, but no API key", async (t) => {
  const { ann, app } = await openLibrary(t);
  const key = await createKey(app, ann.id);
  const newpassword = "another password for tests";
  const guessable = await ann.request("PUT", "/user", { newpassword: "ann@example.com", oldpassword: ann.password });
  t.match(errorFieldsOf(guessable), { status: 400, error: "newpassword" });
  t.match(await ann.request("PUT", "/user", { newpassword }), { status: 400, body: { error: 3 } });
  t.match(await ann.request("PUT", "/user", { newpassword, oldpassword: ann.password }), { status: 200 });
  t.equal((await ann.request("GET", "/user")).status, 401);
  t.equal((await app.send("GET", `${BASE}/user`, { headers: { authorization: `Bearer ${key}` } })).status, 200);
  t.ok(await logIn(app.send, { ...ann, password: newpassword }));
  t.equal(
    (await app.send("POST", "/api/user/login", { body: { email: ann.email, password: ann.password } })).status,
    401,
  );
});

t.test("updateAccount: If-Match protects the groups from lost updates", async (t) => {
  const { ann } = await openLibrary(t);
  const etag = (await ann.request("GET", "/user")).headers.get("etag") ?? "";
  const groups = [{ title: "Main" }];
  t.equal((await ann.request("PUT", "/user", { groups }, { "if-match": etag })).status, 200);
  t.equal((await ann.request("PUT", "/user", { groups }, { "if-match": etag })).status, 412);
});

t.test("getUser: finds an active account by id or exact name, and tells nothing private", async (t) => {
  const { ann, bob, app } = await openLibrary(t);
  const user = { _id: bob.id, fullName: "Bob", name: "Bob", email: "", avatar: "", pro: true };
  const expected = { result: true, user: { ...user, registered: "2026-01-01T12:00:00.000Z" } };
  for (const name of [`${bob.id}`, "Bob"]) t.strictSame((await ann.request("GET", `/user/${name}`)).body, expected);
  const missing = { status: 404, error: -1, errorMessage: "not found" };
  for (const name of ["bob", "Bo", "4711", "0", `0${bob.id}`, "%20Bob", "99999999999999999999", "%F0%9F%98%80"]) {
    t.match(errorFieldsOf(await ann.request("GET", `/user/${name}`)), missing, name);
  }
  t.equal((await ann.request("GET", "/user/%00")).status, 400);
  t.match((await ann.request("GET", "/user/stats")).body, { meta: { _id: ann.id } });
  const other = await accounts.create(app.context.database, app.context.clock, {
    email: "bob2@example.com",
    name: "Bob",
    password: "another password for tests",
  });
  t.match((await ann.request("GET", "/user/Bob")).body, { user: { _id: bob.id } }, "the oldest");
  await accounts.update(app.context.database, app.context.clock, bob.id, { active: false });
  t.match((await ann.request("GET", "/user/Bob")).body, { user: { _id: other.id } });
  t.equal((await ann.request("GET", `/user/${bob.id}`)).status, 404);
  await accounts.remove(app.context.database, app.context.clock, other.id);
  t.equal((await ann.request("GET", "/user/Bob")).status, 404);
});
