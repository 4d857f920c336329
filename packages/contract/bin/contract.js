#!/usr/bin/env node
import { existsSync } from "node:fs";
import { argv, versions } from "node:process";

// The sources run as they are, with Node's own type stripping; the published package has only what is built.
const source = new URL("../tools/main.ts", import.meta.url);
const built = new URL("../dist/tools/main.js", import.meta.url);

const [major = 0, minor = 0] = versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 15)) {
  console.error(`contract needs Node 22.15 or newer; this is Node ${versions.node}.`);
  process.exitCode = 1;
} else {
  const { main } = await import((existsSync(source) ? source : built).href);
  process.exitCode = await main(argv.slice(2));
}
