import { setTimeout } from "node:timers/promises";
import { isDraft, noticeIn, type PageClient } from "./page-client.ts";

/** A file that a form of a page sends. */
interface PageFile {
  readonly field: string;
  readonly bytes: Uint8Array;
  readonly name?: string;
}

/**
 * Sends the form of a page with a file as a browser does: the CSRF token first, then the file. Follows the redirect to a
 * form that was not accepted.
 */
export async function postFile(
  base: string,
  { jar, get }: PageClient,
  path: string,
  { field, bytes, name = "file" }: PageFile,
  { page = path, csrf }: { readonly page?: string; readonly csrf?: string | undefined } = {},
) {
  const { text: form } = await get(page);
  const token = csrf ?? /name="_csrf" value="([^"]+)"/.exec(form)?.[1] ?? "";
  const body = new FormData();
  if (token !== "") body.append("_csrf", token);
  body.append(field, new File([Uint8Array.from(bytes)], name));
  const cookie = [...jar].map(([cookieName, value]) => `${cookieName}=${value}`).join("; ");
  const response = await fetch(base + path, { method: "POST", body, headers: { cookie }, redirect: "manual" });
  const { status, headers } = response;
  const text = await response.text();
  const location = headers.get("location");
  if (isDraft(location)) return get(location);
  return { status, location, text, ...noticeIn(headers.getSetCookie()) };
}

/** Reads the page of an import until it is done. */
export async function waitForReport(client: PageClient, path: string): Promise<string> {
  for (;;) {
    const { text } = await client.get(path);
    if (!text.includes("<progress")) return text;
    await setTimeout(20);
  }
}
