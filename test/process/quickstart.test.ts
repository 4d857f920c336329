import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execPath } from "node:process";
import t, { type Test } from "tap";
import { ROOT, startServer, temporaryDatabase } from "../../harness/server-process.ts";
import { sender } from "../support/app.ts";
import { NPM, runClean } from "../support/sdk-project.ts";

/** A code block of docs/quickstart.md, with the word after the language, such as `curl`. */
interface Block {
  readonly language: string;
  readonly purpose: string;
  readonly code: string;
}

const quickstart = await readFile(new URL("../../docs/quickstart.md", import.meta.url), "utf8");
const blocks: readonly Block[] = [...quickstart.matchAll(/^```(\w+) ?(\w*)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", purpose = "", code = ""]) => ({ language, purpose, code }),
);
const codeOf = (language: string, purpose: string) =>
  blocks.filter((block) => block.language === language && block.purpose === purpose).map(({ code }) => code);
const shared = codeOf("sh", "");

/** Starts a new server. `run` executes a shell script, written for localhost:3000, in the server's folder. */
async function openServer(t: Test) {
  const { url, remove } = await temporaryDatabase();
  const server = await startServer({ settings: { DATABASE_URL: url } });
  t.teardown(async () => {
    await server.stop();
    await remove();
  });
  const toServer = (code: string) => code.replaceAll("http://localhost:3000", server.base);
  const run = (script: string) =>
    runClean("bash", ["-euo", "pipefail", "-c", toServer(script)], ROOT, { DATABASE_URL: url, NODE: execPath });
  return { server, toServer, run };
}

t.test("the quickstart's curl commands create a product, an API key and a collection", async (t) => {
  const { server, run } = await openServer(t);
  const commands = codeOf("sh", "curl");
  t.equal(commands.length, 2, "a product and a collection");
  const printed = await run([...shared, ...commands].join("\n"));
  t.match(printed, '{"error":"","_id":"1"}');
  t.match((await sender(server.base)("GET", "/api/products")).body, [{ name: "Desk lamp", price: 49.5 }]);
  t.match(printed, /"items":\[\{.*"title":"Reading"/, "the list of collections");
});

t.test("the quickstart's TypeScript programs create a product and a collection", async (t) => {
  const { server, toServer, run } = await openServer(t);
  const folder = await mkdtemp(join(tmpdir(), "triptych-quickstart-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "package.json"), "{}");
  for (const command of codeOf("sh", "install")) await runClean("bash", ["-ec", toServer(command)], folder, NPM);
  const programs = codeOf("ts", "");
  t.equal(programs.length, 2, "a product and a collection");
  const files = programs.map((_code, index) => join(folder, `step-${index + 1}.mts`));
  for (const [index, file] of files.entries()) await writeFile(file, toServer(programs[index] ?? ""));
  const printed = await run([...shared, ...files.map((file) => `"$NODE" ${file}`)].join("\n"));
  t.match((await sender(server.base)("GET", "/api/products")).body, [{ name: "Desk lamp", price: 49.5 }]);
  t.match(printed, /title: 'Reading'/, "the list of collections");
});

t.test("the quickstart starts and installs what the READMEs name", async (t) => {
  t.match(await readFile(join(ROOT, "README.md"), "utf8"), codeOf("sh", "start")[0]?.trim());
  t.match(await readFile(join(ROOT, "packages/sdk/README.md"), "utf8"), codeOf("sh", "install")[0]?.trim());
  t.equal(blocks.length, shared.length + 2 + 2 + 2, "every block is run or checked");
});
