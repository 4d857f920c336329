import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { contentHeaders } from "../http-client.ts";
import { pinned } from "../pinning.ts";
import { fillIn, type Load, type LoadOptions, type RequestTemplate, VALUE } from "./load.ts";

const SCRIPT = fileURLToPath(new URL("wrk.lua", import.meta.url));

/** What `wrk.lua` prints. */
interface Report extends Load {
  /** Number of responses with an unexpected status. */
  readonly unexpected: number;
  /** One of the unexpected statuses; 0 if there are none. */
  readonly status: number;
  /** Number of failed connections and timeouts. */
  readonly errors: number;
}

/** Throws unless wrk is installed. autocannon can't replace it: on one core it is slower than the servers. */
export async function assertInstalled(): Promise<void> {
  const isMissing = await promisify(execFile)("wrk", ["--version"]).then(
    () => false,
    // wrk exits with 1 after it has printed its version.
    (error: NodeJS.ErrnoException) => error.code === "ENOENT",
  );
  if (isMissing)
    throw new Error("wrk, the load generator, is not installed. On Debian and Ubuntu: apt-get install wrk.");
}

/**
 * Loads a server with wrk. With `rate`, connections pause for a random time before each request. Measures ten times as
 * long if no response arrived: the disk can stall for longer than a short round.
 */
export async function loadWithWrk(options: LoadOptions): Promise<Load> {
  const load = await runWrk(options);
  return load.requests > 0 ? load : checkedCount(await runWrk({ ...options, seconds: 10 * options.seconds }), options);
}

async function runWrk({ base, template, connections, seconds, rate, core }: LoadOptions): Promise<Load> {
  const folder = await mkdtemp(join(tmpdir(), "triptych-wrk-"));
  try {
    const [requestFile, valuesFile] = [join(folder, "request"), join(folder, "values")];
    await writeFile(requestFile, toText(template, base));
    await writeFile(valuesFile, (template.values ?? []).join("\n"));
    const options = ["-t1", `-c${connections}`, `-d${Math.ceil(seconds)}s`, "--timeout", "30s", "-s", SCRIPT];
    // Up to twice the average interval between two requests of a connection.
    const maxPauseMs = rate === undefined ? 0 : Math.round((2000 * connections) / rate);
    const args = [requestFile, valuesFile, String(template.status), String(maxPauseMs)];
    const command = ["wrk", ...options, base, "--", ...args];
    const { stdout } = await promisify(execFile)(...pinned(core, command));
    return checked(JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Report, template);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The raw HTTP request, in which `wrk.lua` replaces `VALUE`. */
function toText(template: RequestTemplate, base: string): string {
  const { method, path, headers, body } = template;
  const fields = {
    Host: new URL(base).host,
    "User-Agent": "bench",
    ...headers,
    ...(body && contentHeaders(JSON.stringify(fillIn(template, 0).body))),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${head.join("")}\r\n${body ? JSON.stringify(body) : ""}`;
}

function checked({ unexpected, status, errors, ...load }: Report, template: RequestTemplate): Load {
  const what = `${template.method} ${template.path.replace(VALUE, "…")}`;
  if (unexpected > 0)
    throw new Error(
      `${what}: ${unexpected} of ${load.requests} responses were not ${template.status}, but for example ${status}.`,
    );
  if (errors > 0) throw new Error(`${what}: ${errors} connections failed or timed out.`);
  return load;
}

function checkedCount(load: Load, { template }: LoadOptions): Load {
  if (load.requests > 0) return load;
  throw new Error(`${template.method} ${template.path}: no response in time. Try more --seconds.`);
}
