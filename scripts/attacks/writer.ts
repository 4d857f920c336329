import { type PageClient, signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import { fieldOf, type Person, registerAndLogIn, send, sendOrThrow } from "./account.ts";
import type { Attack } from "./attack.ts";

/** Items of the attacker, of 1 kB; a bulk change may change 10,000. */
const ITEMS = 9_700;

const FOLDERS = 10_000;

const IMPORT = "/bookmarks/import";

/** Attacks that write as much as an account may, while others want to write too. */
export const WRITERS: Readonly<Record<string, Attack>> = {
  writer: {
    title: `bulk changes of ${ITEMS} items by one account, and imports of ${FOLDERS} folders by another`,
    loops: 5,
    async prepare({ base, attacker }) {
      await addItems(base, attacker);
      const importer = await registerAndLogIn(base, "trudy");
      const client = await signIn(base, importer);
      let isImporting = false;
      let count = 0;
      return {
        async attackOnce() {
          count += 1;
          if (isImporting) return changeAll(base, attacker, count);
          isImporting = true;
          return importFolders(base, importer, client, count).finally(() => {
            isImporting = false;
          });
        },
      };
    },
  },
};

/** Adds items with 130 different words each. */
async function addItems(base: string, { token }: Person): Promise<void> {
  for (let first = 0; first < ITEMS; first += 100) {
    const items = Array.from({ length: 100 }, (_, index) => {
      const words = Array.from({ length: 130 }, (_, word) => `w${((first + index) * 31 + word * 7919) % 20_000}`);
      return { link: `https://example.com/${first + index}`, note: words.join(" ") };
    });
    await sendOrThrow(base, "POST", "/rest/v1/raindrops", { token, body: { items } });
  }
}

/** Gives all items a new tag, or moves all to the Trash, and reverts that. */
async function changeAll(base: string, { token }: Person, count: number): Promise<number> {
  const path = "/rest/v1/raindrops/0";
  const change =
    count % 3 === 0
      ? await send(base, "DELETE", path, { token, body: { search: "example" } })
      : await send(base, "PUT", path, { token, body: { tags: [`new ${count}`], dangerAll: true } });
  await revertNewest(base, token);
  return change.status;
}

async function revertNewest(base: string, token: string): Promise<void> {
  const { body } = await send(base, "GET", "/rest/v1/undo", { token });
  const id = fieldOf(fieldOf(body, "items"), "_id");
  if (id !== undefined) await send(base, "POST", `/rest/v1/undo/${id}`, { token });
}

/** Imports bookmarks, each with a folder of its own, and reverts that, because an account may have 100,000 collections. */
async function importFolders(base: string, { token }: Person, client: PageClient, count: number): Promise<number> {
  const folders = Array.from(
    { length: FOLDERS },
    (_, index) => `<DT><H3>${count} ${index}</H3><DL><DT><A HREF="https://example.com/${count}/${index}">x</A></DL>`,
  );
  const bytes = Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${folders.join("\n")}</DL>`);
  const { location } = await postFile(base, client, IMPORT, { field: "file", bytes, name: "bookmarks.html" });
  if (location === null) return 0;
  await client.get(location);
  const { status } = await client.post(location);
  await waitForReport(client, location);
  await revertNewest(base, token);
  return status;
}
