/** Settings in the database. */
export interface StoredSettings {
  /** False if the database is missing, down or not yet migrated. */
  readonly isReadable: boolean;
  readonly hasTokenSecret: boolean;
  /** Undefined if nobody chose. */
  readonly registration: "open" | "closed" | undefined;
}

const UNKNOWN: StoredSettings = { isReadable: false, hasTokenSecret: false, registration: undefined };

/** Reads the settings in a database without changing it. */
export async function readStored(url: string): Promise<StoredSettings> {
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
