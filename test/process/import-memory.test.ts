import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env, execPath, platform } from "node:process";
import t from "tap";
import { signIn } from "../../harness/page-client.ts";
import { postFile, waitForReport } from "../../harness/page-uploads.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { registrationOf } from "../support/people.ts";
import { runCommand, startServer } from "../support/process.ts";

const COUNT = 25_000;
const UPLOADS = 3;

/**
 * The old generation of each process, in MiB. Without a bound, V8 leaves as much garbage as a busy processor has no time
 * to collect, and the memory of a process says little about what it needs.
 */
const HEAP = { NODE_OPTIONS: "--max-old-space-size=80" };

/** What all uploads with their imports may need, in MiB, of a server that has answered requests. */
const MAX_GROWTH = 80;

/** What the command may need for 49 MiB, in MiB, beside what it needs for a link. */
const MAX_GROWTH_OF_COMMAND = 64;

/** Milliseconds between two readings. */
const INTERVAL = 20;

const onLinux = { skip: platform === "linux" ? false : "the memory of a process is read from /proc" };

/** A bookmark file of 49 MiB, of which nearly all are icons. */
function fileWithIcons(name: string): Buffer {
  const icon = "iVBORw0KGgo".repeat(170);
  const entries = Array.from(
    { length: COUNT },
    (_, index) =>
      `<DT><A HREF="https://${name}.example/${index}" ADD_DATE="1600000000" ICON="data:image/png;base64,${icon}">Title ${index}</A>`,
  );
  return Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${entries.join("\n")}\n</DL><p>`);
}

/** The resident memory of a process, in MiB. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** The greatest resident memory of a process so far, in MiB; 0 once it has exited. */
function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** Node's flags and the entry module of `npm run triptych`. */
const COMMAND: readonly string[] = /^exec node (.+)$/.exec(scripts.triptych)?.[1]?.split(" ") ?? [];

/** Imports a file by the command; returns the greatest memory that was seen, in MiB. */
async function importByCommand(file: string, email: string, url: string): Promise<number> {
  const settings = { ...HEAP, PATH: env.PATH, NODE_COMPILE_CACHE: env.NODE_COMPILE_CACHE, DATABASE_URL: url };
  const command = spawn(execPath, [...COMMAND, "import", file, "--email", email], { env: settings, stdio: "ignore" });
  let peak = 0;
  const reading = setInterval(() => {
    peak = Math.max(peak, peakOf(Number(command.pid)));
  }, INTERVAL);
  const [code] = await once(command, "exit");
  clearInterval(reading);
  if (code !== 0) throw new Error(`The command exited with ${code}.`);
  return peak;
}

t.test(`the command needs at most ${MAX_GROWTH_OF_COMMAND} MiB more memory for 49 MiB`, onLinux, async (t) => {
  const url = await migratedDatabaseUrl(t);
  const account = ["--email", "ann@example.com", "--name", "Ann", "--level", "1", "--password-stdin"];
  await runCommand(["user", "create", ...account], { DATABASE_URL: url }, "correct horse battery");
  const folder = t.testdir({ "link.txt": "https://example.com/\n" });
  const large = join(folder, "large.html");
  await writeFile(large, fileWithIcons("command"));
  const one = await importByCommand(join(folder, "link.txt"), "ann@example.com", url);
  const all = await importByCommand(large, "ann@example.com", url);
  t.ok(all - one <= MAX_GROWTH_OF_COMMAND, `${Math.round(all - one)} MiB more`);
});

t.test(
  `${UPLOADS} uploads of 49 MiB one after the other need at most ${MAX_GROWTH} MiB more memory`,
  onLinux,
  async (t) => {
    // The test asks for the progress more often than a person does.
    const settings = { ...HEAP, DATABASE_URL: await migratedDatabaseUrl(t), COLLECTIONS_LIMIT_PER_MINUTE: "1000000" };
    // Migrates, and stores the compiled modules: loading them again from TypeScript would need 20 MiB.
    await (await startServer(t, settings)).stop();
    const server = await startServer(t, settings);
    const ann = registrationOf("ann");
    await sender(server.base)("POST", "/api/user/register", { body: ann });
    const client = await signIn(server.base, ann);
    await client.get("/bookmarks/import");
    const before = memoryOf(server.pid);
    let highest = before;
    const reading = setInterval(() => {
      highest = Math.max(highest, memoryOf(server.pid));
    }, INTERVAL);
    t.teardown(() => clearInterval(reading));
    for (let upload = 1; upload <= UPLOADS; upload++) {
      const bytes = fileWithIcons(`upload${upload}`);
      const { status, location } = await postFile(server.base, client, "/bookmarks/import", { field: "file", bytes });
      t.equal(status, 303);
      await client.post(location ?? "", { into: "" });
      t.match(await waitForReport(client, location ?? ""), /The bookmarks are imported/);
      t.ok(highest - before <= MAX_GROWTH, `${Math.round(highest - before)} MiB more after upload ${upload}`);
    }
  },
);
