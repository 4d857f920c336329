import { isIP } from "node:net";

/** The settings of the server, checked. `readConfig` is their only reader. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** What the server calls itself in links, without a slash at the end. */
  readonly baseUrl: string;
  /** `sqlite:<path>` or `postgres://…`; may hold a password. */
  readonly databaseUrl: string;
  /** At least 32 bytes; undefined: the one that the database keeps. */
  readonly tokenSecret: string | undefined;
  /** In seconds. */
  readonly tokenLifetime: number;
  readonly registration: "open" | "closed";
  readonly catalogueWriteLevel: number;
  /** `redis://…`, where requests are counted for several servers; may hold a password. */
  readonly redisUrl: string | undefined;
  /** Requests an hour and network to the user administration. */
  readonly rateLimitPerHour: number;
  /** What the user administration asks of `User-Agent`: that it is there, or that it names a link or an address too. */
  readonly userAgentPolicy: "present" | "contact";
  /** Failed logins a minute and address. */
  readonly loginLimitPerMinute: number;
  /** Proxies whose `X-Forwarded-For` counts: addresses or networks. */
  readonly trustProxy: readonly string[];
  readonly logLevel: string;
  /** Origins whose pages may call the APIs; `*`: any. */
  readonly corsOrigins: readonly string[];
  /** How much answers take that are kept, in bytes at most. */
  readonly answerCacheSize: number;
  /** The part of the answers that is held against the contract, from 0 to 1. */
  readonly conformanceShare: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Reads the settings from environment variables, all optional. Throws one error that names everything that is wrong with them. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const text = (name: string) => environment[name]?.trim() || undefined;

  function setting<T>(name: string, fallback: T, demand: string, parse: (value: string) => T | undefined): T {
    const value = text(name);
    if (value === undefined) return fallback;
    const parsed = parse(value);
    if (parsed === undefined) problems.push(`${name} must be ${demand}.`);
    return parsed ?? fallback;
  }
  const whole = (name: string, fallback: number, least: number, most: number) =>
    setting(name, fallback, `a whole number from ${least} to ${most}`, (value) => wholeNumber(value, least, most));

  const host = text("HOST") ?? "127.0.0.1";
  const port = whole("PORT", 3000, 0, 65_535);
  const config: Config = {
    host,
    port,
    baseUrl: setting(
      "BASE_URL",
      `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
      "an http or https address",
      webAddress,
    ),
    databaseUrl: setting("DATABASE_URL", "sqlite:data/triptych.db", "sqlite:<path> or postgres://…", databaseAddress),
    tokenSecret: setting<string | undefined>("TOKEN_SECRET", undefined, "32 bytes or more", longSecret),
    tokenLifetime: whole("TOKEN_LIFETIME", 86_400, 1, 31_536_000),
    registration: setting("REGISTRATION", "open", "open or closed", openOrClosed),
    catalogueWriteLevel: whole("CATALOGUE_WRITE_LEVEL", 1, 1, 4),
    redisUrl: setting<string | undefined>("REDIS_URL", undefined, "redis://… or rediss://…", redisAddress),
    rateLimitPerHour: whole("RATE_LIMIT_PER_HOUR", 600, 1, 1_000_000_000),
    userAgentPolicy: setting("USER_AGENT_POLICY", "present", "present or contact", presentOrContact),
    loginLimitPerMinute: whole("LOGIN_LIMIT_PER_MINUTE", 20, 1, 1_000_000),
    trustProxy: setting<readonly string[]>("TRUST_PROXY", [], "addresses or networks, separated by commas", networks),
    logLevel: setting("LOG_LEVEL", "info", `one of ${LOG_LEVELS.join(", ")}`, (level) =>
      LOG_LEVELS.find((known) => known === level),
    ),
    corsOrigins: setting<readonly string[]>(
      "CORS_ORIGINS",
      [],
      "origins such as https://app.example, separated by commas, or *",
      origins,
    ),
    answerCacheSize: whole("ANSWER_CACHE_MIB", 128, 0, 256) * 1024 * 1024,
    conformanceShare: setting("CONFORMANCE_SHARE", 0.01, "a number from 0 to 1", share),
  };
  if (problems.length > 0) throw new Error(`The settings are not valid. ${problems.join(" ")}`);
  return Object.freeze(config);
}

/** The same for a server that keeps everything in memory, whatever they say of databases. */
export function readConfigInMemory(environment: Environment = process.env): Config {
  return readConfig({ ...environment, DATABASE_URL: "sqlite::memory:", REDIS_URL: undefined });
}

function wholeNumber(value: string, least: number, most: number): number | undefined {
  const number = Number(value);
  return /^\d+$/.test(value) && number >= least && number <= most ? number : undefined;
}

function webAddress(value: string): string | undefined {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, "") : undefined;
}

function databaseAddress(value: string): string | undefined {
  return /^sqlite:.+/.test(value) || (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) ? value : undefined;
}

function redisAddress(value: string): string | undefined {
  return /^rediss?:\/\//.test(value) && URL.canParse(value) ? value : undefined;
}

function presentOrContact(value: string): "present" | "contact" | undefined {
  return value === "present" || value === "contact" ? value : undefined;
}

function longSecret(value: string): string | undefined {
  return Buffer.byteLength(value) >= 32 ? value : undefined;
}

function openOrClosed(value: string): "open" | "closed" | undefined {
  return value === "open" || value === "closed" ? value : undefined;
}

function networks(value: string): string[] | undefined {
  const list = value.split(",").map((network) => network.trim());
  return list.every(isNetwork) ? list : undefined;
}

function origins(value: string): string[] | undefined {
  const list = value.split(",").map((origin) => origin.trim());
  return list.every((origin) => origin === "*" || isOrigin(origin)) ? list : undefined;
}

/** As a browser sends it: no path, no default port, lower case. */
function isOrigin(text: string): boolean {
  return webAddress(text) !== undefined && new URL(text).origin === text;
}

function isNetwork(value: string): boolean {
  const [address = "", prefix, ...rest] = value.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && bits >= 0 && (prefix === undefined || wholeNumber(prefix, 0, bits) !== undefined);
}

function share(value: string): number | undefined {
  const number = Number(value);
  return number >= 0 && number <= 1 ? number : undefined;
}
