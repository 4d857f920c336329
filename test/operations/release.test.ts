import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import t, { type Test } from "tap";
import { ROOT } from "../../harness/server-process.ts";
import { run } from "../support/run.ts";

const CHANGELOG = "# Changelog\n\n## Unreleased\n\n- Lamps can be dimmed.\n\n## 0.1.0 (2026-11-01)\n\n- Lamps.\n";
const TODAY = /^\d{4}-\d\d-\d\d$/;

t.test("npm run release commits and tags the version, with the entries of the changelog", async (t) => {
  const { folder, git, release } = await clone(t);
  await release("7.1.0");
  t.equal(await git("log", "-1", "--format=%s"), "Release 7.1.0");
  t.equal(await git("cat-file", "-t", "v7.1.0"), "tag");
  t.equal(await git("status", "--porcelain"), "");
  for (const file of ["package.json", "package-lock.json"]) {
    t.equal(JSON.parse(await readFile(join(folder, file), "utf8")).version, "7.1.0", file);
  }
  const [before = "", date = "", after] = (await readFile(join(folder, "CHANGELOG.md"), "utf8")).split(
    /7\.1\.0 \((.*)\)/,
  );
  t.equal(before, "# Changelog\n\n## Unreleased\n\n## ");
  t.match(date, TODAY);
  t.equal(after, "\n\n- Lamps can be dimmed.\n\n## 0.1.0 (2026-11-01)\n\n- Lamps.\n");
  await t.rejects(release("7.2.0"), /no entries below "Unreleased"/);
});

t.test("npm run release -- --dry-run changes nothing", async (t) => {
  const { git, release } = await clone(t);
  const head = await git("rev-parse", "HEAD");
  t.match(await release("7.1.0", "--dry-run"), /7\.1\.0 can be released/);
  t.equal(await git("rev-parse", "HEAD"), head);
  t.equal(await git("status", "--porcelain"), "");
  t.equal(await git("tag", "--list", "v7*"), "");
});

t.test("npm run release rejects lower versions, other texts, uncommitted changes and failing checks", async (t) => {
  const { folder, git, release, commitChecks } = await clone(t);
  await t.rejects(release("0.0.1"), /must be higher than/);
  await t.rejects(release("next"), /Name a version/);
  await writeFile(join(folder, "notes.txt"), "x");
  await t.rejects(release("7.1.0"), /Commit or remove your changes first/);
  await rm(join(folder, "notes.txt"));
  await commitChecks("exit 3");
  await t.rejects(release("7.1.0"), /release:checks/);
  t.equal(await git("tag", "--list", "v7*"), "");
  t.equal(await git("status", "--porcelain"), "");
});

t.test("image-tags.ts prints the tags of the image, latest only for the highest version", async (t) => {
  const { folder, git, imageTags } = await clone(t);
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module", version: "10.2.0" }));
  for (const tag of ["v9.9.9", "v10.2.0", "vnext", "sdk-v11.0.0"]) await git("tag", tag);
  t.equal(await imageTags("v10.2.0"), "10.2.0 10.2 latest\n");
  await git("tag", "v10.10.0");
  t.equal(await imageTags("v10.2.0"), "10.2.0 10.2\n");
  await t.rejects(imageTags("v10.10.0"), /The tag is v10\.10\.0, but package\.json has version 10\.2\.0/);
});

/** A clone of this repository with a short changelog, whose checks pass at once. */
async function clone(t: Test) {
  const folder = await mkdtemp(join(tmpdir(), "triptych-release-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const identity = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  const options = { cwd: folder, env: { ...env, ...identity, ...committer } };
  await run(["git", "clone", "--quiet", ROOT, "."], options);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const git = async (...args: string[]) => (await run(["git", ...args], options)).trimEnd();
  const commitChecks = async (checks: string) => {
    const file = join(folder, "package.json");
    const manifest = JSON.parse(await readFile(file, "utf8"));
    manifest.scripts["release:checks"] = checks;
    await writeFile(file, `${JSON.stringify(manifest, null, 2)}\n`);
    await git("commit", "--quiet", "--all", "--message", "Change the checks");
  };
  // A link is no folder, which .gitignore names.
  await writeFile(join(folder, ".git/info/exclude"), "node_modules\n");
  await writeFile(join(folder, "CHANGELOG.md"), CHANGELOG);
  await git("add", "CHANGELOG.md");
  await commitChecks("exit 0");
  const release = (...args: string[]) => run(["node", "scripts/release.ts", ...args], options);
  const imageTags = (tag: string) => run(["node", "scripts/image-tags.ts", tag], options);
  return { folder, git, release, imageTags, commitChecks };
}
