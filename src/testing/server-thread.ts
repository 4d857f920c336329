import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { freePort } from "../base/free-port.ts";
import { createApp } from "../server/app.ts";
import { createLogger } from "../server/logger.ts";
import { readInMemoryConfig } from "../settings/config.ts";
import { openTestContext, registerTestMode, reset } from "./test-mode.ts";

// The server of `triptych/tap`. Sends its base URL, and a message after each reset.

// Chosen before the server listens, because links in responses contain it.
const port = await freePort();
const config = readInMemoryConfig({ ...workerData, HOST: "127.0.0.1", PORT: String(port) });
const context = await openTestContext(config);
const app = await createApp(context, {
  logger: createLogger("silent", process.stderr),
  extend: (opened) => registerTestMode(opened, context),
});
const base = await app.listen({ host: config.host, port });
parentPort?.on("message", async () => {
  await reset(context);
  parentPort?.postMessage(undefined);
});
parentPort?.postMessage(base);
// The end of the thread does not write it.
flushCompileCache();
