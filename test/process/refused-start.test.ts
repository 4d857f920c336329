import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { env, execPath } from "node:process";
import { text } from "node:stream/consumers";
import t, { type Test } from "tap";
import { PROGRAM } from "../../harness/server-process.ts";
import { openDatabase } from "../../src/database/database.ts";
import { listTables, temporaryDatabaseUrl } from "../support/databases.ts";
import { copyServer, replaceIn } from "../support/server-copy.ts";

// A server that does not start must leave its database as it is: an older version may have to open it again.

/** Starts a server in a folder. Returns its exit code and what it printed. */
async function start(t: Test, folder: string, url: string) {
  const child = spawn(execPath, [...PROGRAM, "start"], {
    cwd: folder,
    env: { PATH: env.PATH, DATABASE_URL: url, PORT: "0" },
  });
  t.teardown(() => child.kill("SIGKILL"));
  // If it starts all the same, it need not run until the test times out.
  child.stdout.on("data", (line) => String(line).includes("listens at") && child.kill("SIGKILL"));
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code, output: output + errors };
}

for (const [what, file, from, to, message] of [
  [
    "an operation has no handler",
    "generated/catalogue.json",
    '"operationId": "registerUser"',
    '"operationId": "addUser"',
    'The contract "catalogue" has no handler for the operations addUser.',
  ],
  [
    "an operation of the largest contract has no handler",
    "src/api/collections/undo-handlers.ts",
    "revertUndoStep(",
    "revertStep(",
    'The contract "collections" has no handler for the operations revertUndoStep.',
  ],
  [
    "a contract asks for what can't be served",
    "generated/users.json",
    '"in": "header"',
    '"in": "cookie"',
    'The contract "users" can\'t be served.',
  ],
] as const) {
  t.test(`a server that does not start because ${what} has not migrated its database`, async (t) => {
    const folder = await copyServer(t);
    await replaceIn(join(folder, file), from, to);
    const url = await temporaryDatabaseUrl(t);
    const { code, output } = await start(t, folder, url);
    t.equal(code, 1);
    t.match(output, message);
    const database = openDatabase(url);
    t.teardown(() => database.destroy());
    t.same(await listTables(database), []);
  });
}
