/** A file in a form; the field is `cover` unless told. */
export interface FormFile {
  readonly bytes: Uint8Array;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
}

/** A form as it is sent: its bytes and their content type. */
export interface EncodedForm {
  readonly headers: { readonly "content-type": string };
  readonly body: Uint8Array;
}

/** A form with these files. */
export async function formOf(...files: readonly FormFile[]): Promise<EncodedForm> {
  const form = new FormData();
  for (const { bytes, field = "cover", name = "cover.png", type = "image/png" } of files) {
    form.append(field, new File([Uint8Array.from(bytes)], name, { type }));
  }
  return encode(form);
}

/** The bytes that a browser would send for a form. */
export async function encode(form: FormData): Promise<EncodedForm> {
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "";
  return { headers: { "content-type": contentType }, body: new Uint8Array(await encoded.arrayBuffer()) };
}
