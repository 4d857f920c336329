import { execFile } from "node:child_process";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pinned } from "../systems/pinning.ts";
import { checked } from "./counted.ts";
import type { Load, Order } from "./load.ts";

const PROGRAM = fileURLToPath(new URL("../foreign/autocannon.ts", import.meta.url));

/** Loads a server with autocannon, which tells times in whole milliseconds. */
export async function loadWithAutocannon(order: Order): Promise<Load> {
  const running = promisify(execFile)(...pinned(order.core, [execPath, PROGRAM]));
  running.child.stdin?.end(JSON.stringify(order));
  return checked(JSON.parse((await running).stdout), order.request);
}
