import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { Test } from "tap";

/** A TCP server that a client connects to. */
export interface SocketServer {
  readonly url: URL;
  /** Resolves when this many connections have been closed. */
  readonly closed: (count: number) => Promise<void>;
}

/** Starts a TCP server whose connections `respond` handles after the first data. */
export async function openSocketServer(t: Test, respond: (socket: Socket) => void): Promise<SocketServer> {
  const sockets = new Set<Socket>();
  const closings: Promise<unknown>[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    const closing = Promise.withResolvers<void>();
    closings.push(closing.promise);
    socket.on("error", () => {}).on("close", () => closing.resolve());
    socket.once("data", () => respond(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    async closed(count) {
      while (closings.length < count) await setTimeout(5);
      await Promise.all(closings.slice(0, count));
    },
  };
}

/** Sends a text again and again, as fast as the client reads it. */
export function flood(socket: Socket, text: string): void {
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

/** Sends a text again and again, every few milliseconds. */
export function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on("close", () => clearInterval(timer));
}

type Respond = (socket: Socket) => void;

function after(head: string, respond: Respond): Respond {
  return (socket) => {
    socket.write(head);
    respond(socket);
  };
}

/** Receivers that never send the head of a response. */
export const ENDLESS_HEADS: Readonly<Record<string, Respond>> = {
  "103 without end": (socket) => flood(socket, "HTTP/1.1 103\r\n\r\n"),
  "100 without end": (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n"),
  "199 with headers": (socket) => flood(socket, `HTTP/1.1 199 X\r\nx: ${"y".repeat(1_000)}\r\n\r\n`),
  "103 slowly": (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"),
  "a header line": after("HTTP/1.1 200 OK\r\nx: ", (socket) => flood(socket, "y")),
  "header fields": after("HTTP/1.1 200 OK\r\n", (socket) => flood(socket, "x: y\r\n")),
  "a status line": after("HTTP/1.1 200 ", (socket) => flood(socket, "y")),
  "a change of the protocol": (socket) =>
    flood(socket, "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
};

const OK = "HTTP/1.1 200 OK\r\n";
const CHUNKED = `${OK}transfer-encoding: chunked\r\n\r\n`;

/** Receivers that send the head of a response, and then more than a client wants. */
export const ENDLESS_BODIES: Readonly<Record<string, Respond>> = {
  "a body without end": after(`${OK}\r\n`, (socket) => flood(socket, "y")),
  "chunks of a byte": after(CHUNKED, (socket) => flood(socket, "1\r\ny\r\n")),
  "chunk extensions": after(`${CHUNKED}1;a=`, (socket) => flood(socket, "y")),
  trailers: after(`${CHUNKED}0\r\n`, (socket) => flood(socket, "x: y\r\n")),
  "a second response": after(`${OK}content-length: 0\r\n\r\n`, (socket) => flood(socket, `${OK}\r\n`)),
};

/** A gzip file of 100 kB that contains 100 MB. */
export function gzipBomb(): Respond {
  const bomb = gzipSync(Buffer.alloc(100_000_000));
  return (socket) => socket.end(Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\n\r\n`), bomb]));
}
