#!/usr/bin/env node
import { existsSync } from "node:fs";
import { argv } from "node:process";

// The sources run as they are, with Node's own type stripping; the published package has only what is built.
const source = new URL("../tools/main.ts", import.meta.url);
const built = new URL("../dist/tools/main.js", import.meta.url);

const { main } = await import((existsSync(source) ? source : built).href);
process.exitCode = await main(argv.slice(2));
