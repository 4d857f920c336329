import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";
import t, { type Test } from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { openApp } from "../support/app.ts";
import { NPM, runClean } from "../support/sdk-project.ts";

/** The versions of Node that run the tests of a project: this one, and those in `SDK_RUNTIMES` that can. */
const runtimes = [execPath, ...(env.SDK_RUNTIMES ?? "").split("\n").filter((command) => /\/node-2[2-9]/.test(command))];

/** Milliseconds until a process has ended after its last test. */
const MAX_END_MS = 2000;

/** An empty project, in which the package is installed as a client's developer does, from a running server. */
async function openProject(t: Test, ...packages: readonly string[]): Promise<string> {
  const { base } = await openApp(t);
  const folder = await mkdtemp(join(tmpdir(), "triptych-tap-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await runClean("npm", ["install", `${base}/sdk/triptych-tap.tgz`, ...packages], folder, NPM);
  return folder;
}

const { devDependencies } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));

const tools = ["tap", "typescript", "@types/node"].map((name) => `${name}@${devDependencies[name]}`);

const folder = await openProject(t, ...tools);

/** The examples in docs/clients.md. */
const page = await readFile(join(ROOT, "docs/clients.md"), "utf8");
const [withTap = "", withNode = "", taprc = ""] = [...page.matchAll(/```(?:ts|yaml)\n([\s\S]*?)```/g)].map(
  ([, code = ""]) => code,
);
const documented = { withTap, withNode, taprc };

const WITH_NODE = `
import assert from "node:assert/strict";
import { before, describe, it, test } from "node:test";
import { triptych } from "triptych/tap";

const shared = await triptych();
const hooked = {};
before(async (t) => Object.assign(hooked, await triptych(t)));
const countProducts = async ({ base }) => (await (await fetch(base + "/api/products")).json()).length;

test("a server that was started at top level", async () => assert.equal(await countProducts(shared), 3));
test("a server that was started in before", async () => assert.equal(await countProducts(hooked), 3));
describe("a suite", () => {
  const inSuite = {};
  before(async (t) => Object.assign(inSuite, await triptych(t)));
  it("a server of the suite, and a reset", async () => {
    await Promise.all([inSuite.reset(), inSuite.reset()]);
    assert.equal(await countProducts(inSuite), 3);
  });
  it("a server of the test, with settings", async (t) => {
    await assert.rejects(triptych(t, { RATE_LIMIT_PER_HOUR: "none" }), /RATE_LIMIT_PER_HOUR/);
    const { base, fixtures } = await triptych(t, { RATE_LIMIT_PER_HOUR: "1" });
    const headers = { "X-Auth-Token": fixtures.accounts.administrator.key, "User-Agent": "Tests" };
    const list = async () => (await fetch(base + "/api/v1/users.json", { headers })).status;
    assert.deepEqual([await list(), await list()], [200, 429]);
  });
});
`;

const WITH_TAP = `
import t from "tap";
import { triptych } from "triptych/tap";

const shared = await triptych(t);
t.test("a server of the file", async (t) => {
  t.equal((await (await fetch(shared.base + "/api/products")).json()).length, 3);
});
t.test("a server of the test", async (t) => {
  const { base, reset } = await triptych(t);
  await reset();
  t.equal((await fetch(base + "/api/products")).status, 200);
});
`;

/** Ends while requests of all kinds are in progress, and says when. */
const UNFINISHED = `
import { connect } from "node:net";
import { test } from "node:test";
import { triptych } from "triptych/tap";

test("leaves everything unfinished", async (t) => {
  const { base, fixtures } = await triptych(t);
  const { port, hostname } = new URL(base);
  const key = fixtures.accounts.administrator.key;
  const open = (...lines) => connect(port, hostname).unref().on("error", () => {}).write(lines.join("\\r\\n"));
  const start = (method, path, ...more) => [method + " " + path + " HTTP/1.1", "Host: x", "Authorization: Bearer " + key, ...more];
  open(...start("GET", "/api/products"), "", "");
  open(...start("POST", "/rest/v1/raindrops", "Content-Type: application/json", "Content-Length: 1000"), "", "{");
  open(...start("GET", "/rest/v1/raindrops/0", "X-Test-Fault: slow=20000"), "", "");
  const form = new FormData();
  const links = Array.from({ length: 30000 }, (_, i) => '<DT><A HREF="https://example.com/' + i + '">x</A>').join("\\n");
  form.set("import", new Blob(["<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>" + links + "</DL>"]), "bookmarks.html");
  fetch(base + "/rest/v1/import/file", { method: "POST", body: form, headers: { Authorization: "Bearer " + key } }).catch(() => {});
  await (await fetch(base + "/api/products")).json();
  console.log("ended at " + Date.now() + ".");
});
`;

