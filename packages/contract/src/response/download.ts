import type { FastifyReply, FastifyRequest } from "fastify";
import { send } from "./send.ts";
import { inChunks } from "./text-chunks.ts";

/** A file that the browser saves. */
interface Download {
  readonly name: string;
  readonly type: string;
  /** The parts of the file, which are read as fast as the client reads the response. Those of a text may be short. */
  readonly content: { readonly text: AsyncIterable<string> } | { readonly bytes: AsyncIterable<Buffer> };
}

/** Sends a file for the browser to save. Throws `unavailable` if too many response bytes are unread. */
export function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, type, content }: Download,
): FastifyReply {
  const headers = {
    "content-type": type,
    "content-disposition": attachmentNamed(name),
    "x-content-type-options": "nosniff",
  };
  return send(request, reply, {
    status: 200,
    headers,
    content: "text" in content ? inChunks(content.text) : content.bytes,
  });
}

/**
 * The value of `Content-Disposition` for a file to save (RFC 6266): its name in ASCII for old clients and, if that is
 * not the same, encoded in UTF-8 (RFC 8187).
 */
export function attachmentNamed(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${hexOf(character)}`);
  return `attachment; filename="${ascii}"${ascii === name ? "" : `; filename*=UTF-8''${encoded}`}`;
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase();
}
