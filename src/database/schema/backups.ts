import type { Constant, Flag, Time } from "./columns.ts";

/** Exports of all items of an account at a time. */
export interface BackupsTable {
  /** 24 random lower-case hexadecimal digits. */
  id: string;
  account_id: number;
  /** 0 while it is being made or deleted; such a backup is invisible. */
  completed: Flag;
  created_at: Time;
}

/** The parts of a backup. */
export interface BackupChunksTable {
  backup_id: string;
  format: "csv" | "html";
  /** From 0. */
  number: number;
  account_id: number;
  /** Text, compressed with gzip. */
  bytes: Constant<Buffer>;
}
