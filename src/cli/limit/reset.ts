import { defineCommand, YES_OPTION } from "../shared/command.ts";
import { confirm, print } from "../shared/output.ts";
import { SUBJECT_OPTIONS, withCounters } from "./subject.ts";

export const reset = defineCommand({
  description: "The client or the account may send requests again at once. Other counters do not change.",
  options: { ...SUBJECT_OPTIONS, yes: YES_OPTION },
  examples: ["limit reset --ip 192.0.2.7 --yes"],
  async run({ options: { ip, email, yes } }) {
    const { recordAlone } = await import("../../audit/record.ts");
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
