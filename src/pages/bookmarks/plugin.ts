import type { FastifyInstance } from "fastify";
import { preparePages } from "../account/prepare.ts";
import { requireSignIn } from "../account/require-sign-in.ts";
import { BOOKMARKS } from "../paths.ts";
import { serveSharing } from "../sharing/plugin.ts";
import { serveBulk } from "./bulk-page.ts";
import { serveCollectionList } from "./collection-list.ts";
import type { Dependencies } from "./dependencies.ts";
import { serveCollection } from "./edit/collection.ts";
import { serveCollectionRemoval } from "./edit/collection-removal.ts";
import { serveItem } from "./edit/item.ts";
import { serveItemCover } from "./edit/item-cover.ts";
import { serveNewCollection } from "./edit/new-collection.ts";
import { serveNewItem } from "./edit/new-item.ts";
import { serveEmptyTrash } from "./empty-trash.ts";
import { serveItemPosition } from "./item-position.ts";
import { serveLists } from "./list-page.ts";
import { serveShortcuts } from "./shortcuts.ts";
import { serveDuplicates } from "./transfer/duplicates.ts";
import { serveExport } from "./transfer/export.ts";
import { serveImport } from "./transfer/import.ts";
import { serveTools } from "./transfer/tools.ts";
import { serveUndo } from "./undo-notice.ts";

/** The size limit of forms, in bytes: a note of 10,000 characters takes 90,000 bytes in some scripts. */
const FORM_LIMIT = 512 * 1024;

/** Registers the pages below `/bookmarks`, on which people read and change their collections. */
export async function registerBookmarkPages(server: FastifyInstance, dependencies: Dependencies): Promise<void> {
  await server.register(
    async (scope) => {
      await preparePages(scope, dependencies.context, { limit: dependencies.limit, formLimit: FORM_LIMIT });
      requireSignIn(scope);
      serveLists(scope, dependencies);
      serveBulk(scope, dependencies);
      serveCollectionList(scope, dependencies.context);
      serveItemPosition(scope, dependencies.context);
      serveShortcuts(scope);
      serveEmptyTrash(scope, dependencies.context);
      serveUndo(scope, dependencies.context);
      serveNewItem(scope, dependencies);
      serveItem(scope, dependencies);
      await serveItemCover(scope, dependencies);
      serveNewCollection(scope, dependencies);
      await serveCollection(scope, dependencies);
      serveCollectionRemoval(scope, dependencies);
      await serveImport(scope, dependencies);
      serveExport(scope, dependencies.context);
      serveDuplicates(scope, dependencies.context);
      serveTools(scope, dependencies.context);
      serveSharing(scope, dependencies);
    },
    { prefix: BOOKMARKS },
  );
}
