import type { KyselyPlugin } from "kysely";
import t, { type Test } from "tap";
import { fillLibrary } from "../../harness/large-library.ts";
import { type Database, openDatabase } from "../../src/database/database.ts";
import { migrate } from "../../src/database/migrate.ts";
import * as collections from "../../src/library/collections/collections.ts";
import * as removal from "../../src/library/collections/removal.ts";
import * as folders from "../../src/library/export/folders.ts";
import { treeOf } from "../../src/library/library-tree.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { addOwner } from "./library.ts";

const PAGE = 1_000;
const clock = () => 0;

/**
 * A database in which `first` is below `below`, which is below `last`, and a handle of it. Another process merges `last` into
 * `first` after the first page of the tree was read: then `below` is below `first`.
 */
async function openChanging(t: Test) {
  const url = await migratedDatabaseUrl(t);
  const [database, other] = [openDatabase(url), openDatabase(url)];
  t.teardown(() => Promise.all([database.destroy(), other.destroy()]));
  await migrate(database, url);
  const owner = await addOwner(database, "owner");
  const { ids } = await fillLibrary(database, owner, { collections: PAGE + 2, items: 0, depth: 1 });
  // None of the three has children.
  const [first = 0, below = 0, last = 0] = [ids[1], ids.at(-2), ids.at(-1)];
  await collections.update(database, clock, owner, below, { parentId: last });
  await collections.update(database, clock, owner, first, { parentId: below });
  let isChanged = false;
  const changing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (result.rows.length === PAGE && !isChanged) {
        isChanged = true;
        await removal.merge(other, clock, owner, { to: first, ids: [last] });
      }
      return result;
    },
  };
  const handle: Database = database.withPlugin(changing);
  return { handle, owner, first, below, last };
}

t.test("a tree of several pages is read as it was at one moment", async (t) => {
  const { handle, owner, first, below, last } = await openChanging(t);
  const tree = await treeOf(handle, owner);
  // After the merge. Mixed with the first page of before, `first` and `below` would be each other's parents.
  t.equal(tree.get(last), undefined);
  t.equal(tree.get(below)?.parentId, first);
});

t.test("the folders of an export are those of one moment", async (t) => {
  const { handle, owner, first } = await openChanging(t);
  const loaded = await folders.load(handle, owner);
  t.equal((await loaded.pathsOf(handle, [first])).size, 1);
});
