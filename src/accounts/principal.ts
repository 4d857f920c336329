import type { Level } from "./levels.ts";

/** The active account that sent a request. */
export interface Principal {
  readonly accountId: number;
  readonly level: Level;
}
