import type { Contents } from "../../retention/erasure.ts";
import { withContext } from "../shared/account-context.ts";
import { defineCommand, UsageError, YES_OPTION } from "../shared/command.ts";
import { askToConfirm, confirm, print } from "../shared/output.ts";
import { openProgress } from "../shared/progress.ts";

const MIB = 1024 * 1024;

export const erase = defineCommand({
  description: `Lists the data, asks, deletes the account, and erases its data in short transactions. Servers may run meanwhile. Its id,
its products, and items in collections of others stay; see docs/data.md. If the command is interrupted, a running server
resumes after five minutes, or run it again with --id. Backups keep the data until they are deleted.`,
  options: {
    email: { type: "string", value: "<e-mail>", description: "e-mail address of an account that is not deleted" },
    id: { type: "integer", value: "<id>", min: 1, description: "id of the account, which may be deleted" },
    yes: YES_OPTION,
  },
  async run({ options: { email, id, yes } }) {
    if ((email === undefined) === (id === undefined)) throw new UsageError("Use either --email or --id. See --help.");
    const [{ toEmailKey }, erasure] = await Promise.all([
      import("../../mail/email-key.ts"),
      import("../../retention/erasure.ts"),
    ]);
    await withContext(async ({ database, clock }) => {
      const emailKey = email === undefined ? undefined : toEmailKey(email);
      const found = await erasure.findContents(database, { id, emailKey });
      if (found === undefined) throw new Error(`There is no such account: ${email ?? id}.`);
      for (const line of describe(found)) print(line);
      if (!(await isConfirmed(found, yes))) {
        print("Nothing was erased.");
        return;
      }
      await erasure.request(database, clock, found.id);
      using progress = openProgress("rows");
      let erased = 0;
      const onErased = (rows: number) => {
        erased += rows;
        progress.update(erased);
      };
      await erasure.erase(database, clock, found.id, { pause: async () => true, onErased });
      print(`Account ${found.id} is erased.`);
    });
  },
});

function describe({ id, email, isDeleted, rows, bytes }: Contents): string[] {
  const { collections, items, files, backups, api_keys, sessions, logins } = rows;
  return [
    `Account ${id}${email === "" ? "" : `, ${email}`}, is ${isDeleted ? "deleted" : "in use"}. To be erased:`,
    `  ${collections} collections, ${items} items, ${files} files, ${backups} stored exports: ${(bytes / MIB).toFixed(1)} MiB`,
    `  ${api_keys} API keys, ${sessions} sessions, ${logins} logins`,
  ];
}

/** Asks for the e-mail address of an account that is not deleted: erasing the wrong one can't be undone. */
async function isConfirmed({ email, isDeleted }: Contents, yes: boolean): Promise<boolean> {
  if (isDeleted || yes) return confirm("Erase it? This can't be undone.", { yes });
  const question = "The account is in use. This can't be undone. Type its e-mail address to erase it:";
  return (await askToConfirm(question)) === email;
}
