import type { DataHeader, DataSummary } from "../../database/core/backup-data.ts";

/** The first file in a backup. */
export const MANIFEST = "manifest.json";

/** The last file in a backup: `DataSummary`. */
export const SUMMARY = "summary.json";

/** Incremented when older versions of Triptych can't read new backups. */
export const FORMAT = 1;

/** What a backup contains, as JSON at its start. */
export interface Manifest extends DataHeader {
  readonly format: number;
  /** The version of Triptych that made it. */
  readonly triptych: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** Which installation made it; see `installation.ts`. */
  readonly installation: string;
}

/** Parses a manifest. Throws if a newer version of Triptych made the backup. */
export function parseManifest(json: string): Manifest {
  const manifest = JSON.parse(json) as Manifest; // The digest of the backup shows that Triptych wrote it.
  if (manifest.format !== FORMAT)
    throw new Error(
      `The backup was made by Triptych ${manifest.triptych}, in a format that this version does not support. Restore it with that version.`,
    );
  return manifest;
}

/** Parses the summary of the data in a backup. */
export function parseSummary(json: string): DataSummary {
  return JSON.parse(json) as DataSummary; // As above.
}
