import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// What Node makes of the sources, without their types, is kept beside them, so that the next start finds it. Where nothing can be written, each start
// makes it anew. In JavaScript, because it comes before there is a cache.
enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/triptych", import.meta.url)));
await import("./main.ts");
