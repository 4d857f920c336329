import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that Linux, by default, gives to connections and to servers that listen on any port. */
const [FIRST, END] = [20_000, 32_768];

const MAX_TRIES = 100;

/** Finds a free port of 127.0.0.1. Another process may take it before the caller listens on it, but only if it asks for it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port of 127.0.0.1 from ${FIRST} to ${END - 1} is free.`);
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch {
    return false;
  }
  probe.close();
  await once(probe, "close");
  return true;
}
