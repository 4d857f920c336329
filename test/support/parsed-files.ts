import { deepEqual } from "node:assert/strict";
import type { components } from "../../generated/collections.ts";
import { formOf } from "../../harness/forms.ts";
import type { Received } from "./app.ts";
import type { LibraryOwner } from "./library.ts";

type FileContents = components["schemas"]["FileContents"];

export const MIB = 1024 * 1024;

/** Uploads a file of bookmarks to be read, without storing any. */
export async function sendFile(
  { request }: LibraryOwner,
  content: string | Buffer,
  method = "POST",
): Promise<Received> {
  const { headers, body } = await formOf({ bytes: Buffer.from(content), field: "import", name: "file" });
  return request(method, "/import/file", body, headers);
}

/** What a file holds. A short one is also sent with `PUT`, which must return the same. */
export async function contentsOf(owner: LibraryOwner, content: string): Promise<FileContents> {
  const { body } = await sendFile(owner, content);
  if (content.length < MIB) deepEqual((await sendFile(owner, content, "PUT")).body, body);
  // The server checks short bodies against the contract; the tests check the long ones.
  return body as FileContents;
}
