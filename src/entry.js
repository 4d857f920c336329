import { enableCompileCache } from "node:module";
import { env } from "node:process";
import { fileURLToPath } from "node:url";

// What Node makes of the sources, without their types, is kept beside them, so that the next start finds it. Where nothing can be written, each start
// makes it anew. In JavaScript, because it comes before there is a cache.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/triptych", import.meta.url)));

// libuv reads this before it starts its first thread.
const { THREADS } = await import("./accounts/thread-pool.ts");
env.UV_THREADPOOL_SIZE ??= String(THREADS);

await import("./main.ts");
