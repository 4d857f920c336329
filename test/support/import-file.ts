import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import type { TestApp } from "./app.ts";
import { registrationOf } from "./people.ts";

const IMPORT = "/bookmarks/import";

/** Imports a file on the page, as one of the people of `openLibrary`. */
export async function importFile({ base }: TestApp, name: string, bytes: Uint8Array): Promise<void> {
  const client = await signIn(base, registrationOf(name));
  const path = (await postFile(base, client, IMPORT, { field: "file", bytes })).location ?? "";
  await client.post(path, { into: "" });
  await waitForReport(client, path);
}
