import { spawnSync } from "node:child_process";
import { execPath } from "node:process";
import t from "tap";
import { ROOT } from "../../harness/server-process.ts";

/** Imports `triptych/tap` in a Node that claims to have this version. */
function importWith(version: string) {
  const code = `
    Object.defineProperty(process, "version", { value: "${version}" });
    const { triptych } = await import("triptych/tap");
    console.log(typeof triptych);
  `;
  return spawnSync(execPath, ["--input-type=module", "--eval", code], { cwd: ROOT, encoding: "utf8", env: {} });
}

t.test("triptych/tap names the Node version that it needs when it is imported by an older one", async (t) => {
  const { status, stderr } = importWith("v20.20.2");
  t.equal(status, 1);
  t.match(
    stderr,
    "Error: triptych/tap needs Node 24 or newer; this is Node v20.20.2. Run your tests with Node 24, or ",
  );
  t.match(importWith("v24.0.0"), { status: 0, stdout: "function\n" });
});
