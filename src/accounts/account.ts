import type { Flag, Time } from "../database/schema.ts";
import type { Level } from "./levels.ts";

/** An account as anybody in the server may see it: without its password. */
export interface Account {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly locale: "en" | "sv";
  readonly active: Flag;
  readonly user_level: Level;
  readonly registered_at: Time;
  readonly created_at: Time;
  readonly updated_at: Time;
  /** Rises with every change, also with one that cannot be seen. */
  readonly version: number;
}

/** The columns of `Account`. */
export const VISIBLE = [
  "id",
  "email",
  "name",
  "locale",
  "active",
  "user_level",
  "registered_at",
  "created_at",
  "updated_at",
  "version",
] as const;

/** An address as it is compared: without regard to upper and lower case. */
export function toEmailKey(email: string): string {
  return email.toLowerCase();
}
