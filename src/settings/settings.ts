import {
  AGE_RECIPIENTS,
  BACKUP_TARGET,
  DATABASE_URL,
  integer,
  mebibytes,
  NETWORKS,
  ORIGINS,
  oneOf,
  PASSWORD,
  POSTGRES_URL,
  REDIS_URL,
  SECRET,
  SENDER,
  SHARE,
  SMTP_URL,
  TEXT,
  WEB_URL,
} from "./kinds.ts";
import { optional, setting } from "./setting.ts";
import { HEADER_FIELDS, HOST_AND_PORT, OTLP_ENDPOINT } from "./telemetry-kinds.ts";

const BILLION = 1_000_000_000;

/**
 * All settings, in the order of docs/settings.md, which `npm run generate` writes. The keys are those of `Config`, except
 * for those of mail, traces and backups, which it combines.
 */
export const SETTINGS = {
  host: setting("HOST", TEXT, "127.0.0.1", "IP address or host name to listen on"),
  port: setting("PORT", integer(0, 65_535), "3000", "port to listen on; `0`: any free port"),
  reusePort: setting(
    "REUSE_PORT",
    oneOf("on", "off"),
    "off",
    "`on`: several servers of this machine listen on the same port; see [operating](operating.md#several-processes)",
  ),
  baseUrl: optional(
    "BASE_URL",
    WEB_URL,
    "`http://HOST:PORT`",
    "public URL, used in links; with `https`, cookies are sent over TLS only",
  ),
  databaseUrl: setting(
    "DATABASE_URL",
    DATABASE_URL,
    "sqlite:data/triptych.db",
    "or `postgres://user:password@host/database`",
  ),
  databasePoolSize: setting(
    "DATABASE_POOL_SIZE",
    integer(2, 1_000),
    "10",
    "connections of each process to PostgreSQL, 2 to 1,000",
  ),
  databasePrepared: setting(
    "DATABASE_PREPARED",
    oneOf("on", "off"),
    "on",
    "`off`: no named prepared statements and no pipelining, for a PostgreSQL pooler that does not support them",
  ),
  databaseReplicaUrl: optional(
    "DATABASE_REPLICA_URL",
    POSTGRES_URL,
    "none",
    "`postgres://…` of a streaming standby that `GET` operations read; see [operating](operating.md#reads-from-a-standby)",
  ),
  tokenSecret: optional(
    "TOKEN_SECRET",
    SECRET,
    "generated, stored in the database",
    "signs login tokens; 32 bytes or more",
  ),
  tokenLifetime: setting("TOKEN_LIFETIME", integer(1, 31_536_000), "86400", "lifetime of a login token, in seconds"),
  registration: optional(
    "REGISTRATION",
    oneOf("open", "closed"),
    "as the first administrator chose, else `open`",
    "`closed`: no registration through the API",
  ),
  redisUrl: optional(
    "REDIS_URL",
    REDIS_URL,
    "none",
    "`redis://…` or `rediss://…`, Redis 7 or newer: several servers count requests there, not in the database",
  ),
  rateLimitPerHour: setting(
    "RATE_LIMIT_PER_HOUR",
    integer(1, BILLION),
    "600",
    "requests per hour to the user administration from each client network",
  ),
  collectionsLimitPerMinute: setting(
    "COLLECTIONS_LIMIT_PER_MINUTE",
    integer(1, BILLION),
    "600",
    "requests per minute to the collections and pages by each account, or from each client network if nobody is signed in; pictures of covers do not count",
  ),
  registrationsPerHour: setting(
    "REGISTRATIONS_PER_HOUR",
    integer(1, BILLION),
    "20",
    "registrations per hour from each client network",
  ),
  userAgentPolicy: setting(
    "USER_AGENT_POLICY",
    oneOf("present", "contact"),
    "present",
    "`contact`: the user administration requires a link or an e-mail address in `User-Agent`",
  ),
  catalogueWriteLevel: setting(
    "CATALOGUE_WRITE_LEVEL",
    integer(1, 4),
    "1",
    "lowest user level, 1 to 4, that may write products",
  ),
  loginLimitPerMinute: setting(
    "LOGIN_LIMIT_PER_MINUTE",
    integer(1, 1_000_000),
    "20",
    "failed logins per minute from each client network",
  ),
  smtp: optional(
    "SMTP_URL",
    SMTP_URL,
    "none: no mail is sent",
    "`smtp://` or `smtps://user:password@host:port` of the server that sends mail; a password is sent over TLS only, except to this machine",
  ),
  mailFrom: optional("MAIL_FROM", SENDER, "none", "sender of mails, `Name <address>`; required with `SMTP_URL`"),
  mailsPerHour: setting(
    "MAILS_PER_HOUR",
    integer(1, BILLION),
    "10",
    "mails per hour that each client network may ask for",
  ),
  trustProxy: optional(
    "TRUST_PROXY",
    NETWORKS,
    "none",
    "IP addresses or networks of proxies whose `X-Forwarded-For` is trusted, separated by commas",
  ),
  corsOrigins: optional(
    "CORS_ORIGINS",
    ORIGINS,
    "any for collections, none for the others",
    "origins whose pages may call the APIs from a browser, such as `https://app.example`, separated by commas; `*`: any; `none`",
  ),
  accountQuota: setting(
    "ACCOUNT_QUOTA_MIB",
    mebibytes(1, 1_048_576),
    "1024",
    "maximum storage of one account's collections, items, covers and files, in MiB",
  ),
  eraseAfterDays: setting(
    "ERASE_AFTER_DAYS",
    integer(0, 36_500),
    "30",
    "days after which a deleted account is erased, 0 to 36500; see [data](data.md)",
  ),
  loginHistoryDays: setting(
    "LOGIN_HISTORY_DAYS",
    integer(1, 36_500),
    "365",
    "days for which logins and revoked API keys are kept, 1 to 36500",
  ),
  auditDays: optional(
    "AUDIT_DAYS",
    integer(1, 36_500),
    "for ever",
    "days for which events of the audit log are kept, 1 to 36500; see [audit log](audit-log.md)",
  ),
  maxFile: setting(
    "MAX_FILE_MIB",
    mebibytes(1, 4_096),
    "100",
    "largest file that can be uploaded as an item, 1 to 4096 MiB",
  ),
  backupTo: optional(
    "BACKUP_TO",
    BACKUP_TARGET,
    "none",
    "folder, or `s3://bucket/prefix`, of [backups](backup.md), unless a command names another one",
  ),
  backupRecipients: optional(
    "BACKUP_AGE_RECIPIENT",
    AGE_RECIPIENTS,
    "none: not encrypted",
    "public keys of age, `age1…`, separated by commas: only their owners can restore new backups",
  ),
  backupPassphrase: optional(
    "BACKUP_PASSPHRASE",
    PASSWORD,
    "none: not encrypted",
    "encrypts and decrypts backups, instead of a key",
  ),
  s3Endpoint: optional("BACKUP_S3_ENDPOINT", WEB_URL, "AWS", "URL of the S3-compatible server of backups"),
  s3Region: setting("BACKUP_S3_REGION", TEXT, "us-east-1", "region of that server"),
  s3KeyId: optional("BACKUP_S3_ACCESS_KEY_ID", TEXT, "as the AWS command line finds it", "access key of that server"),
  s3Key: optional("BACKUP_S3_SECRET_ACCESS_KEY", PASSWORD, "likewise", "secret of that access key"),
  maxUnreadResponses: setting(
    "UNREAD_RESPONSES_MIB",
    mebibytes(16, 65_536),
    "256",
    "maximum total size of responses that clients have not read, 16 to 65536 MiB; beyond it `GET` is 503",
  ),
  responseCacheSize: setting(
    "RESPONSE_CACHE_MIB",
    mebibytes(0, 256),
    "128",
    "maximum size of the response cache, 0 to 256 MiB",
  ),
  drainSeconds: optional(
    "DRAIN_SECONDS",
    integer(0, 3_600),
    "`5`; `0` on a terminal and in test mode",
    "how long requests are served after SIGTERM, 0 to 3600; see [operating](operating.md#stop-and-restart)",
  ),
  logLevel: setting(
    "LOG_LEVEL",
    oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    "info",
    "`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`",
  ),
  logClients: setting(
    "LOG_CLIENTS",
    oneOf("on", "off"),
    "on",
    "`off`: log lines of requests have no IP address and no account",
  ),
  webhookPrivateNetworks: setting(
    "WEBHOOK_PRIVATE_NETWORKS",
    oneOf("allow", "deny"),
    "deny",
    "`allow`: webhooks may be sent to private networks and without TLS; see [webhooks](webhooks.md)",
  ),
  conformanceShare: setting(
    "CONFORMANCE_SHARE",
    SHARE,
    "0.01",
    "share of responses, 0 to 1, that are checked against the contract",
  ),
  metricsAddress: optional(
    "METRICS_ADDRESS",
    HOST_AND_PORT,
    "none",
    "host and port of the Prometheus metrics, such as `127.0.0.1:9464`; see [observability](observability.md)",
  ),
  tracesUrl: optional(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    OTLP_ENDPOINT,
    "none",
    "base URL of the OTLP receiver to which traces are sent, over HTTP",
  ),
  tracesHeaders: optional(
    "OTEL_EXPORTER_OTLP_HEADERS",
    HEADER_FIELDS,
    "none",
    "header fields for the receiver, such as `name=value`, separated by commas",
  ),
  tracesServiceName: setting("OTEL_SERVICE_NAME", TEXT, "triptych", "name of this server in traces"),
  tracesShare: setting("OTEL_TRACES_SAMPLER_ARG", SHARE, "1", "share of requests, 0 to 1, that are traced"),
};

/** New names of settings, by old name. Using an old name is an error: ignoring it would silently apply the default. */
export const RENAMED: Readonly<Record<string, string>> = { ANSWER_CACHE_MIB: "RESPONSE_CACHE_MIB" };
