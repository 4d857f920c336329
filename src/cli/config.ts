import { type EffectiveSetting, effectiveSettings, readConfig } from "../settings/config.ts";
import { defineCommand, JSON_OPTION } from "./shared/command.ts";
import { printRows } from "./shared/table.ts";

interface Row extends Omit<EffectiveSetting, "origin"> {
  readonly origin: EffectiveSetting["origin"] | "database";
}

export const config = defineCommand({
  description: `Secrets are hidden. Two settings may be stored in the database: the secret that signs login tokens, and
whether anybody may register. If the database can't be read, they are shown as "unknown".`,
  options: { json: JSON_OPTION },
  async run({ options: { json } }) {
    const settings = effectiveSettings();
    const stored = await readStored(readConfig().databaseUrl);
    const rows = settings.map((setting) => withStored(setting, stored));
    printRows(
      rows,
      { name: ({ name }) => name, value: ({ value }) => value, origin: ({ origin }) => origin },
      { json },
    );
  },
});

/** Replaces the default of a setting by what is stored in the database. */
function withStored(setting: EffectiveSetting, stored: StoredSettings): Row {
  if (setting.origin === "environment") return setting;
  if (setting.name === "TOKEN_SECRET" && stored.hasTokenSecret)
    return { ...setting, value: "(hidden)", origin: "database" };
  if (setting.name === "REGISTRATION" && stored.registration !== undefined)
    return { ...setting, value: stored.registration, origin: "database" };
  const isUnknown = !stored.isReadable && (setting.name === "TOKEN_SECRET" || setting.name === "REGISTRATION");
  return isUnknown ? { ...setting, value: "unknown" } : setting;
}

/** Settings in the database. */
interface StoredSettings {
  /** False if the database is missing, down or not yet migrated. */
  readonly isReadable: boolean;
  readonly hasTokenSecret: boolean;
  /** Undefined if nobody chose. */
  readonly registration: "open" | "closed" | undefined;
}

const UNKNOWN: StoredSettings = { isReadable: false, hasTokenSecret: false, registration: undefined };

/** Reads the settings in a database without changing it. */
async function readStored(url: string): Promise<StoredSettings> {
  const [{ openReadOnly }, tokenSecret, registrationPolicy] = await Promise.all([
    import("../database/read-only.ts"),
    import("../accounts/token-secret.ts"),
    import("../setup/registration-policy.ts"),
  ]);
  try {
    await using database = openReadOnly(url);
    return {
      isReadable: true,
      hasTokenSecret: await tokenSecret.exists(database.handle),
      registration: await registrationPolicy.findChoice(database.handle),
    };
  } catch {
    return UNKNOWN;
  }
}
