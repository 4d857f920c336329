import { messageOf } from "../shared/messages.ts";
import { type Check, ok, problem, warning } from "./check.ts";

/** Bytes of the log that a standby may be behind. */
const MAX_BEHIND = 16 * 1024 * 1024;

/** Whether DATABASE_REPLICA_URL is a standby that follows the primary. */
export const standby: Check = {
  name: "standby",
  async run({ config: { databaseReplicaUrl }, database }) {
    if (databaseReplicaUrl === undefined || database === undefined) return [];
    const { bytesBehind } = await import("../../database/postgres/standby.ts");
    try {
      const behind = await bytesBehind(database, databaseReplicaUrl);
      if (behind <= MAX_BEHIND) return [ok("The standby follows the primary.")];
      const advice =
        "Check the log of the standby, its network, and long queries on it. Until then the primary is read.";
      return [warning(`The standby is ${Math.round(behind / 1024 / 1024)} MiB of the log behind.`, advice)];
    } catch (error) {
      const advice =
        "Check that it runs as a streaming standby, and DATABASE_REPLICA_URL. The primary is read instead.";
      return [problem(`The standby can't be read: ${messageOf(error)}`, advice)];
    }
  },
};
