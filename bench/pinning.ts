import { availableParallelism } from "node:os";
import { platform } from "node:process";

/** Whether the servers and the load can be pinned to a core each. */
export const CAN_PIN = platform === "linux" && availableParallelism() > 1;

/** The core that the servers share; all but one of them are idle. */
export const SERVER_CORE = 0;

export const LOAD_CORE = 1;

/** The program and arguments that run a command on one core, where pinning is possible; undefined: on all cores. */
export function pinned(core: number | undefined, command: readonly string[]): [program: string, args: string[]] {
  const [program = "", ...args] = command;
  return CAN_PIN && core !== undefined ? ["taskset", ["-c", String(core), ...command]] : [program, args];
}