const TYPES = `
import { before, test } from "node:test";
import { triptych, type Triptych } from "triptych/tap";

export const server: Promise<Triptych> = triptych();
export const name: Promise<"Desk lamp"> = server.then(({ fixtures }) => fixtures.products.lamp.name);
before(async (context) => void (await triptych(context)));
test("", async (context) => void (await triptych(context, { RATE_LIMIT_PER_HOUR: "10" })));
// @ts-expect-error Settings are texts.
void triptych({}, { RATE_LIMIT_PER_HOUR: 10 });
`;

const TYPES_WITH_TAP = `
import t from "tap";
import { triptych } from "triptych/tap";

t.test("", async (t) => void (await triptych(t)));
`;

for (const runtime of runtimes) {
  const version = (await runClean(runtime, ["--version"], folder)).trim();

  t.test(`node:test of ${version} starts servers at top level, in before, in suites and in tests`, async (t) => {
    await writeFile(join(folder, "node.test.js"), WITH_NODE);
    await writeFile(join(folder, "documented.test.js"), documented.withNode);
    const files = ["node.test.js", "documented.test.js"];
    const printed = await runClean(runtime, ["--test", "--test-reporter=tap", ...files], folder);
    t.match(printed, "# suites 2\n# pass 4\n# fail 0");
  });

  t.test(`a process of ${version} ends within two seconds whatever its server is doing`, async (t) => {
    await writeFile(join(folder, "unfinished.test.js"), UNFINISHED);
    const printed = await runClean(runtime, ["unfinished.test.js"], folder);
    const [, ended] = /ended at (\d+)\./.exec(printed) ?? [];
    const took = Date.now() - Number(ended);
    t.ok(took < MAX_END_MS, `${took} ms`);
  });

  for (const [plugins, config] of [
    ["its default plugins", ""],
    ["few plugins", documented.taprc.replace("plugin:\n", "plugin:\n  - '!@tapjs/mock'\n  - '!@tapjs/after'\n")],
  ] as const) {
    t.test(`tap with ${plugins} starts servers with ${version}`, async (t) => {
      await writeFile(join(folder, ".taprc"), config);
      await writeFile(join(folder, "tap.test.js"), WITH_TAP);
      await writeFile(join(folder, "documented.test.js"), documented.withTap);
      const bin = join(folder, "node_modules/tap/dist/esm/run.mjs");
      const printed = await runClean(
        runtime,
        [bin, "--disable-coverage", "--reporter=tap", "tap.test.js", "documented.test.js"],
        folder,
      );
      t.match(printed, "# { total: 3, pass: 3 }");
    });
  }
}

t.test("strict TypeScript accepts the declarations, whatever resolves modules, and checks them", async (t) => {
  await writeFile(join(folder, "types.ts"), TYPES);
  await writeFile(join(folder, "types-with-tap.ts"), TYPES_WITH_TAP);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--lib", "es2023", "--types", "node"];
  const check = async (modules: string, ...args: readonly string[]) => {
    const compiler = join(folder, "node_modules/typescript/bin/tsc");
    const compiling = runClean(execPath, [compiler, ...options, "--module", ...modules.split(" "), ...args], folder);
    t.equal(await compiling.catch(({ stdout }) => stdout), "", modules);
  };
  for (const modules of ["nodenext", "node16", "esnext --moduleResolution bundler", "esnext --moduleResolution node10"])
    await check(modules, "types.ts");
  // The declarations of tap have errors of their own.
  await check("nodenext", "--skipLibCheck", "types-with-tap.ts");
});
