import { ENGINE_NAMES, type EngineName } from "../../database/core/backup-data.ts";

/** The parts of the name of a backup. */
export interface BackupName {
  /** The whole name. */
  readonly name: string;
  /** See `installation.ts`. */
  readonly installation: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly engine: EngineName;
  /** The number of the last migration, such as `0024`. */
  readonly schema: string;
  readonly encrypted: boolean;
}

const NAME =
  /^triptych-([0-9a-f]{12})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([a-z]+)-(\d{4})\.tar\.zst(\.age)?$/;

/** Such as `triptych-5e0c1f9a77b2-20261123T181630123Z-sqlite-0024.tar.zst`. Names sort by time within an installation. */
export function toName({ installation, createdAt, engine, schema, encrypted }: Omit<BackupName, "name">): string {
  const time = new Date(createdAt).toISOString().replace(/[-:.]/g, "");
  return `triptych-${installation}-${time}-${engine}-${schema}.tar.zst${encrypted ? ".age" : ""}`;
}

/** Undefined for the name of any other file. */
export function parseName(name: string): BackupName | undefined {
  const [, installation, year, month, day, hours, minutes, seconds, milliseconds, engineName, schema, age] =
    NAME.exec(name) ?? [];
  const engine = ENGINE_NAMES.find((name) => name === engineName);
  if (installation === undefined || schema === undefined || engine === undefined) return undefined;
  const createdAt = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  if (Number.isNaN(createdAt)) return undefined;
  return { name, installation, createdAt, engine, schema, encrypted: age !== undefined };
}
