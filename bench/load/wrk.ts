import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pinned } from "../systems/pinning.ts";
import { type Request, withValue } from "../works/work.ts";
import { checked } from "./counted.ts";
import type { Load, Order } from "./load.ts";

const SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));

/** Whether wrk is installed. */
export async function hasWrk(): Promise<boolean> {
  return promisify(execFile)("wrk", ["--version"]).then(
    () => true,
    // It ends with 1 even so.
    (error) => error.code !== "ENOENT",
  );
}

/** Loads a server with wrk. At a given rate each connection pauses for twice its share at most, at random. */
export async function loadWithWrk({ base, request, connections, seconds, rate, core }: Order): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-wrk-"));
  try {
    const [text, values] = [join(folder, "request"), join(folder, "values")];
    await writeFile(text, toText(request, base));
    await writeFile(values, (request.values ?? []).join("\n"));
    const options = ["-t1", `-c${connections}`, `-d${Math.ceil(seconds)}s`, "--timeout", "30s", "-s", SCRIPT];
    const pause = rate === undefined ? 0 : Math.round((2000 * connections) / rate);
    const command = ["wrk", ...options, base, "--", text, values, String(request.status), String(pause)];
    const { stdout } = await promisify(execFile)(...pinned(core, command));
    return checked(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""), request);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The request as it goes over the wire. */
function toText({ method, path, headers, body, values }: Request, base: string): string {
  const length = body === undefined ? undefined : Buffer.byteLength(withValue(body, values?.[0]));
  const fields = {
    Host: new URL(base).host,
    "User-Agent": "bench",
    ...headers,
    ...(length !== undefined && { "Content-Type": "application/json", "Content-Length": String(length) }),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${body ?? ""}`;
}
