import type { Database } from "../database/database.ts";
import { UseRecorder } from "./use-recorder.ts";

/** Records when API keys are used, by id. */
export class KeyUseRecorder extends UseRecorder<number> {
  constructor(database: Database, report: (error: unknown) => void) {
    super(
      (id, minute) => database.updateTable("api_keys").set({ last_used_at: minute }).where("id", "=", id).execute(),
      report,
    );
  }
}
