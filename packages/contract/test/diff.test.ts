import { execFileSync } from "node:child_process";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import t, { type Test } from "tap";
import { brokenContracts, compareAll } from "../tools/diff/compare.ts";
import { loadVersion } from "../tools/diff/sources.ts";
import { textOf } from "../tools/diff/text.ts";
import { loadContracts, parseContract } from "../tools/source/contracts.ts";
import { CONFIG, configOf, PETS, projectOf } from "./project.ts";

/** Changes as oasdiff reports them. */
const ENTRIES = [
  { id: "api-removed-without-deprecation", text: "removed", level: 3, operation: "GET", path: "/pets/dogs" },
  {
    id: "response-optional-property-removed",
    text: "property removed",
    level: 2,
    operation: "GET",
    path: "/pets/dogs",
  },
  { id: "api-operation-id-removed", text: "id removed", level: 1, operation: "GET", path: "/pets/dogs" },
  { id: "api-security-scope-added", text: "scope added", level: 3, section: "components" },
  { id: "api-version-not-bumped", text: "not bumped", level: 2, section: "info" },
];

/** A program that reports these changes, as oasdiff does. */
async function oasdiffOf(t: Test, entries: readonly object[]) {
  const folder = await projectOf(t, { oasdiff: `#!/bin/sh\ncat <<'END'\n${JSON.stringify(entries)}\nEND\n` });
  await chmod(join(folder, "oasdiff"), 0o755);
  return { program: join(folder, "oasdiff"), breaking: [], harmless: [], widerPatterns: [] };
}

const before = parseContract("pets", PETS);
const after = parseContract("pets", PETS.replace("name:", "names:"));
const next = parseContract("pets", PETS.replace("name:", "names:").replace("1.0.0", "2.0.0"));

t.test("says which changes break clients; a new major version may have them", async (t) => {
  const oasdiff = await oasdiffOf(t, ENTRIES);
  const [changed, ...others] = await compareAll(oasdiff, [before], [after]);
  if (changed === undefined) throw new Error("There is one comparison.");
  t.same(others, []);
  t.equal(
    textOf(changed),
    "pets 1.0.0\n" +
      "  ✗ breaking: GET /pets/dogs: removed\n" +
      "  ✗ breaking: GET /pets/dogs: property removed\n" +
      "  ✗ breaking: GET /pets/dogs: id removed\n" +
      "  ✗ breaking: components: scope added\n",
  );
  t.same(brokenContracts([changed]), ["pets"]);
  t.same(brokenContracts(await compareAll(oasdiff, [before], [next])), []);
});

t.test("a project may judge changes otherwise", async (t) => {
  const oasdiff = { ...(await oasdiffOf(t, ENTRIES.slice(3, 4))), harmless: ["api-security-scope-added"] };
  t.same(brokenContracts(await compareAll(oasdiff, [before], [after])), []);
  const strict = { ...(await oasdiffOf(t, [{ ...ENTRIES[0], id: "api-added", level: 1 }])), breaking: ["api-added"] };
  t.same(brokenContracts(await compareAll(strict, [before], [after])), ["pets"]);
});

t.test("a credential that is no longer accepted is breaking", async (t) => {
  const scheme = `${PETS}  securitySchemes: { key: { type: apiKey, in: header, name: pet-key } }\n`;
  const secured = parseContract("pets", scheme.replace("get:\n", "get:\n      security: [{ key: [] }]\n"));
  const [change] = await compareAll(await oasdiffOf(t, []), [before], [secured]);
  t.match(change?.changes, [{ severity: "breaking", text: "no longer accepts requests without a credential" }]);
});

t.test("new, removed and equal contracts are named", async (t) => {
  const oasdiff = await oasdiffOf(t, []);
  const texts = async (...versions: Parameters<typeof compareAll>) => (await compareAll(...versions)).map(textOf);
  t.same(await texts(oasdiff, [], [after]), ["pets is new, 1.0.0\n"]);
  t.same(await texts(oasdiff, [before], []), [
    "pets 1.0.0 is removed\n  ✗ breaking: contract: the contract was removed\n",
  ]);
  t.same(await texts(oasdiff, [before], [before]), ["pets 1.0.0: no change that clients can see\n"]);
});

