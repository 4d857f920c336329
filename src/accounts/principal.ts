import type { Level } from "./levels.ts";

/** Who asks: an account that is there and active. */
export interface Principal {
  readonly accountId: number;
  readonly level: Level;
}
