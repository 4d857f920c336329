import { ACTIONS } from "../audit/action.ts";
import { type AuditEvent, toExported } from "../audit/event.ts";
import { plural } from "../base/plural.ts";
import { withContext } from "./shared/account-context.ts";
import { defineCommand, JSON_OPTION, UsageError } from "./shared/command.ts";
import { formatTime, print, printJson } from "./shared/output.ts";
import { openProgress } from "./shared/progress.ts";
import { printRows } from "./shared/table.ts";

export const list = defineCommand({
  description: "Newest first.",
  options: {
    account: {
      type: "integer",
      value: "<id>",
      min: 1,
      description: "only events about this account, or caused by it, even if it is deleted",
    },
    action: {
      type: "string",
      value: "<action>",
      choices: ACTIONS,
      description: "only this action, such as key.create; docs/audit-log.md lists all",
    },
    since: { type: "string", value: "<time>", description: "only since this date or time (ISO 8601, in UTC)" },
    limit: { type: "integer", value: "<count>", min: 1, max: 100_000, default: 100, description: "maximum events" },
    json: JSON_OPTION,
  },
  async run({ options: { account, action, since, limit, json } }) {
    const from = since === undefined ? undefined : timeIn(since);
    const listing = await import("../audit/listing.ts");
    await withContext(async ({ database }) => {
      const events: AuditEvent[] = [];
      const filter = { accountId: account, action, from };
      for await (const batch of listing.batches(database, filter, limit)) events.push(...batch);
      if (json) return printJson(events.map(toExported));
      return printRows(
        events,
        {
          id: ({ id }) => id,
          time: ({ occurredAt }) => formatTime(occurredAt),
          who: ({ actor, actorId }) => actorId ?? actor,
          action: ({ action: name }) => name,
          target: ({ targetKind, targetId }) => `${targetKind} ${targetId}`,
          details: ({ details, personal }) => [details, personal ?? ""].filter((text) => text.length > 2).join(" "),
          via: ({ via }) => via,
          "IP address": ({ address }) => address,
        },
        { json: false },
      );
    });
  },
});

export const verify = defineCommand({
  description: `Prints the number of events and the hash of the last one. Note both on another machine: if the event
with this number has another hash later, somebody with access to the database has rewritten the log.`,
  options: { json: JSON_OPTION },
  async run({ options: { json } }) {
    const verification = await import("../audit/verification.ts");
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

/** Milliseconds since 1970. Throws `UsageError` for other text than an ISO 8601 date or time. */
function timeIn(text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError("--since must be a date such as 2026-01-31 or 2026-01-31T10:00:00Z.");
  return time;
}

function deletedText(count: number): string {
  return count === 0 ? "" : ` (the first ${count} deleted because of AUDIT_DAYS)`;
}
