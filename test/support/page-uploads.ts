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
