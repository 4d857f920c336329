import { readConfig } from "../../settings/config.ts";
import { defineCommand, JSON_OPTION } from "../shared/command.ts";
import { print, printJson } from "../shared/output.ts";
import { IDENTITY_OPTION, toTarget } from "./options.ts";

export const verify = defineCommand({
  description: `Reads the whole backup, and compares all checksums and the rows of each table with its summary. Restores nothing.`,
  args: {
    source: {
      description: "path or s3:// URL of a backup, or of a folder: the newest one in it (default: BACKUP_TO)",
      optional: true,
    },
  },
  options: { identity: IDENTITY_OPTION, json: JSON_OPTION },
  async run({ args, options: { identity, json } }) {
    const config = readConfig();
    const location = toTarget(args.source, config);
    const [{ verifyBackup }, { findSource }] = await Promise.all([
      import("../../maintenance/backup/restoring.ts"),
      import("../../maintenance/backup/source.ts"),
    ]);
    const source = await findSource(location, config.backup.s3);
    const keys = { identityFile: identity, passphrase: config.backup.passphrase };
    const { manifest, summary } = await verifyBackup(source, keys);
    if (json) {
      const { columns: _, ...shown } = manifest;
      printJson({ location: source.location, ...shown, tables: summary.tables });
      return;
    }
    const rows = summary.tables.reduce((sum, table) => sum + table.rows, 0);
    print(
      `${source.location} is intact: ${summary.tables.length} tables with ${rows} rows, of ${manifest.created_at}.`,
    );
  },
});
