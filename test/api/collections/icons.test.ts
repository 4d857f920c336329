import sharp from "sharp";
import t from "tap";
import { Failure } from "#contract/failure";
import type { components } from "../../../generated/collections.ts";
import { GROUPS } from "../../../src/library/icons/icons.ts";
import { openApp } from "../../support/app.ts";
import { BASE, type LibraryOwner, openLibrary } from "../../support/library.ts";

const START = "http://triptych.test/rest/v1/icon/";

async function iconsOf({ call }: LibraryOwner, path: string) {
  // The server checks the body against the contract.
  return ((await call("GET", path)) as unknown as components["schemas"]["Icons"]).items;
}

t.test("listIcons: returns groups of icons with absolute addresses, with or without a slash at the end", async (t) => {
  const { ann } = await openLibrary(t);
  const groups = await iconsOf(ann, "/collections/covers");
  t.same(
    groups.map(({ title, icons }) => ({ title, icons: icons.map(({ png }) => png) })),
    GROUPS.map(({ title, icons }) => ({ title, icons: icons.map((icon) => `${START}${icon}.png`) })),
  );
  t.same(await iconsOf(ann, "/collections/covers/"), groups);
});

t.test("searchIcons: finds all words in the name or the group, ignoring case", async (t) => {
  const { ann } = await openLibrary(t);
  const namesOf = async (text: string) =>
    (await iconsOf(ann, `/collections/covers/${encodeURIComponent(text)}`)).map(({ title, icons }) => [
      title,
      ...icons.map(({ png }) => png.slice(START.length)),
    ]);
  t.same(await namesOf("MOBILE"), [["Icons", "device-mobile.png"]]);
  t.same(await namesOf("device desk"), [["Icons", "device-desktop.png"]]);
  t.same(await namesOf("places"), [["Icons", "plane.png", "map-pin.png", "bike.png", "car.png"]]);
  for (const text of ["nothing", "mobile plane", "é/%", ".*"]) t.same(await namesOf(text), [], text);
  t.equal((await ann.request("GET", `/collections/covers/${"a".repeat(101)}`)).status, 400);
});

t.test("getIcon: returns each icon without a token, as PNG of 256 pixels that may be cached forever", async (t) => {
  const { app, send } = await openLibrary(t);
  for (const icon of GROUPS.flatMap(({ icons }) => icons)) {
    const response = await fetch(`${app.base}${BASE}/icon/${icon}.png`);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    t.same([response.status, format, width, height], [200, "png", 256, 256], icon);
    t.equal(response.headers.get("cache-control"), "public, max-age=31536000, immutable");
  }
  for (const name of ["nothing.png", "constructor.png"])
    t.equal((await send("GET", `${BASE}/icon/${name}`)).status, 404);
  for (const name of ["book", "book.svg", "..%2Fgroups.png"]) {
    t.equal((await send("GET", `${BASE}/icon/${name}`)).status, 400, name);
  }
});

t.test("getIcon: returns 500 after an unexpected error, and 503 while the server is overloaded", async (t) => {
  const errors = [new Error("unexpected"), new Failure("unavailable", "The server is overloaded.", { retryAfter: 1 })];
  const { send } = await openApp(
    t,
    {},
    {
      extend: (app) =>
        app.addHook("preHandler", async () => {
          throw errors.shift();
        }),
    },
  );
  const path = `${BASE}/icon/book.png`;
  t.match(await send("GET", path), { status: 500, body: { error: "internal" } });
  t.match(await send("GET", path), { status: 503, body: { error: "unavailable" } });
});

t.test("an icon can be the cover of a collection", async (t) => {
  const { ann } = await openLibrary(t);
  const cover = [`${START}book.png`];
  const { _id: id } = await ann.addCollection("Books", undefined, { cover });
  t.same((await ann.call("GET", `/collection/${id}`)).item.cover, cover);
});
