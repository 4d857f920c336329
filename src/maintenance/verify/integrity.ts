import { maintenanceOf } from "../../database/database.ts";
import type { Check } from "./check.ts";

/** The files and indexes of the database. */
export const INTEGRITY: Check = {
  name: "integrity",
  isOutsideSnapshot: true,
  async *find(database) {
    for (const message of await maintenanceOf(database).checkIntegrity(database)) yield { message };
  },
};
