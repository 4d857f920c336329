import type { FastifyInstance } from "fastify";
import { preparePages } from "../account/prepare.ts";
import { requireSignIn } from "../account/session.ts";
import { BOOKMARKS } from "../paths.ts";
import { serveBulk } from "./bulk-page.ts";
import { serveCollectionList } from "./collection-list.ts";
import type { Dependencies } from "./dependencies.ts";
import { serveEmptyTrash } from "./empty-trash.ts";
import { serveItemPosition } from "./item-position.ts";
import { serveLists } from "./list-page.ts";
import { listReader } from "./read-list.ts";
import { serveShortcuts } from "./shortcuts.ts";
import { serveUndo } from "./undo-notice.ts";

/** Registers the pages below `/bookmarks`, on which people read and change their collections. */
export async function registerBookmarkPages(server: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await server.register(
    async (scope) => {
      await preparePages(scope, dependencies.context);
      requireSignIn(scope);
      const lists = { ...dependencies, readList: listReader(dependencies.context) };
      serveLists(scope, lists);
      serveBulk(scope, lists);
      serveCollectionList(scope, dependencies.context);
      serveItemPosition(scope, dependencies.context);
      serveShortcuts(scope);
      serveEmptyTrash(scope, dependencies.context);
      serveUndo(scope, dependencies.context);
    },
    { prefix: BOOKMARKS },
  );
}
