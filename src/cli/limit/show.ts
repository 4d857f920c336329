import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";
import { SUBJECT_OPTIONS, withCounters } from "./subject.ts";

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
