import type { Test } from "tap";
import { assertNoSecrets } from "../../harness/canary.ts";
import * as serverProcess from "../../harness/server-process.ts";

export { PROGRAM, runCommand, type ServerProcess } from "../../harness/server-process.ts";

/** Starts a server process that is killed when the test ends. Secrets in its output fail the test. */
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
