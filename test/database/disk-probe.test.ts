import { existsSync, readdirSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { platform } from "node:process";
import t from "tap";
import { probeDisk } from "../../src/database/sqlite/driver/disk-probe.ts";

const OPEN_FILES = "/proc/self/fd";

t.test("probeDisk: closes its file and removes it", { skip: platform !== "linux" }, async (t) => {
  const path = `${t.testdir()}/triptych.db`;
  await probeDisk(path);
  t.notOk(existsSync(`${path}.probe`));
  // A file may be closed between the two calls.
  const targets = readdirSync(OPEN_FILES).map((number) => readlink(`${OPEN_FILES}/${number}`).catch(() => ""));
  t.same(
    (await Promise.all(targets)).filter((target) => target.includes(path)),
    [],
  );
});
