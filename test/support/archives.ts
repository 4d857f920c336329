import { buffer } from "node:stream/consumers";
import { type Entry, toZip } from "../../src/library/export/archive.ts";

/** An archive with these entries, in their order, as somebody else may write it. */
export async function archiveOf(entries: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  async function* contentOf(content: string | Uint8Array) {
    yield Buffer.from(content);
  }
  async function* list(): AsyncIterable<Entry> {
    for (const [path, content] of Object.entries(entries))
      yield { path, changedAt: Date.now(), content: contentOf(content), isText: true };
  }
  return buffer(toZip(list()));
}
