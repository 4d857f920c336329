import type { Found } from "../bookmark/bookmark.ts";
import type { FolderKey, JsonFolders } from "./folders.ts";
import type { JsonNode } from "./nodes.ts";

/** How a browser or a service writes its bookmarks as JSON. */
export interface JsonFormat {
  /** Whether it writes such nodes. */
  claims(node: JsonNode): boolean;
  /** What a node is; undefined if it is nothing to import. Folders, which may be named later, are added to `folders`. */
  read(node: JsonNode, folders: JsonFolders): JsonEntry | undefined;
}

/** What is found, without what may be known only at the end of the file. */
export interface JsonEntry {
  readonly found: Found;
  /** The folders that it is in, of which the first that exists counts; of a folder, it. */
  readonly folders?: readonly FolderKey[];
  /** Whether all folders of the file came before it. */
  readonly isAfterFolders?: boolean;
  /** The mark that says whether it is a favourite. */
  readonly mark?: FolderKey;
}
