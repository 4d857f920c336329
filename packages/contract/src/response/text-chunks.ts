import { ownTurn } from "../scheduling.ts";

/** A chunk ends with the piece that makes it longer than this many characters. */
const CHUNK_LENGTH = 16 * 1024;

/** Joins short pieces of a text to chunks for the socket. Yields to the event loop before each chunk. */
export async function* inChunks(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let chunk = "";
  await ownTurn();
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length <= CHUNK_LENGTH) continue;
    yield chunk;
    chunk = "";
    await ownTurn();
  }
  if (chunk !== "") yield chunk;
}
