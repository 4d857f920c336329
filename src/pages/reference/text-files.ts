import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { serveStaticText } from "#contract/response/static-text";
import * as paths from "../design/paths.ts";
import { contentSecurityPolicy } from "../design/security.ts";

export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

/** The files in docs/ that have a page. */
export const DOCS = {
  [paths.QUICKSTART]: new URL("../../../docs/quickstart.md", import.meta.url),
  [paths.ERRORS]: new URL("../../../docs/errors.md", import.meta.url),
} as const satisfies Readonly<Record<string, URL>>;

const LLMS_FILE = new URL("../../../generated/llms.txt", import.meta.url);

/** The address of the server in the files. */
const EXAMPLE_URL = "http://localhost:3000";

/** Reads a file, with the public URL of this server. */
export async function readForServer(file: URL, baseUrl: string): Promise<string> {
  return (await readFile(file, "utf8")).replaceAll(EXAMPLE_URL, baseUrl);
}

/** Serves what agents read: `/llms.txt`, which lists texts in Markdown, and the files in docs/ that have a page. */
export function serve(scope: FastifyInstance, baseUrl: string): void {
  const policy = contentSecurityPolicy();
  const serveFile = (path: string, type: string, file: URL) =>
    serveStaticText(scope, { path, type, text: () => readForServer(file, baseUrl), policy });
  serveFile("/llms.txt", "text/plain; charset=utf-8", LLMS_FILE);
  for (const [path, file] of Object.entries(DOCS)) serveFile(`${path}.md`, MARKDOWN_TYPE, file);
}
