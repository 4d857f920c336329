import { setImmediate as nextTurn } from "node:timers/promises";
import t from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { openPageClient, signIn } from "../../harness/page-client.ts";
import { makeSegments } from "../../harness/segments.ts";
import { stopWorkers } from "../support/app.ts";
import { engine } from "../support/databases.ts";
import { openWorld, PAGE_LIST, pathOn } from "../support/page-list.ts";

const SIZE = { collections: 300, items: 25_000, depth: 4 };

/**
 * Milliseconds of processor time of the main thread for a page, and in one turn of the event loop. An idle machine takes
 * at most 15 for a page: other programs make the same work take longer.
 */
const MAX_TIME = 30;
const MAX_BLOCK = 20;

/** A search that finds all bookmarks takes longer, in several turns. */
const FINDS_ALL = "/bookmarks?search=page";

/** How often each page is requested. The fastest counts: the others may have waited for other programs. */
const REQUESTS = 7;

// On PostgreSQL, the database works in another process.
const options = engine === "sqlite" ? {} : { skip: "the processor time is that of SQLite and the server" };

t.test("each page of a large library takes little time, and does not block the event loop", options, async (t) => {
  const world = await openWorld(t);
  const { app, ann } = world;
  const { database } = app.context;
  const { ids } = await fillLibrary(database, ann.id, SIZE);
  await makeSegments(database);
  await stopWorkers(app);
  const [signedIn, anonymous] = [await signIn(app.base, ann), openPageClient(app.base)];
  const large = [`/bookmarks/${ids[0]}`, `/bookmarks/${ids[0]}?nested=on`, FINDS_ALL, "/bookmarks?page=99"];
  const pages = [
    ...PAGE_LIST.map((page) => ({ path: pathOn(world, page), client: page.isSignedIn ? signedIn : anonymous })),
    ...large.map((path) => ({ path, client: signedIn })),
  ];
  for (const { path, client } of pages) {
    const measured = [];
    for (let count = 0; count < REQUESTS; count++) measured.push(await processorTimeOf(() => client.get(path)));
    const time = Math.min(...measured.map(({ total }) => total));
    const block = Math.min(...measured.map(({ longest }) => longest));
    if (path !== FINDS_ALL) t.ok(time <= MAX_TIME, `${path}: ${time.toFixed(1)} ms`);
    t.ok(block <= MAX_BLOCK, `${path}: ${block.toFixed(1)} ms in one turn`);
  }
});

/** The processor time of this thread for some work, and for its longest turn of the event loop, in milliseconds. */
async function processorTimeOf(work: () => Promise<unknown>): Promise<{ total: number; longest: number }> {
  let longest = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await nextTurn();
      longest = Math.max(longest, millisecondsSince(before));
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  // Without the watching, which never sleeps.
  const before = process.threadCpuUsage();
  await work();
  return { total: millisecondsSince(before), longest };
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
