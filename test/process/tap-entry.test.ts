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
  for (const version of ["v20.20.2", "v22.14.0"]) {
    const { status, stderr } = importWith(version);
    t.equal(status, 1);
    const message = `Error: triptych/tap needs Node 22.15 or newer; this is Node ${version}. Run your tests with Node 22.15, or `;
    t.match(stderr, message);
  }
  for (const version of ["v22.15.0", "v24.0.0"]) t.match(importWith(version), { status: 0, stdout: "function\n" });
});
