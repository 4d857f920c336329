import { brotliCompressSync, gzipSync } from "node:zlib";
import t from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { signIn } from "../../harness/page-client.ts";
import { makeSegments } from "../../harness/segments.ts";
import { stopWorkers } from "../support/app.ts";
import { openLibrary } from "../support/library.ts";
import { costOf } from "./cost.ts";

const SIZE = { collections: 300, items: 25_000, depth: 4 };

/** Bytes of a page of 50 items beside a tree of 300 collections, compressed. */
const MAX_BYTES = 30_000;

/** Statements of the page, of which 6 look for duplicates: the library has thousands. */
const MAX_STATEMENTS = 45;

t.test("a list of a large library is a small page, made by few statements", async (t) => {
  const { app, ann } = await openLibrary(t);
  await stopWorkers(app);
  const { database } = app.context;
  const { ids } = await fillLibrary(database, ann.id, SIZE);
  await makeSegments(database);
  const client = await signIn(app.base, ann);
  for (const path of ["/bookmarks", "/bookmarks?view=simple", "/bookmarks?view=masonry", `/bookmarks/${ids.at(-1)}`]) {
    let text = "";
    const { statements } = await costOf(database, async () => {
      ({ text } = await client.get(path));
    });
    t.equal(text.match(/ data-item="/g)?.length, 50, path);
    t.equal(text.match(/ data-place="[1-9]/g)?.length, SIZE.collections, `${path}: all collections`);
    t.ok(statements <= MAX_STATEMENTS, `${path}: ${statements} statements`);
    for (const compressed of [brotliCompressSync(text), gzipSync(text)])
      t.ok(compressed.length <= MAX_BYTES, `${path}: ${compressed.length} of ${text.length} bytes`);
  }
});
