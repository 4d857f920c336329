import { SUBJECT_OPTIONS, withCounters } from "./limit-counters.ts";
import { defineCommand, JSON_OPTION, YES_OPTION } from "./shared/command.ts";
import { confirm, formatTime, print } from "./shared/output.ts";
import { printRows } from "./shared/table.ts";

export const show = defineCommand({
  description: `Counts may be half a second old, or include a few requests that have not arrived. On SQLite, a server
with one process counts requests to the collections API in its memory; these are not shown.`,
  options: { ...SUBJECT_OPTIONS, json: JSON_OPTION },
  examples: ["limit show --ip 192.0.2.7", "limit show --email ada@example.com"],
  async run({ options: { ip, email, json } }) {
    await withCounters({ ip, email }, async (counters) => {
      const rows = [];
      for (const { name, limit, read } of counters) rows.push({ counter: name, limit, ...(await read()) });
      printRows(
        rows,
        {
          counter: ({ counter }) => counter,
          count: ({ count }) => count,
          limit: ({ limit }) => limit,
          "resets at": ({ ends_at }) => (ends_at === null ? "" : formatTime(ends_at)),
        },
        { json },
      );
    });
  },
});

export const reset = defineCommand({
  description: "The client or the account may send requests again at once. Other counters do not change.",
  options: { ...SUBJECT_OPTIONS, yes: YES_OPTION },
  examples: ["limit reset --ip 192.0.2.7 --yes"],
  async run({ options: { ip, email, yes } }) {
    const { recordAlone } = await import("../audit/record.ts");
    await withCounters({ ip, email }, async (counters, subject, { database, accountId }) => {
      if (!(await confirm(`Reset all counters of ${subject}?`, { yes }))) return;
      for (const { reset } of counters) await reset();
      await recordAlone(database, {
        action: "limit.reset",
        accountId,
        target: { kind: "limit", id: accountId === null ? "network" : "account" },
        personal: { subject },
      });
      print(`The counters of ${subject} are reset.`);
    });
  },
});
