import { setTimeout } from "node:timers/promises";
import type { PageClient } from "./page-client.ts";

/** A file that a form of a page sends. */
interface PageFile {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/** Sends the form of a page with a file as a browser does: the CSRF token first, then the file. */
export async function postFile(
  base: string,
  { jar, get }: PageClient,
  path: string,
  { field, bytes, name = "file" }: PageFile,
  { page = path, csrf }: { readonly page?: string; readonly csrf?: string | undefined } = {},
) {
  const { text } = await get(page);
  const token = csrf ?? /name="_csrf" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const form = new FormData();
  if (token !== "") form.append("_csrf", token);
  form.append(field, new File([Uint8Array.from(bytes)], name));
  const cookie = [...jar].map(([cookieName, value]) => `${cookieName}=${value}`).join("; ");
  const response = await fetch(base + path, { method: "POST", body: form, headers: { cookie }, redirect: "manual" });
  return { status: response.status, location: response.headers.get("location"), text: await response.text() };
}

/** Reads the page of an import until it is done. */
export async function waitForReport(client: PageClient, path: string): Promise<string> {
  for (;;) {
    const { text } = await client.get(path);
    if (!text.includes("<progress")) return text;
    await setTimeout(20);
  }
}
