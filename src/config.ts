import { isIP } from "node:net";

/** The validated settings of the server. Only `readConfig` reads environment variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The server's public URL, for links, without a trailing slash. */
  readonly baseUrl: string;
  /** `sqlite:<path>` or `postgres://…`; may contain a password. */
  readonly databaseUrl: string;
  /** Maximum connections to PostgreSQL. */
  readonly databasePoolSize: number;
  /** At least 32 bytes; undefined: use the secret stored in the database. */
  readonly tokenSecret: string | undefined;
  /** In seconds. */
  readonly tokenLifetime: number;
  /** Undefined: as the first administrator chose, else open. */
  readonly registration: "open" | "closed" | undefined;
  /** The lowest user level, 1 to 4, that may write products. */
  readonly catalogueWriteLevel: number;
  /** `redis://…` for several servers that share a rate limit; may contain a password. */
  readonly redisUrl: string | undefined;
  /** Maximum requests to the users API per hour from one network. */
  readonly rateLimitPerHour: number;
  /** Maximum requests to the collections API per minute: per account, or per network if anonymous. */
  readonly collectionsLimitPerMinute: number;
  /** Maximum registrations per hour from one network. */
  readonly registrationsPerHour: number;
  /** What the users API requires in `User-Agent`. `present`: any text; `contact`: a link or an e-mail address. */
  readonly userAgentPolicy: "present" | "contact";
  /** Maximum failed logins per minute from one network. */
  readonly loginLimitPerMinute: number;
  /** How mail is sent; undefined: the server sends none. */
  readonly mail: MailConfig | undefined;
  /** Maximum mails per hour that one network may ask for. */
  readonly mailsPerHour: number;
  /** Proxies whose `X-Forwarded-For` is trusted: IP addresses or CIDR networks. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** How long requests are served after SIGTERM; undefined: 5 seconds, or 0 on a terminal. */
  readonly drainSeconds: number | undefined;
  /**
   * Origins whose pages may call the APIs; `*` for any, empty for none. Undefined: any origin for the
   * collections API, none for the others.
   */
  readonly corsOrigins: readonly string[] | undefined;
  /** Bytes that one account may store: the texts of its collections and items, its covers and files. */
  readonly accountQuota: number;
  /** The largest file that can be uploaded as an item, in bytes. */
  readonly maxFile: number;
  /** Maximum size of the response cache in bytes. */
  readonly responseCacheSize: number;
  /** Maximum bytes of responses that clients have not read, over all connections. */
  readonly maxUnreadResponses: number;
  /** The share of responses that are checked against the contract, from 0 to 1. */
  readonly conformanceShare: number;
}

/** The SMTP server, and the sender of mails. */
export interface MailConfig {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

const MIB = 1024 * 1024;

type Environment = Readonly<Record<string, string | undefined>>;

/** New names of settings, by old name. Using an old name is an error: ignoring it would silently apply the default. */
const RENAMED: Readonly<Record<string, string>> = { ANSWER_CACHE_MIB: "RESPONSE_CACHE_MIB" };

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Reads the settings from environment variables. Throws one error for all invalid ones. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const text = (name: string) => environment[name]?.trim() || undefined;

  for (const [oldName, name] of Object.entries(RENAMED)) {
    if (text(oldName) !== undefined) problems.push(`${oldName} was renamed to ${name}.`);
  }

  function setting<T>(name: string, fallback: T, requirement: string, parse: (value: string) => T | undefined): T {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = parse(value);
    if (parsed === undefined) problems.push(`${name} must be ${requirement}.`);
    return parsed ?? fallback;
  }
  const integer = (name: string, fallback: number, min: number, max: number) =>
    setting(name, fallback, `a whole number from ${min} to ${max}`, (value) => parseInteger(value, min, max));

  const smtp = setting<Omit<MailConfig, "from"> | undefined>(
    "SMTP_URL",
    undefined,
    "smtp://… or smtps://…, without a path or parameters",
    parseSmtpUrl,
  );
  const from = setting<MailConfig["from"] | undefined>(
    "MAIL_FROM",
    undefined,
    "an e-mail address, or a name followed by an address in angle brackets",
    parseSender,
  );
  if ((text("SMTP_URL") === undefined) !== (text("MAIL_FROM") === undefined)) {
    problems.push("SMTP_URL and MAIL_FROM must be set together.");
  }

