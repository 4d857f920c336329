import t from "tap";
import { BASE, openLibrary } from "../../support/library.ts";

// How clients of Raindrop.io send requests, and what they expect of every response.

t.test("a 401 tells whether the token is missing or wrong", async (t) => {
  const { send } = await openLibrary(t);
  const failure = { result: false, error: "unauthorized", status: 401, auth: false };
  const missing = { ...failure, errorMessage: "Unauthorized" };
  const wrong = { ...failure, errorMessage: "Incorrect access_token" };
  for (const path of ["/user", "/collection/1", "/raindrop/1", "/raindrops/0"]) {
    t.same(await send("GET", BASE + path).then(({ body }) => body), missing, path);
    for (const authorization of ["Bearer junk", "Bearer trip_junk", "junk"]) {
      const { status, body } = await send("GET", BASE + path, { headers: { authorization } });
      t.same([status, body], [401, wrong], `${path}, ${authorization}`);
    }
  }
});

t.test("every response says how many requests are left, in two headers, as integers", async (t) => {
  const { ann, send } = await openLibrary(t, { COLLECTIONS_LIMIT_PER_MINUTE: "100" });
  for (const { headers } of [
    await ann.request("GET", "/user"),
    await ann.request("GET", "/nowhere"),
    await send("GET", `${BASE}/user`),
  ]) {
    const fields = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"].map((name) => headers.get(name));
    for (const field of fields) t.match(field, /^\d+$/);
    t.equal(headers.get("ratelimit-remaining"), fields[1]);
  }
});

t.test("listItems ignores empty parameters, and limits perpage to 50", async (t) => {
  const { ann } = await openLibrary(t);
  const items = Array.from({ length: 60 }, (_, index) => ({ link: `https://example.com/${index}` }));
  await ann.call("POST", "/raindrops", { items });
  const sizeOf = async (query: string) => (await ann.call("GET", `/raindrops/0?${query}`)).items.length;
  t.equal(await sizeOf("sort=&search=&perpage=1&page=0"), 1);
  for (const perpage of ["", "0", "-1", "-100"]) t.equal(await sizeOf(`perpage=${perpage}`), 25, perpage);
  for (const perpage of [51, 1000]) t.equal(await sizeOf(`perpage=${perpage}`), 50, `${perpage}`);
  t.same(
    await ann.call("GET", "/raindrops/0?page=&perpage=&nested=&sort=&search="),
    await ann.call("GET", "/raindrops/0"),
  );
  t.equal((await ann.request("GET", "/raindrops/0?perpage=&page=1&perpage=2")).status, 400, "repeated");
});

t.test("bulk operations ignore empty parameters too", async (t) => {
  const { ann } = await openLibrary(t);
  await ann.addItem();
  const query = "?nested=&search=&dangerAll=";
  t.match(await ann.request("PUT", `/raindrops/0${query}`, { important: true }), { status: 400 });
  t.match(await ann.call("PUT", `/raindrops/-1${query}`, { important: true }), { modified: 1 });
  t.match(await ann.call("DELETE", `/raindrops/-1${query}`), { modified: 1 });
});

t.test("reading operations ignore unknown parameters, a content type and a slash at the end of the path", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: id } = await ann.addCollection("Plans");
  const json = { "content-type": "application/json" };
  for (const path of ["/collections", "/collections/childrens", `/collection/${id}`, "/raindrops/0", "/user"]) {
    const { body } = await ann.request("GET", path);
    for (const variant of [`${path}/`, `${path}/?version=2&dangerAll=true`, `${path}?json=1&html`]) {
      const received = await ann.request("GET", variant, undefined, json);
      t.same([received.status, received.body], [200, body], variant);
    }
  }
  t.equal((await ann.request("GET", "/collections//")).status, 404);
  t.equal((await ann.request("GET", "/")).status, 404);
  t.match(await ann.request("PATCH", "/collections/"), { status: 405 });
  t.match(await ann.request("POST", "/collection/", { title: "Ideas" }), { status: 200 });
});

t.test("a slash at the end of a path matters in the other APIs", async (t) => {
  const { send } = await openLibrary(t);
  t.equal((await send("GET", "/api/v1/users.json/")).status, 404);
});

t.test("DELETE accepts an empty object as its body", async (t) => {
  const { ann } = await openLibrary(t);
  const [collection, item] = [await ann.addCollection("Plans"), await ann.addItem()];
  t.match(await ann.request("DELETE", `/raindrop/${item._id}`, {}), { status: 200 });
  t.match(await ann.request("DELETE", `/collection/${collection._id}`, {}), { status: 200 });
  t.match(await ann.request("DELETE", "/collection/-99", {}), { status: 200 });
});

t.test("a parent and a collection may be a bare id", async (t) => {
  const { ann } = await openLibrary(t);
  const { _id: plans } = await ann.addCollection("Plans");
  const { item: nested } = await ann.call("POST", "/collection", { title: "Garden", parent: plans });
  t.match(nested, { parent: { $id: plans } });
  const moved = await ann.call("PUT", `/collection/${nested._id}`, { parent: 0 });
  t.equal(moved.item.parent, undefined);
  t.match(await ann.call("PUT", `/collection/${nested._id}`, { parent: plans }), { item: { parent: { $id: plans } } });
  const { _id: id } = await ann.addItem();
  t.match(await ann.call("PUT", `/raindrop/${id}`, { collection: plans }), { item: { collectionId: plans } });
  t.match(await ann.call("PUT", `/raindrops/${plans}`, { collection: -1 }), { modified: 1 });
  t.match(await ann.call("POST", "/raindrop", { link: "https://example.com/", collection: plans }), {
    item: { collectionId: plans },
  });
  for (const parent of [-1, 1.5, 2 ** 53, 4711, "one"]) {
    t.match(await ann.request("POST", "/collection", { parent }), { status: 400, body: { error: "parent" } });
  }
});
