#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { argv, env } from "node:process";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

// What runs until a server listens runs once. V8 would optimise it, and let the young generation grow to its maximum,
// which stays in memory. `start` undoes this. Before the compile cache is enabled, whose entries depend on the flags.
if (argv[2] === "start")
  for (const flag of ["--no-maglev", "--no-turbofan", "--no-sparkplug", "--semi-space-growth-factor=1"])
    setFlagsFromString(flag);

// Caches the compiled modules for the next start. Must run before any TypeScript is loaded, so this
// file is JavaScript. Where the folder is not writable, Node starts without the cache.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/triptych", import.meta.url)));

// libuv reads this when it starts its first thread.
const { THREADS } = await import("./accounts/login/thread-pool.ts");
env.UV_THREADPOOL_SIZE ??= String(THREADS);

await import("./main.ts");
