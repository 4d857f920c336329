import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a free port of 127.0.0.1. Another process may take it before the caller listens on it. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("The probe has no port.");
  return address.port;
}
