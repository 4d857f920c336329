import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { engineFor } from "./engine.ts";
import { tryLockMaintenance } from "./sqlite/archive/file-lock.ts";

const PREFIX = "triptych-drill-";

/** Room for a backup and a copy of the data, which disposing removes. */
export interface Scratch extends AsyncDisposable {
  /** An empty folder. */
  readonly folder: string;
  /** The URL of a database without tables, on the same engine. */
  readonly url: string;
}

/** Opens a folder in `parent`, and a database. First removes what killed processes have left of theirs. */
export async function openScratch(url: string, parent: string): Promise<Scratch> {
  await using resources = new AsyncDisposableStack();
  await removeLeftOver(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const lock = await tryLockMaintenance(join(folder, "drill"));
  if (lock !== undefined) resources.use(lock);
  const copy = resources.use(await engineFor(url).openScratch(url, folder));
  // Keeps the resources open when this function returns.
  const opened = resources.move();
  return { folder, url: copy.url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The system releases the lock of a process that is killed. */
async function removeLeftOver(parent: string): Promise<void> {
  for (const entry of await readdir(parent, { withFileTypes: true })) {
    if (!entry.isDirectory() || !/^triptych-drill-\w{6}$/.test(entry.name)) continue;
    const folder = join(parent, entry.name);
    // Another user's folder, or one that its process has just removed.
    const lock = await tryLockMaintenance(join(folder, "drill")).catch(() => undefined);
    if (lock === undefined) continue;
    lock[Symbol.dispose]();
    await rm(folder, { recursive: true, force: true });
  }
}