t.test("a removed contract is breaking until the sunset dates of its operations are over", async (t) => {
  const oasdiff = await oasdiffOf(t, []);
  const removed = async (dates: string) => {
    const announced = parseContract("pets", PETS.replace("get:\n", `get:\n      deprecated: true\n${dates}`));
    return brokenContracts(await compareAll(oasdiff, [announced], []));
  };
  t.same(await removed(""), ["pets"]);
  t.same(await removed("      x-sunset: 2999-12-31\n"), ["pets"]);
  t.same(await removed("      x-sunset: 2020-12-31\n"), []);
});

t.test("a missing program is an error that says how to install it", async (t) => {
  const oasdiff = { ...(await oasdiffOf(t, [])), program: "no-such-oasdiff" };
  await t.rejects(compareAll(oasdiff, [before], [after]), {
    message: /^The program no-such-oasdiff is missing: go install github\.com\/oasdiff/,
  });
});

/** Commits all files of a folder, and tags the commit. */
function tagAs(folder: string, tag: string): void {
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "ignore" });
  git("init");
  git("add", ".");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "-m", tag);
  git("tag", tag);
}

t.test("a version is a folder, a file, or a revision of git", async (t) => {
  const folder = await projectOf(t, {
    "project/contract.config.json": CONFIG,
    "project/pets.yaml": PETS.replace("1.0.0", "1.1.0"),
    "released/pets.yaml": PETS,
    "old.yaml": PETS.replace("1.0.0", "0.9.0"),
  });
  const project = join(folder, "project");
  const config = configOf(project);
  const versionsIn = (version: string) =>
    loadVersion(config, version).map(({ name, document }) => `${name} ${document.info.version}`);
  t.same(versionsIn(join(folder, "released")), ["pets 1.0.0"]);
  t.same(versionsIn(project), ["pets 1.1.0"]);
  t.same(versionsIn(join(folder, "old.yaml")), ["pets 0.9.0"]);

  t.throws(() => versionsIn("first"), { message: "There is no folder, file or revision of git first." });
  tagAs(project, "first");
  await writeFile(join(project, "pets.yaml"), PETS.replace("1.0.0", "1.2.0"));
  t.same(versionsIn("first"), ["pets 1.1.0"]);
  t.equal(loadContracts(config)[0]?.document.info.version, "1.2.0");
});

t.test("the contracts of a revision are those that its configuration lists", async (t) => {
  const folder = await projectOf(t, {
    "project/contract.config.json":
      '{ "contracts": ["../openapi/*.yaml", "pets.yaml"], "common": "../openapi/common.yaml" }',
    "project/pets.yaml": PETS,
    "openapi/birds.yaml": PETS.replace(/Dog: .*/, 'Dog:\n      $ref: "common.yaml#/components/schemas/Dog"'),
    "openapi/common.yaml": "components:\n  schemas:\n    Dog:\n      type: object\n",
    "openapi/notes.txt": "no contract",
  });
  const project = join(folder, "project");
  const namesIn = (version: string) => loadVersion(configOf(project), version).map(({ name }) => name);
  tagAs(folder, "first");
  t.same(namesIn("first"), ["birds", "pets"]);

  await rm(join(folder, "openapi"), { recursive: true });
  await writeFile(join(project, "contract.config.json"), CONFIG);
  t.same(namesIn("first"), ["birds", "pets"], "a contract that was removed");
  const changes = await compareAll(
    await oasdiffOf(t, []),
    loadVersion(configOf(project), "first"),
    loadContracts(configOf(project)),
  );
  t.same(brokenContracts(changes), ["birds"]);

  await writeFile(join(project, "contract.config.json"), '{ "contracts": [], "proof": { "unknown": 1 } }');
  tagAs(folder, "invalid");
  await rm(join(project, "contract.config.json"));
  tagAs(folder, "unconfigured");
  await writeFile(join(project, "contract.config.json"), CONFIG);
  t.throws(() => namesIn("invalid"), {
    message: /^At invalid: .*contract\.config\.json: \/contracts must NOT have fewer/,
  });
  t.same(namesIn("unconfigured"), ["pets"], "without a configuration, those of today's");
});
