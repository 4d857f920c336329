/** A file in a form; its field is `cover` by default. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

/** A multipart form as the headers and body of a request. */
export interface EncodedForm {
  readonly headers: { readonly "content-type": string };
  readonly body: Uint8Array;
}

/** Encodes a form with these files. */
export async function formOf(...files: readonly FormFile[]): Promise<EncodedForm> {
  const form = new FormData();
  for (const { bytes, field = "cover", name = "cover.png", type = "image/png" } of files) {
    form.append(field, new File([Uint8Array.from(bytes)], name, { type }));
  }
  return encodeForm(form);
}

/** A page as SingleFile uploads it. */
export async function pageFormOf(
  page: string | Uint8Array,
  fields: Readonly<Record<string, string>>,
): Promise<EncodedForm> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const bytes = typeof page === "string" ? page : Uint8Array.from(page);
  form.append("file", new File([bytes], "page.html", { type: "text/html" }));
  return encodeForm(form);
}

/** Encodes a form as a browser does. */
export async function encodeForm(form: FormData): Promise<EncodedForm> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  return { headers: { "content-type": contentType }, body: new Uint8Array(await encoded.arrayBuffer()) };
}
