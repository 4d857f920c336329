import pLimit from "p-limit";
import { Failure } from "#contract/failure";
import type { GetOptions, Got } from "../../network/get.ts";
import type { ReaderOptions } from "../../page-reading/reader.ts";
import { toIcon, toPicture } from "../covers/image.ts";
import type { Picture } from "../covers/pictures.ts";

/** Maximum bytes of a picture and of an icon, as they are sent. */
const MAX_PICTURE = 10 * 1024 * 1024;
const MAX_ICON = 1024 * 1024;

const TIMEOUT_MS = 10_000;

/** Two pictures are decoded at a time: the process of each takes 50 MB. */
const queue = pLimit(2);

/** What is read. AVIF and SVG are not decoded here, so sites that have a choice are not asked for them. */
const ACCEPT = "image/webp,image/png,image/jpeg,image/gif,image/*;q=0.5";

/** How pictures are fetched: like the pages that name them. */
export interface PictureOptions extends ReaderOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the picture at an address that a stranger chose, which may contain it (`data:`). Returns undefined if there
 * is none that can be decoded. Rejects with `unavailable` if the process that decodes it was stopped, and with the
 * reason of the signal.
 */
export async function fetchPicture(address: string, options: PictureOptions): Promise<Picture | undefined> {
  const file = await fileAt(address, MAX_PICTURE, options);
  return file === undefined ? undefined : decoded(file, toPicture);
}

/** Decodes an icon in its turn, see `toIcon`; undefined if that is not possible. Rejects as `fetchPicture` does. */
export function decodeIcon(file: Buffer): Promise<Buffer | undefined> {
  return decoded(file, toIcon);
}

/** Fetches the first icon at these addresses that can be decoded, see `fetchPicture`. */
export async function fetchIcon(addresses: readonly string[], options: PictureOptions): Promise<Buffer | undefined> {
  for (const address of addresses) {
    const file = await fileAt(address, MAX_ICON, options);
    const icon = file === undefined ? undefined : await decodeIcon(file);
    if (icon !== undefined) return icon;
  }
  return undefined;
}

/** Decodes a file in its turn; undefined if that is not possible. */
async function decoded<T>(file: Buffer, decode: (file: Buffer) => Promise<T>): Promise<T | undefined> {
  try {
    return await queue(() => decode(file));
  } catch (error) {
    if (error instanceof Failure && error.kind === "invalid") return undefined;
    throw error;
  }
}

async function fileAt(address: string, maxBytes: number, options: PictureOptions): Promise<Buffer | undefined> {
  if (/^data:/i.test(address)) return embeddedIn(address);
  const { userAgent, reach, proxy, signal } = options;
  const request: GetOptions = {
    ...{ userAgent, reach, proxy, signal, maxBytes },
    accept: ACCEPT,
    timeout: TIMEOUT_MS,
    wants: isPicture,
  };
  // Loaded when needed, as for pages.
  const got = await (await import("../../network/get.ts")).get(new URL(address), request);
  signal?.throwIfAborted();
  return "failure" in got || !isPicture(got) ? undefined : got.body;
}

/** Whether a response claims to be a picture, or does not say what it is. The bytes of the body decide. */
function isPicture({ status, headers }: Pick<Got, "status" | "headers">): boolean {
  return status === 200 && /^(?:image\/|(?:application|binary)\/octet-stream|$)/i.test(headers["content-type"] ?? "");
}

/** The bytes of the picture in a `data:` address in base64; undefined if it contains none. */
export function embeddedIn(address: string): Buffer | undefined {
  const [, content] = /^data:image\/[\w.+-]+;base64,([\w+/=%\s-]*)$/i.exec(address) ?? [];
  return content === undefined ? undefined : Buffer.from(content.replaceAll(/%2B/gi, "+"), "base64");
}
