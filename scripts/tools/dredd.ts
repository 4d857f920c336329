import { installPackages, runPackage, versionOf } from "./npm.ts";
import { startTestServer } from "./test-mode.ts";
import type { ContractName, Tool } from "./tool.ts";

/** The header field of a contract's credential, up to its value. */
const HEADERS = {
  catalogue: "auth-token: ",
  users: "x-auth-token: ",
  collections: "authorization: Bearer ",
} satisfies Record<ContractName, string>;

/** Dredd, which sends a request for each documented response to a server in test mode. */
export async function open(): Promise<Tool> {
  await installPackages();
  return {
    name: "Dredd",
    version: versionOf("dredd"),
    checks:
      "sends a request for each documented response to a server in test mode, with the credentials as `--header`. " +
      "It finds no example of a parameter that is in its schema or under `examples`; given one, it expects each documented status " +
      "of the same request ([dredd#1257](https://github.com/apiaryio/dredd/issues/1257)), and no `; charset=utf-8`",
    async run(input) {
      const server = await startTestServer(input);
      try {
        await runPackage(
          "dredd",
          [input.file, server.base, "--header", HEADERS[input.contract] + server.credential],
          input.folder,
        );
      } finally {
        await server.stop();
      }
    },
  };
}
