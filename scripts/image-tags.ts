import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";
import { isHigher, isVersion } from "./shared/changelog.ts";

const HELP = `Prints the tags of the container image of a release, such as 1.2.3 1.2 latest. The newest release of an older minor
version is not the latest one.

Usage: node scripts/image-tags.ts <tag in git>

Exits with 1 if the tag is not v<version in package.json>.
`;

const ROOT = new URL("../", import.meta.url);

if (argv.includes("--help")) stdout.write(HELP);
else {
  const [, , tag = ""] = argv;
  const { version }: { version: string } = JSON.parse(readFileSync(new URL("package.json", ROOT), "utf8"));
  if (tag !== `v${version}`) {
    stderr.write(`The tag is ${tag}, but package.json has version ${version}.\n`);
    exit(1);
  }
  stdout.write(`${imageTags(version).join(" ")}\n`);
}

function imageTags(version: string): string[] {
  const tags = execFileSync("git", ["tag", "--list", "v*"], { cwd: ROOT, encoding: "utf8" }).trimEnd().split("\n");
  const released = tags.map((tag) => tag.slice(1)).filter(isVersion);
  const minor = version.slice(0, version.lastIndexOf("."));
  return [version, minor, ...(released.some((other) => isHigher(other, version)) ? [] : ["latest"])];
}
