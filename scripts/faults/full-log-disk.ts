import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exit, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startServer, temporaryDatabase } from "../../harness/server-process.ts";

const HELP = `Starts a server whose log is on a disk with 128 KiB left, sends requests until long after it is full,
makes room, sends more requests, and compares the log with the requests that were sent. Each must be logged or counted
as dropped.

Usage: node scripts/faults/full-log-disk.ts

Needs root, because it mounts a tmpfs. Exits with 1 if a request is missing in the log, no line was dropped, or the
server did not exit with 0.
`;

const { values } = parseArgs({ options: { help: { type: "boolean", default: false } } });
if (values.help) {
  stdout.write(HELP);
  exit(0);
}

const disk = await mkdtemp(join(tmpdir(), "triptych-log-"));
execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", disk]);
const { url, remove } = await temporaryDatabase();
try {
  await run(join(disk, "log"), join(disk, "filler"));
} finally {
  execFileSync("umount", ["--lazy", disk]);
  await rm(disk, { recursive: true, force: true });
  await remove();
}

async function run(log: string, filler: string): Promise<void> {
  await writeFile(filler, Buffer.alloc((4 * 1024 - 128) * 1024));
  const server = await startServer({ settings: { DATABASE_URL: url }, logFile: log });
  const send = async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => fetch(`${server.base}/sent`)));
    if (responses.some(({ status }) => status !== 404))
      throw new Error("A request for an unknown path did not return 404.");
  };
  for (let sent = 0; sent < 10_000; sent += 10) await send();
  const full = readFileSync(log).length;
  await rm(filler);
  await send();
  const code = await server.stop();
  const lines = readFileSync(log, "utf8").split("\n");
  const logged = lines.filter((line) => line.includes('"path":"/sent"') && line.endsWith("}")).length;
  const dropped = lines
    .map((line) => Number(/"dropped":(\d+)/.exec(line)?.[1] ?? 0))
    .reduce((sum, one) => sum + one, 0);
  stdout.write(
    `10010 requests: ${logged} logged, ${dropped} lines dropped; the full log had ${full} bytes; exit code ${code}\n`,
  );
  if (code !== 0 || dropped === 0 || logged + dropped < 10_010)
    throw new Error("Expected exit code 0, dropped lines, and each request logged or counted as dropped.");
}
