import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "node:process";
import t from "tap";
import { ROOT, temporaryDatabase } from "../../harness/server-process.ts";
import { startServer } from "../support/process.ts";
import { run } from "../support/run.ts";

t.test("the commands of docs/operating.md work on a new installation", async (t) => {
  const document = await readFile(join(ROOT, "docs/operating.md"), "utf8");
  const blocks = [...document.matchAll(/^```sh run\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  t.ok(blocks.length >= 4, `${blocks.length} blocks`);
  const { url, remove } = await temporaryDatabase();
  t.teardown(remove);
  const settings = { DATABASE_URL: url, BACKUP_TO: `${url.slice("sqlite:".length)}.backups` };
  const server = await startServer(t, settings, ["--no-setup"]);
  for (const block of blocks) {
    const script = block.replaceAll("localhost:3000", server.base);
    const output = await run(["bash", "-euo", "pipefail", "-c", script], { cwd: ROOT, env: { ...env, ...settings } });
    t.comment(output);
    t.not(output, "", block);
  }
});
