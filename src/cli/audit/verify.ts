import { plural } from "../../base/plural.ts";
import { withContext } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { print, printJson } from "../shared/output.ts";
import { openProgress } from "../shared/progress.ts";

export const verify = defineCommand({
  description: `Prints the number of events and the hash of the last one. Note both on another machine: if the event
with this number has another hash later, somebody with access to the database has rewritten the log.`,
  options: { json: JSON_OPTION },
  async run({ options: { json } }) {
    const verification = await import("../../audit/verification.ts");
    await withContext(async ({ database }) => {
      using progress = openProgress("events", 0);
      const result = await verification.verify(database, { onProgress: progress.update });
      const { count, deleted, hash, problems } = result;
      if (json) printJson(result);
      else if (problems.length > 0) for (const { message } of problems) print(message);
      else
        print(
          count + deleted === 0
            ? "The audit log is empty."
            : `The audit log is intact: ${plural(count + deleted, "event")}${deletedText(deleted)}, last hash ${hash}`,
        );
      if (problems.length > 0) throw new Error("The audit log was tampered with or is damaged.");
    });
  },
});

function deletedText(count: number): string {
  return count === 0 ? "" : ` (the first ${count} deleted because of AUDIT_DAYS)`;
}