  const host = text("HOST") ?? "127.0.0.1";
  const port = integer("PORT", 3000, 0, 65_535);
  const config: Config = {
    host,
    port,
    baseUrl: setting(
      "BASE_URL",
      `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      "an http or https URL",
      parseWebUrl,
    ),
    databaseUrl: setting("DATABASE_URL", "sqlite:data/triptych.db", "sqlite:<path> or postgres://…", parseDatabaseUrl),
    databasePoolSize: integer("DATABASE_POOL_SIZE", 10, 2, 1_000),
    tokenSecret: setting<string | undefined>("TOKEN_SECRET", undefined, "32 bytes or more", parseSecret),
    tokenLifetime: integer("TOKEN_LIFETIME", 86_400, 1, 31_536_000),
    registration: setting<"open" | "closed" | undefined>(
      "REGISTRATION",
      undefined,
      "open or closed",
      parseRegistration,
    ),
    catalogueWriteLevel: integer("CATALOGUE_WRITE_LEVEL", 1, 1, 4),
    redisUrl: setting<string | undefined>("REDIS_URL", undefined, "redis://… or rediss://…", parseRedisUrl),
    rateLimitPerHour: integer("RATE_LIMIT_PER_HOUR", 600, 1, 1_000_000_000),
    collectionsLimitPerMinute: integer("COLLECTIONS_LIMIT_PER_MINUTE", 600, 1, 1_000_000_000),
    registrationsPerHour: integer("REGISTRATIONS_PER_HOUR", 20, 1, 1_000_000_000),
    userAgentPolicy: setting("USER_AGENT_POLICY", "present", "present or contact", parseUserAgentPolicy),
    loginLimitPerMinute: integer("LOGIN_LIMIT_PER_MINUTE", 20, 1, 1_000_000),
    mail: smtp === undefined || from === undefined ? undefined : { ...smtp, from },
    mailsPerHour: integer("MAILS_PER_HOUR", 10, 1, 1_000_000_000),
    trustProxy: setting<readonly string[]>(
      "TRUST_PROXY",
      [],
      "IP addresses or CIDR networks, separated by commas",
      parseNetworks,
    ),
    logLevel: setting("LOG_LEVEL", "info", `one of ${LOG_LEVELS.join(", ")}`, (level) =>
      LOG_LEVELS.find((allowed) => allowed === level),
    ),
    drainSeconds: setting<number | undefined>("DRAIN_SECONDS", undefined, "a whole number from 0 to 3600", (value) =>
      parseInteger(value, 0, 3600),
    ),
    corsOrigins: setting<readonly string[] | undefined>(
      "CORS_ORIGINS",
      undefined,
      "origins such as https://app.example, separated by commas, or * or none",
      parseOrigins,
    ),
    accountQuota: integer("ACCOUNT_QUOTA_MIB", 1024, 1, 1_048_576) * MIB,
    maxFile: integer("MAX_FILE_MIB", 100, 1, 4_096) * MIB,
    responseCacheSize: integer("RESPONSE_CACHE_MIB", 128, 0, 256) * MIB,
    maxUnreadResponses: integer("UNREAD_RESPONSES_MIB", 256, 16, 65_536) * MIB,
    conformanceShare: setting("CONFORMANCE_SHARE", 0.01, "a number from 0 to 1", parseShare),
  };
  if (problems.length > 0) throw new Error(`Invalid settings: ${problems.join(" ")}`);
  return Object.freeze(config);
}

/** Defaults of an in-memory server: limits that tests do not reach, and no delay before it stops. */
const IN_MEMORY_DEFAULTS = {
  COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
  REGISTRATIONS_PER_HOUR: "1000000000",
  DRAIN_SECONDS: "0",
};

/** `readConfig` for an in-memory server: ignores DATABASE_URL and REDIS_URL, and has other defaults. */
export function readInMemoryConfig(environment: Environment = process.env): Config {
  return readConfig({ ...IN_MEMORY_DEFAULTS, ...environment, DATABASE_URL: "sqlite::memory:", REDIS_URL: undefined });
}

function parseInteger(value: string, min: number, max: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= min && number <= max ? number : undefined;
}

function parseWebUrl(value: string): string | undefined {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, "") : undefined;
}

function parseDatabaseUrl(value: string): string | undefined {
  return /^sqlite:.+/.test(value) || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) ? value : undefined;
}

function parseRedisUrl(value: string): string | undefined {
  return /^rediss?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

function parseSmtpUrl(value: string): Omit<MailConfig, "from"> | undefined {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
  if (hostname === "" || !/^\/?$/.test(pathname) || search !== "" || hash !== "") return undefined;
  const secure = protocol === "smtps:";
  try {
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: port === "" ? (secure ? 465 : 587) : Number(port),
      secure,
      user: decodeURIComponent(username) || undefined,
      password: decodeURIComponent(password) || undefined,
    };
  } catch {
    return undefined;
  }
}

/** Parses `ada@example.com` and `Ada Lovelace <ada@example.com>`. */
function parseSender(value: string): MailConfig["from"] | undefined {
  const [, name = "", bracketed, plain] = /^(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))$/u.exec(value) ?? [];
  const address = bracketed ?? plain ?? "";
  if (!/^[^\s@,;:"()]+@[^\s@,;:"()]+$/.test(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

function parseUserAgentPolicy(value: string): "present" | "contact" | undefined {
  return value === "present" || value === "contact" ? value : undefined;
}

function parseSecret(value: string): string | undefined {
  return Buffer.byteLength(value) >= 32 ? value : undefined;
}

function parseRegistration(value: string): "open" | "closed" | undefined {
  return value === "open" || value === "closed" ? value : undefined;
}

function parseNetworks(value: string): string[] | undefined {
  const list = value.split(",").map((network) => network.trim());
  return list.every(isNetwork) ? list : undefined;
}

function parseOrigins(value: string): string[] | undefined {
  if (value === "none") return [];
  const list = value.split(",").map((origin) => origin.trim());
  return list.every((origin) => origin === "*" || isOrigin(origin)) ? list : undefined;
}

/** Whether a text is an origin as browsers send it: lower case, no path, no default port. */
function isOrigin(text: string): boolean {
  return parseWebUrl(text) !== undefined && new URL(text).origin === text;
}

function isNetwork(value: string): boolean {
  const [address = "", prefix, ...rest] = value.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && bits >= 0 && (prefix === undefined || parseInteger(prefix, 0, bits) !== undefined);
}

function parseShare(value: string): number | undefined {
  const number = Number(value);
  return number >= 0 && number <= 1 ? number : undefined;
}
