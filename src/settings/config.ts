import { isIP } from "node:net";
import type { Sender, SmtpServer } from "./kinds.ts";
import { nearest } from "./nearest.ts";
import { type Environment, read, type Setting, textOf, withoutSecrets } from "./setting.ts";
import { RENAMED, SETTINGS } from "./settings.ts";
import type { HostAndPort } from "./telemetry-kinds.ts";

/** The validated settings of the server. Only `readConfig` reads environment variables. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Whether other servers of this machine may listen on the same port. */
  readonly reusePort: "on" | "off";
  /** The server's public URL, for links, without a trailing slash. */
  readonly baseUrl: string;
  /** `sqlite:<path>` or `postgres://…`; may contain a password. */
  readonly databaseUrl: string;
  /** Maximum connections of this process to PostgreSQL, and as many to a standby. */
  readonly databasePoolSize: number;
  /** Whether repeated statements are prepared under a name in PostgreSQL, and frequent ones pipelined. */
  readonly databasePrepared: "on" | "off";
  /** `postgres://…` of a standby for reads; undefined: none. May contain a password. */
  readonly databaseReplicaUrl: string | undefined;
  /** At least 32 bytes; undefined: use the secret stored in the database. */
  readonly tokenSecret: string | undefined;
  /** In seconds. */
  readonly tokenLifetime: number;
  /** Undefined: as an administrator chose, else open. */
  readonly registration: "open" | "closed" | undefined;
  /** The lowest user level, 1 to 4, that may write products. */
  readonly catalogueWriteLevel: number;
  /** `redis://…` in which requests are counted instead of in the database; may contain a password. */
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
  readonly backup: BackupConfig;
  readonly logLevel: string;
  /** How long requests are served after SIGTERM; undefined: 5 seconds, or 0 on a terminal. */
  readonly drainSeconds: number | undefined;
  /**
   * Origins whose pages may call the APIs; `*` for any, empty for none. Undefined: any origin for the
   * collections API, none for the others.
   */
  readonly corsOrigins: readonly string[] | undefined;
  /** Days after which a deleted account is erased. */
  readonly eraseAfterDays: number;
  /** Days for which logins and revoked API keys are kept. */
  readonly loginHistoryDays: number;
  /** Days for which events of the audit log are kept; undefined: for ever. */
  readonly auditDays: number | undefined;
  /** Whether log lines of requests have the client's IP address and the account's id. */
  readonly logClients: "on" | "off";
  /** Bytes that one account may store: the texts of its collections and items, its covers and files. */
  readonly accountQuota: number;
  /** The largest file that can be uploaded as an item, in bytes. */
  readonly maxFile: number;
  /** Maximum size of the response cache in bytes. */
  readonly responseCacheSize: number;
  /** Maximum bytes of responses that clients have not read, over all connections. */
  readonly maxUnreadResponses: number;
  /** Whether webhooks may be sent to private networks and without TLS. */
  readonly webhookPrivateNetworks: "allow" | "deny";
  /** Whether the server reads the pages that links lead to. */
  readonly fetchLinks: "on" | "off";
  /** The proxy through which it reads them; may contain a password. Undefined: none. */
  readonly fetchProxy: URL | undefined;
  /** Whether it may read them from private networks. */
  readonly fetchPrivateNetworks: "allow" | "deny";
  /** Days after which it checks a link again; 0: never. */
  readonly checkLinksDays: number;
  /** Of which pages the server keeps copies: those for which a user asks, all that it reads, or none. */
  readonly keepCopies: "chosen" | "all" | "off";
  /** Where copies of pages are served, without a slash at the end. Undefined: at `baseUrl`. */
  readonly copiesOrigin: string | undefined;
  /** The share of responses that are checked against the contract, from 0 to 1. */
  readonly conformanceShare: number;
  /** Where metrics are served; undefined: nowhere. */
  readonly metricsAddress: HostAndPort | undefined;
  /** Where traces are sent; undefined: nowhere. */
  readonly tracing: TracingConfig | undefined;
}

/** The OTLP receiver of traces, and what is sent to it. */
export interface TracingConfig {
  /** The URL to which spans are posted. */
  readonly url: string;
  /** Header fields of each of these requests; may be secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The name of this server in traces. */
  readonly serviceName: string;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
}

/** The SMTP server, and the sender of mails. */
export interface MailConfig extends SmtpServer {
  readonly from: Sender;
}

/** Where backups are stored, and who can decrypt them. */
export interface BackupConfig {
  /** A folder or `s3://bucket/prefix`; undefined: named with each command. */
  readonly to: string | undefined;
  /** Recipients of age, such as `age1…`. */
  readonly recipients: readonly string[];
  readonly passphrase: string | undefined;
  readonly s3: S3Config;
}

