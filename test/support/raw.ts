import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** Sends raw bytes to a server; returns everything it sends until it closes the connection. */
export async function sendRaw(base: string, ...parts: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  for (const part of parts) socket.write(part);
  return text(socket);
}
