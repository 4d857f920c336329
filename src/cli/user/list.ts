import type { Account } from "../../accounts/account.ts";
import type { Search } from "../../accounts/listing.ts";
import type { Context } from "../../context/context.ts";
import { withContext } from "../shared/account-context.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime } from "../shared/output.ts";
import { printRowStream } from "../shared/table.ts";
import { LEVEL_OPTION, toFields } from "./fields.ts";

/** Accounts that are read, and printed, at a time. */
const BATCH_SIZE = 200;

export const list = defineCommand({
  description: "Ordered by id, without deleted accounts.",
  options: {
    level: { ...LEVEL_OPTION, description: `only this level: ${LEVEL_OPTION.description}` },
    status: {
      type: "string",
      value: "<status>",
      choices: ["active", "inactive"],
      description: "only accounts with this status",
    },
    search: { type: "string", value: "<text>", description: "only accounts whose name or e-mail address contains it" },
    limit: { type: "integer", value: "<count>", min: 1, description: "maximum accounts" },
    json: JSON_OPTION,
  },
  examples: ["user list --level 4", "user list --search example.com --json"],
  async run({ options: { level, status, search = "", limit = Number.POSITIVE_INFINITY, json } }) {
    const active = status === undefined ? undefined : status === "active";
    await withContext(async ({ database }) => {
      const batches = read(database, { text: search, level, active }, limit);
      await printRowStream(
        batches,
        {
          id: ({ id }) => id,
          "e-mail": ({ email }) => email,
          level: ({ user_level }) => user_level,
          status: ({ active }) => (active ? "active" : "inactive"),
          created: ({ created_at }) => formatTime(created_at),
          name: ({ name }) => name,
        },
        { json },
      );
    });
  },
});

async function* read(database: Context["database"], filter: Omit<Search, "after">, limit: number) {
  const listing = await import("../../accounts/listing.ts");
  let left = limit;
  let after: number | undefined = 0;
  while (after !== undefined && left > 0) {
    const size = Math.min(left, BATCH_SIZE);
    const found: { readonly accounts: readonly Account[]; readonly hasMore: boolean } = await listing.search(
      database,
      { ...filter, after },
      size,
    );
    yield found.accounts.map(toFields);
    left -= found.accounts.length;
    after = found.hasMore ? found.accounts.at(-1)?.id : undefined;
  }
}
