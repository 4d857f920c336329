import { once } from "node:events";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { Test } from "tap";

/** Starts to listen on a free port of 127.0.0.1. Returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  // The address is a string only for servers on a Unix socket, and null only before listening.
  return (server.address() as AddressInfo).port;
}

/** Connects to a server with a socket that reads nothing until it is resumed. */
export function connectTo(t: Test, base: string): Socket {
  const socket = connect(Number(new URL(base).port), "127.0.0.1").pause();
  socket.on("error", () => {});
  t.teardown(() => socket.destroy());
  return socket;
}

/** Sends raw bytes to a server; returns everything that the server sends until it closes the connection. */
export async function sendRaw(base: string, ...parts: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(base).port), "127.0.0.1");
  for (const part of parts) socket.write(part);
  return text(socket);
}

/**
 * Sends `start`, then `more` every 10 ms, and never ends the connection itself. Once the server has
 * closed it, returns everything that was received.
 */
export async function sendSlowly(base: string, start: string, more = "x"): Promise<string> {
  const socket = open(base);
  socket.write(start);
  const timer = setInterval(() => socket.write(more), 10);
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes;
  });
  await closeOf(socket);
  clearInterval(timer);
  return received;
}

/** Waits until a connection is closed. Ignores errors, such as a write after the close. */
export async function closeOf(socket: Socket): Promise<void> {
  socket.on("error", () => {});
  await new Promise<void>((resolve) => socket.once("close", () => resolve()));
}

/** Opens a connection that stays half-open when the server ends it, until one of the two destroys it. */
export function open(base: string): Socket {
  return connect({ port: Number(new URL(base).port), host: "127.0.0.1", allowHalfOpen: true });
}
