#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// Until a server listens, most objects stay, and the young generation would grow to its maximum, which stays in memory.
// `start` undoes this. Before the compile cache is enabled, whose entries depend on the flags.
if (argv[2] === "start") setFlagsFromString("--semi-space-growth-factor=1");

// Caches the compiled modules for the next start. Must run before any TypeScript is loaded, so this
// file is JavaScript. Where the folder is not writable, Node starts without the cache.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/triptych", import.meta.url)));

// libuv reads this when it starts its first thread.
const { THREADS } = await import("./accounts/login/thread-pool.ts");
env.UV_THREADPOOL_SIZE ??= String(THREADS);

await import("./main.ts");
