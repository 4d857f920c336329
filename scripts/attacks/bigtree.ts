import { inBatches } from "../../harness/import-batches.ts";
import { openSession } from "../../harness/sessions.ts";
import * as accounts from "../../src/accounts/accounts.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import type { Bookmark } from "../../src/library/import/bookmark/bookmark.ts";
import { store } from "../../src/library/import/store.ts";
import type { Attack } from "./attack.ts";
import { inBursts } from "./bursts.ts";

/** The most bookmarks that an import may have, each in a folder of its own. */
const FOLDERS = 10_000;
const IMPORTS = 3;

/** Pages that read all collections, and how many of them are requested at once. */
const PAGES = ["/bookmarks/collections/clean", "/bookmarks/export", "/bookmarks"];
const PAGE_COUNT = 800;

/** As many exports as an account may request in a minute. */
const EXPORT = "/rest/v1/raindrops/0/export.csv";
const EXPORT_COUNT = 590;

export const BIGTREE: Attack = {
  title: "800 pages and 590 exports at once of an account with 30,000 collections",
  loops: PAGE_COUNT + EXPORT_COUNT,
  // So that the limit of requests hides no hole.
  settings: { COLLECTIONS_LIMIT_PER_MINUTE: "1000000" },
  // The heap that the guide recommends.
  nodeFlags: ["--max-old-space-size=1024"],
  limits: { memory: 700 },
  async prepare({ base, databaseUrl, attacker }) {
    const database = openDatabase(databaseUrl);
    const account = await accounts.findByEmail(database, attacker.email);
    if (account === undefined) throw new Error("The attacker has no account.");
    for (let number = 0; number < IMPORTS; number++) await importFolders(database, account.id, number);
    const session = await openSession(database, Date.now, { id: account.id, credential_version: 1 });
    await database.destroy();
    const cookie = `triptych_session=${session}`;
    const authorization = `Bearer ${attacker.token}`;
    const request = async (loop: number) => {
      const path = loop < PAGE_COUNT ? PAGES[loop % PAGES.length] : EXPORT;
      const response = await fetch(base + path, { headers: { cookie, authorization } }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status ?? 0;
    };
    return { attackOnce: inBursts(PAGE_COUNT + EXPORT_COUNT, request) };
  },
};

/** Imports bookmarks in folders of their own, on three levels. */
async function importFolders(database: Database, accountId: number, number: number): Promise<void> {
  const bookmarks = Array.from({ length: FOLDERS }, (_, index): Bookmark => {
    // Folders with the same path would be one collection.
    const folder = `Folder ${number} ${index}`;
    const group = `Import ${number}, part ${index % 40}`;
    return {
      link: `https://example.com/${number}/${index}`,
      title: folder,
      path: index % 2 === 0 ? [folder] : [group, folder],
      tags: [`tag ${index % 500}`],
      excerpt: "",
      note: "",
      cover: "",
      important: false,
      highlights: [],
      created: undefined,
      updated: undefined,
    };
  });
  await store(database, Date.now, accountId, inBatches(bookmarks));
}
