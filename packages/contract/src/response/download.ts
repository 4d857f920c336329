import type { FastifyReply, FastifyRequest } from "fastify";
import { send } from "./send.ts";
import { inChunks } from "./text-chunks.ts";

/** A file that the browser saves. */
interface Download {
  /** In ASCII, without quotes. */
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
    "content-disposition": `attachment; filename="${name}"`,
    "x-content-type-options": "nosniff",
  };
  return send(request, reply, {
    status: 200,
    headers,
    content: "text" in content ? inChunks(content.text) : content.bytes,
  });
}
