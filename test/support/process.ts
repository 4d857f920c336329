import type { Test } from "tap";
import { assertNoSecrets } from "./canary.ts";
import * as serverProcess from "./server-process.ts";

export { PROGRAM, runCommand, type ServerProcess } from "./server-process.ts";

/** Starts a server that is killed when the test ends. A secret in its output fails the test. */
export async function startServer(
  t: Test,
  settings: serverProcess.Settings,
  args: readonly string[] = [],
): Promise<serverProcess.ServerProcess> {
  const server = await serverProcess.startServer({ settings, args });
  t.teardown(async () => {
    await server.stop("SIGKILL");
    assertNoSecrets(server.output());
  });
  return server;
}
