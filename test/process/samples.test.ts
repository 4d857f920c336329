import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import t, { type Test } from "tap";
import type { Contract } from "#contract/contract";
import { trackSecrets } from "../../harness/canary.ts";
import { loadContracts } from "../../harness/contracts.ts";
import { ROOT } from "../../harness/server-process.ts";
import { sampleRequestOf } from "../../src/pages/reference/sample-request.ts";
import { type Sample, samplesOf } from "../../src/pages/reference/samples.ts";
import { openApp } from "../support/app.ts";
import { createKey, createPerson, setLevel } from "../support/people.ts";
import { installSdk, runClean } from "../support/sdk-project.ts";

/** Statuses that a wrong sample would get. A 404 is not one: the ids of the examples need not exist. */
const WRONG = ["400", "401", "403", "405", "413", "415", "422"];

/** Operations whose example bodies name collections or invitations that do not exist here. */
const UNKNOWN_IDS = ["mergeCollections", "createItem", "joinCollection"];

/** The example of `loginUser`. */
const ADA = { email: "ada@example.com", password: "correct horse battery staple" };

/** Replaces the Python package `requests`: prints what a sample would send, as JSON. */
const REQUESTS = `
import json as j

class Response:
    status_code = 200
    text = ""

def recorder(method):
    def send(url, headers={}, json=None, files={}, data={}):
        print(j.dumps([method, url, headers, json, list(files), data]))
        return Response()
    return send

get, post, put, patch, delete = map(recorder, ["GET", "POST", "PUT", "PATCH", "DELETE"])
`;

const contracts = loadContracts();
const { folder } = await installSdk(t);
// The files that samples upload.
const FILES = ["cover.png", "bookmarks.html", "page.html"];
await copyFile(join(ROOT, "openapi/workflows/cover.png"), join(folder, "cover.png"));
await writeFile(join(folder, "bookmarks.html"), '<DL><DT><A HREF="https://example.com/">Example</A></DL>');
await writeFile(join(folder, "page.html"), "<title>Example</title>");

/** The samples of a contract in one language, by operation. */
function samplesIn(contract: Contract, language: Sample["language"], base: string): [id: string, code: string][] {
  return contract.operations.map((operation) => {
    const sample = samplesOf(contract, operation, base).find((sample) => sample.language === language);
    return [operation.id, sample?.code ?? ""];
  });
}

/** A new server, and the environment with the credentials of an administrator. */
async function openServer(t: Test) {
  const app = await openApp(t);
  const person = await createPerson(app, "Root");
  await setLevel(app, person.id, 4);
  // Who logs in, in the example.
  const { status } = await app.send("POST", "/api/user/register", { body: { ...ADA, name: "Ada Lovelace" } });
  t.equal(status, 201);
  const key = await createKey(app, person.id);
  trackSecrets(key);
  return { base: app.base, credentials: { TRIPTYCH_TOKEN: person.token, TRIPTYCH_KEY: key } };
}

/** Fails the test for each line such as `createProduct 400`. */
function assertStatuses(t: Test, printed: string, { operations }: Contract): void {
  const statuses = printed
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  t.same(
    statuses.map(([id]) => id),
    operations.map(({ id }) => id),
  );
  for (const [id = "", status = ""] of statuses) {
    t.match(status, /^\d{3}$/, `${id}: ${status}`);
    t.notOk(WRONG.includes(status) && !UNKNOWN_IDS.includes(id), `${id}: ${status}`);
  }
}

for (const contract of contracts) {
  t.test(`the curl samples of ${contract.name} are valid requests`, async (t) => {
    const { base, credentials } = await openServer(t);
    const script = samplesIn(contract, "curl", base).map(([id, code]) =>
      code.replace("curl", `curl -s -o /dev/null -w '${id} %{http_code}\\n'`),
    );
    assertStatuses(t, await runClean("bash", ["-euc", script.join("\n")], folder, credentials), contract);
  });

  t.test(`the TypeScript samples of ${contract.name} are valid requests`, async (t) => {
    const { base, credentials } = await openServer(t);
    for (const [id, code] of samplesIn(contract, "TypeScript", base)) await writeFile(join(folder, `${id}.mts`), code);
    const runner = join(folder, `${contract.name}.mjs`);
    const ids = JSON.stringify(contract.operations.map(({ id }) => id));
    await writeFile(
      runner,
      `console.log = () => {};
for (const id of ${ids}) {
  const status = await import(\`./\${id}.mts\`).then(() => 200, (error) => error.status ?? error.message);
  process.stdout.write(\`\${id} \${status}\\n\`);
}`,
    );
    assertStatuses(t, await runClean(execPath, [runner], folder, credentials), contract);
  });

  t.test(`the Python samples of ${contract.name} send the same requests as the others`, async (t) => {
    const python = join(folder, "python");
    await mkdir(python, { recursive: true });
    await writeFile(join(python, "requests.py"), REQUESTS);
    for (const file of FILES) await copyFile(join(folder, file), join(python, file));
    const base = "http://triptych.test";
    const program = samplesIn(contract, "Python", base).map(([, code]) => code.replace(/^print\(.*\)$/m, ""));
    await writeFile(join(python, "samples.py"), program.join("\n"));
    const secret = { TRIPTYCH_TOKEN: "secret", TRIPTYCH_KEY: "secret" };
    const printed = await runClean("python3", ["samples.py"], python, secret);
    const expected = contract.operations.map((operation) => {
      const { method, url, credential, body = null, fileField, fields } = sampleRequestOf(contract, operation, base);
      const headers = credential ? { [credential.header]: `${credential.prefix}secret` } : {};
      return [method, url, headers, body, fileField === undefined ? [] : [fileField], fields];
    });
    t.same(
      printed
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
      expected,
    );
  });
}

t.test("the TypeScript samples compile", async (t) => {
  const files: string[] = [];
  for (const contract of contracts)
    for (const [id, code] of samplesIn(contract, "TypeScript", "http://localhost")) {
      files.push(`${id}.mts`);
      await writeFile(join(folder, `${id}.mts`), code);
    }
  const types = ["--lib", "es2022", "--typeRoots", join(ROOT, "node_modules/@types"), "--types", "node"];
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const errors = await runClean(execPath, [compiler, ...options, ...types, ...files], folder)
    .then(() => "")
    .catch(({ stdout }) => stdout);
  t.equal(errors, "");
});
