import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import t, { type Test } from "tap";
import type { Change } from "../tools/diff/change.ts";
import { changelogOf } from "../tools/diff/changelog.ts";
import { loadLastReleases, loadReleases } from "../tools/diff/releases.ts";
import { versionTextOf } from "../tools/diff/text.ts";
import { missingVersion } from "../tools/diff/version.ts";
import { parseContract } from "../tools/source/contracts.ts";
import { PETS, projectOf } from "./project.ts";

const HARMLESS: Change = {
  id: "endpoint-added",
  severity: "harmless",
  place: "GET /pets/cats",
  text: "endpoint added",
};
const RULES = { breaking: [], harmless: [], widerPatterns: [] };

function pets(version: string, title = "Pets") {
  return parseContract("pets", PETS.replace("1.0.0", version).replace("title: Pets", `title: ${title}`));
}

function missing(from: string, to: string, changes: readonly Change[], title = "Other pets") {
  return missingVersion({ name: "pets", base: pets(from), head: pets(to, title), changes });
}

t.test("a version rises by what the changes need, or more", async (t) => {
  t.equal(missing("1.2.3", "1.2.3", []), "1.2.4", "texts");
  t.equal(missing("1.2.3", "1.2.4", []), undefined);
  t.equal(missing("1.9.3", "1.9.4", [HARMLESS]), "1.10.0");
  t.equal(missing("1.9.3", "1.10.0", [HARMLESS]), undefined);
  for (const severity of ["breaking", "may break"] as const) {
    const changes = [HARMLESS, { ...HARMLESS, severity }];
    t.equal(missing("1.2.3", "1.10.0", changes), "2.0.0", severity);
    t.equal(missing("1.2.3", "10.0.0", changes), undefined, severity);
  }
  t.equal(missing("1.2.3", "1.2.2", []), "1.2.4", "a lower version");
});

t.test("a contract that has not changed needs no other version", async (t) => {
  t.equal(missing("1.0.0", "1.0.0", [], "Pets"), undefined);
  t.equal(missing("1.0.0", "1.5.0", [], "Pets"), undefined);
  t.equal(missingVersion({ name: "pets", base: undefined, head: pets("1.0.0"), changes: [] }), undefined);
  const released = parseContract("pets", PETS.replace("version: 1.0.0", 'version: 1.0.0, x-released: "2026-01-01"'));
  t.equal(missingVersion({ name: "pets", base: released, head: pets("1.0.0"), changes: [] }), undefined);
});

t.test("a version that did not rise is marked", async (t) => {
  const comparison = { name: "pets", base: pets("1.0.0"), head: pets("1.0.1", "Cats"), changes: [HARMLESS] };
  t.equal(versionTextOf(comparison), "  ✗ info.version: pets 1.0.1 has changes since its release: raise it to 1.1.0\n");
  t.equal(versionTextOf({ ...comparison, head: pets("1.1.0", "Cats") }), "");
});

t.test("released versions have three numbers", async (t) => {
  t.throws(() => missing('"1.0"', "1.1.0", []), { message: /^The version 1\.0 does not have three numbers/ });
});

t.test("releases are sorted by their numbers, and named by their file", async (t) => {
  const folder = await projectOf(t, {
    "pets/1.10.0.yaml": PETS.replace("1.0.0", "1.10.0"),
    "pets/1.9.0.yaml": PETS.replace("1.0.0", "1.9.0"),
    "cats/1.0.0.yaml": PETS,
  });
  const versions = [...loadReleases(folder)].map(([name, releases]) => [
    name,
    ...releases.map(({ document }) => document.info.version),
  ]);
  t.same(versions.toSorted(), [
    ["cats", "1.0.0"],
    ["pets", "1.9.0", "1.10.0"],
  ]);
  const last = loadLastReleases(folder).map(({ name, document }) => `${name} ${document.info.version}`);
  t.same(last.toSorted(), ["cats 1.0.0", "pets 1.10.0"]);

  const wrong = await projectOf(t, { "pets/2.0.0.yaml": PETS });
  t.throws(() => loadReleases(wrong), { message: /2\.0\.0\.yaml: "info.version" is 1\.0\.0, which is not the name/ });
});

/** A program that reports one new endpoint, and the number of its runs. */
async function countingOasdiff(t: Test) {
  const entry = { id: "endpoint-added", text: "endpoint added", level: 1, operation: "GET", path: "/pets/cats" };
  const folder = await projectOf(t, {
    oasdiff: `#!/bin/sh\necho run >> "$(dirname "$0")/runs"\necho '${JSON.stringify([entry])}'\n`,
    runs: "",
  });
  await chmod(join(folder, "oasdiff"), 0o755);
  const runs = async () => (await readFile(join(folder, "runs"), "utf8")).split("\n").length - 1;
  return { program: async () => join(folder, "oasdiff"), runs };
}

t.test("a changelog has the changes of each version, and keeps the entries whose sources are the same", async (t) => {
  const { program, runs } = await countingOasdiff(t);
  const releases = [pets("1.0.0"), pets("1.1.0", "Cats")];
  const first = await changelogOf(releases, { rules: RULES, program, earlier: [] });
  t.match(first, [
    { version: "1.1.0", rise: "minor", changes: [HARMLESS] },
    { version: "1.0.0", rise: undefined, changes: [] },
  ]);
  t.equal(await runs(), 1);

  const again = () => changelogOf(releases, { rules: RULES, program, earlier: first });
  t.same(await again(), first);
  t.equal(await runs(), 1, "needs no program");
  const more = await changelogOf([...releases, pets("1.2.0", "Dogs")], { rules: RULES, program, earlier: first });
  t.same(more.slice(1), first);
  t.equal(await runs(), 2, "for the new version alone");
  const strict = { ...RULES, breaking: ["endpoint-added"] };
  const [judged] = await changelogOf(releases, { rules: strict, program, earlier: first });
  t.match(judged, { rise: "major", changes: [{ severity: "breaking" }] });
});
