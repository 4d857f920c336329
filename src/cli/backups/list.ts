import { readConfig } from "../../settings/config.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { formatTime, print } from "../shared/output.ts";
import { printRows } from "../shared/table.ts";
import { TARGET_ARGUMENT, toTarget } from "./options.ts";

export const list = defineCommand({
  description: "Newest first. Lists the backups of all installations if the database does not exist.",
  args: { target: TARGET_ARGUMENT },
  options: { all: { type: "boolean", description: "also list backups of other installations" }, json: JSON_OPTION },
  async run({ args, options: { all, json } }) {
    const config = readConfig();
    const location = toTarget(args.target, config);
    const [{ listBackups, openTarget }, { readInstallation }] = await Promise.all([
      import("../../maintenance/backup/target.ts"),
      import("../../maintenance/backup/installation.ts"),
    ]);
    const target = await openTarget(location, config.backup.s3);
    const backups = await listBackups(target, all ? undefined : await readInstallation(config.databaseUrl));
    const rows = backups.map(({ createdAt, ...backup }) => ({ ...backup, created_at: formatTime(createdAt) }));
    if (rows.length === 0 && !json) print(`There is no backup in ${target.location}.`);
    else
      printRows(
        rows,
        {
          Time: ({ created_at }) => created_at,
          Bytes: ({ size }) => size,
          Engine: ({ engine }) => engine,
          Schema: ({ schema }) => schema,
          Encrypted: ({ encrypted }) => (encrypted ? "yes" : "no"),
          Installation: ({ installation }) => installation,
          Name: ({ name }) => name,
        },
        { json },
      );
  },
});
