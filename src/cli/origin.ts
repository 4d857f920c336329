import { userInfo } from "node:os";
import { type Origin, SERVER } from "../audit/origin.ts";

/** The origin of the changes of a command, for the audit log. The server that `start` starts has its own. */
export function originOf(commandName: string): Origin {
  if (commandName === "start") return SERVER;
  const credential = systemUser();
  return {
    actor: "command",
    accountId: null,
    credentialVersion: null,
    via: commandName,
    credential,
    client: null,
    clock: Date.now,
  };
}

/** The user of the operating system that runs this process; its id if it has no name, as in a container. */
function systemUser(): string | null {
  try {
    return userInfo().username;
  } catch {
    return process.getuid?.().toString() ?? null;
  }
}
