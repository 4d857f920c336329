import { backups } from "./backups.ts";
import type { Check } from "./check.ts";
import { clock } from "./clock.ts";
import { databaseVersion } from "./database-version.ts";
import { diskSpace } from "./disk-space.ts";
import { files } from "./files.ts";
import { mail } from "./mail.ts";
import { proxies } from "./proxies.ts";
import { redis } from "./redis.ts";
import { schema } from "./schema.ts";
import { standby } from "./standby.ts";

/** What the doctor checks after the settings, Node and the connection to the database. */
export const CHECKS: readonly Check[] = [
  databaseVersion,
  schema,
  standby,
  clock,
  files,
  diskSpace,
  backups,
  redis,
  mail,
  proxies,
];
