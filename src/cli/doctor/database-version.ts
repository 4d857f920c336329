import { type Check, ok, warning } from "./check.ts";

/** The oldest major version with which Triptych is tested. SQLite comes with it. */
const OLDEST_POSTGRESQL = 15;

export const databaseVersion: Check = {
  name: "database version",
  async run({ database }) {
    if (database === undefined) return [];
    const { engineOf } = await import("../../database/engine.ts");
    const { name, title, versionOf } = engineOf(database);
    const version = await versionOf(database);
    if (name === "sqlite" || Number.parseInt(version, 10) >= OLDEST_POSTGRESQL) return [ok(`${title} ${version}.`)];
    const advice = `Upgrade PostgreSQL to ${OLDEST_POSTGRESQL} or newer.`;
    return [warning(`Triptych is not tested with PostgreSQL ${version}.`, advice)];
  },
};
