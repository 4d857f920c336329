import { Failure } from "#contract/failure";
import type { Database, Transaction } from "../../database/database.ts";
import type { ItemType } from "../../database/schema/items.ts";
import type { Viewer } from "../access.ts";
import * as storage from "../files/storage.ts";
import type { Undoable } from "../journal/step.ts";
import * as library from "../library.ts";
import type { PlaceId } from "../placement.ts";
import * as quota from "../quota.ts";
import type { Item } from "./item.ts";
import * as items from "./items.ts";
import * as lookup from "./lookup.ts";

/** A file to upload, and the collection of its item. */
export interface NewFile extends storage.Upload {
  /** Known once the content was read. */
  readonly placeId: PlaceId;
}

/** Options of `upload`. */
interface UploadOptions extends storage.StorageOptions {
  /** The address of an item, up to its id. */
  readonly itemAddress: string;
  /** Whether the account can undo it. */
  readonly isUndoable?: boolean | undefined;
}

/** The file of an item. */
export interface ItemFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly content: AsyncIterable<Buffer>;
}

/** The title of an item whose file has no name. */
const UNTITLED = "Untitled";

/**
 * Stores a file, and creates an item that has it. The link of the item is the address of the file. Throws like
 * `storage.store` and `items.create`; then nothing stays stored.
 */
export async function upload(
  database: Database,
  clock: () => number,
  accountId: number,
  file: NewFile,
  { itemAddress, maxBytes, isUndoable = false }: UploadOptions,
): Promise<Undoable<Item>> {
  const stored = await storage.store(database, clock, accountId, file, { maxBytes });
  try {
    const work = async (transaction: Transaction) => {
      await storage.keep(transaction, stored);
      const content = { title: stored.name || UNTITLED, type: toItemType(stored.type), placeId: file.placeId };
      const item = await items.createWithFile(transaction, clock, accountId, content, {
        fileId: stored.id,
        linkOf: (id) => `${itemAddress}${pathOf(id, stored.type)}`,
      });
      // Not left to `change`, for which the bytes of the file were there before.
      await quota.makeRoomInStorage(transaction, accountId, maxBytes);
      const step = isUndoable ? await items.recordAdded(transaction, clock, accountId, [item.id]) : undefined;
      return { result: item, step };
    };
    return await library.change(database, accountId, work, { itemsChangedAt: clock() });
  } catch (error) {
    await storage.discard(database, stored.id);
    throw error;
  }
}

/** The path of a file below that of items. In a query, an unescaped `+` would be read as a space. */
export function pathOf(id: number, type: string): string {
  return `${id}/file?type=${type.replaceAll("+", "%2B")}`;
}

function toItemType(type: string): ItemType {
  const [kind] = type.split("/");
  return kind === "image" || kind === "video" || kind === "audio" ? kind : "document";
}

/**
 * The file of an item that the viewer may read. Throws `notFound` if it has none, or one of another type than the
 * given one, and otherwise like `lookup.getReadable`.
 */
export async function get(database: Database, viewer: Viewer, id: number, type?: string): Promise<ItemFile> {
  const { file_id, file_name, file_type, file_size } = await lookup.getReadable(database, viewer, id);
  if (file_id === null || file_name === null || file_type === null || file_size === null) throw noFile();
  if (type !== undefined && type !== file_type) throw noFile();
  return { name: file_name, type: file_type, size: file_size, content: storage.read(database, file_id, file_size) };
}

function noFile(): Failure {
  return new Failure("notFound", "This item has no such file.", { reason: "file-not-found" });
}