/** The server of `s3://` URLs, and how to log in to it. */
export interface S3Config {
  /** Undefined: AWS. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Undefined: as the AWS command line finds them. */
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** A setting as it applies. */
export interface EffectiveSetting {
  readonly name: string;
  /** Without secrets; for an unset one its default, in words if it is no fixed text. */
  readonly value: string;
  readonly origin: "environment" | "default";
}

/** The error of invalid settings. Its message has no values, which may be secret. */
export class InvalidSettings extends Error {
  /** One sentence for each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Invalid settings: ${problems.join(" ")}`);
    this.problems = problems;
  }
}

/** Differences between the names of a variable and of a setting that it may mean. */
const MAX_TYPOS = 2;

type Values = {
  readonly [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends Setting<infer Value> ? Value : never;
};

/** Reads the settings from environment variables. Throws one `InvalidSettings` for all invalid ones. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  for (const [oldName, name] of Object.entries(RENAMED))
    if (textOf(environment, oldName) !== undefined) problems.push(`${oldName} was renamed to ${name}.`);
  const {
    smtp,
    mailFrom,
    tracesUrl,
    tracesHeaders,
    tracesServiceName,
    tracesShare,
    backupTo,
    backupRecipients,
    backupPassphrase,
    s3Endpoint,
    s3Region,
    s3KeyId,
    s3Key,
    ...values
  } = readValues(environment, (problem) => problems.push(problem));
  if ((textOf(environment, "SMTP_URL") === undefined) !== (textOf(environment, "MAIL_FROM") === undefined))
    problems.push("SMTP_URL and MAIL_FROM must be set together.");
  if (backupRecipients !== undefined && backupPassphrase !== undefined)
    problems.push("BACKUP_AGE_RECIPIENT and BACKUP_PASSPHRASE can't be set together.");
  if ((s3KeyId === undefined) !== (s3Key === undefined))
    problems.push("BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set together.");
  if (values.databaseReplicaUrl !== undefined && values.databaseUrl.startsWith("sqlite:"))
    problems.push("DATABASE_REPLICA_URL needs PostgreSQL in DATABASE_URL.");
  if (values.reusePort === "on" && values.databaseUrl.startsWith("sqlite:"))
    problems.push("REUSE_PORT=on needs PostgreSQL in DATABASE_URL.");
  if (problems.length > 0) throw new InvalidSettings(problems);
  return Object.freeze({
    ...values,
    baseUrl: values.baseUrl ?? defaultBaseUrl(values),
    trustProxy: values.trustProxy ?? [],
    backup: {
      to: backupTo,
      recipients: backupRecipients ?? [],
      passphrase: backupPassphrase,
      s3: { endpoint: s3Endpoint, region: s3Region, accessKeyId: s3KeyId, secretAccessKey: s3Key },
    },
    mail: smtp === undefined || mailFrom === undefined ? undefined : { ...smtp, from: mailFrom },
    tracing:
      tracesUrl === undefined
        ? undefined
        : { url: tracesUrl, headers: tracesHeaders ?? {}, serviceName: tracesServiceName, share: tracesShare },
  });
}

/**
 * Defaults of an in-memory server: limits that tests do not reach, no delay before it stops, and no requests to others.
 */
const IN_MEMORY_DEFAULTS = {
  COLLECTIONS_LIMIT_PER_MINUTE: "1000000000",
  REGISTRATIONS_PER_HOUR: "1000000000",
  DRAIN_SECONDS: "0",
  FETCH_LINKS: "off",
};

/**
 * `readConfig` for an in-memory server: ignores settings of a database or of several servers, and has other defaults.
 */
export function readInMemoryConfig(environment: Environment = process.env): Config {
  return readConfig({
    ...IN_MEMORY_DEFAULTS,
    ...environment,
    DATABASE_URL: "sqlite::memory:",
    DATABASE_REPLICA_URL: undefined,
    REDIS_URL: undefined,
    REUSE_PORT: undefined,
  });
}

/** All settings as they apply, in the order of docs/settings.md. Throws like `readConfig`. */
export function effectiveSettings(environment: Environment = process.env): EffectiveSetting[] {
  const { baseUrl } = readConfig(environment);
  return Object.values(SETTINGS).map((setting) => {
    const text = textOf(environment, setting.name);
    const fallback = setting === SETTINGS.baseUrl ? baseUrl : (setting.default ?? setting.unset.replaceAll("`", ""));
    return {
      name: setting.name,
      value: text === undefined ? fallback : withoutSecrets(text, setting),
      origin: text === undefined ? "default" : "environment",
    };
  });
}

/** Variables whose names look like mistyped settings, with the names that they may mean. */
export function mistypedSettings(environment: Environment = process.env): { name: string; meant: string }[] {
  const known = new Set([...Object.values(SETTINGS).map(({ name }) => name), ...Object.keys(RENAMED)]);
  const names = [...known].filter((name) => name.includes("_"));
  return Object.keys(environment)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = nearest(name, names, MAX_TYPOS);
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function readValues(environment: Environment, report: (problem: string) => void): Values {
  const values = Object.entries(SETTINGS).map(([key, setting]) => [key, read<unknown>(setting, environment, report)]);
  // `Object.fromEntries` has one type for all values.
  return Object.fromEntries(values) as Values;
}

function defaultBaseUrl({ host, port }: Pick<Values, "host" | "port">): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}
