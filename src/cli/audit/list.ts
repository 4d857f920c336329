import { ACTIONS } from "../../audit/action.ts";
import type { AuditEvent } from "../../audit/event.ts";
import { toExported } from "../../audit/exported-event.ts";
import { withContext } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION, UsageError } from "../shared/command.ts";
import { formatTime, printJson } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";

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
    const listing = await import("../../audit/listing.ts");
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

/** Milliseconds since 1970. Throws `UsageError` for other text than an ISO 8601 date or time. */
function timeIn(text: string): number {
  const time = /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError("--since must be a date such as 2026-01-31 or 2026-01-31T10:00:00Z.");
  return time;
}
