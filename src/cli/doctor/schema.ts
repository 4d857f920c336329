import { plural } from "../../base/plural.ts";
import { type Check, ok, problem, warning } from "./check.ts";

export const schema: Check = {
  name: "schema",
  async run({ database }) {
    if (database === undefined) return [];
    const { readSchemaState } = await import("../../database/inspection.ts");
    const { isEmpty, pending, unknown } = await readSchemaState(database);
    if (unknown.length > 0) {
      const text = `A newer version of Triptych has migrated the database (${unknown.join(", ")}).`;
      return [problem(text, "Start the newer version, or restore a backup of this one.")];
    }
    if (isEmpty) return [warning("The database has no tables.", 'The first start or "triptych migrate" creates them.')];
    if (pending.length === 0) return [ok("The schema is up to date.")];
    const text = `The schema lacks ${plural(pending.length, "migration")} (${pending.join(", ")}).`;
    return [warning(text, 'Make a backup; then the next start or "triptych migrate" applies them.')];
  },
};
