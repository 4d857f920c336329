import t from "tap";
import { readConfig, readInMemoryConfig } from "../../src/settings/config.ts";

/** The message of the error that `readConfig` throws; empty when it throws none. */
function errorMessageFor(settings: Record<string, string>): string {
  try {
    readConfig(settings);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

t.test("without settings, the server listens on this machine only and stores data in a file", async (t) => {
  t.same(readConfig({}), {
    host: "127.0.0.1",
    port: 3000,
    baseUrl: "http://127.0.0.1:3000",
    databaseUrl: "sqlite:data/triptych.db",
    databasePoolSize: 10,
    databasePrepared: "on",
    tokenSecret: undefined,
    tokenLifetime: 86_400,
    registration: undefined,
    catalogueWriteLevel: 1,
    redisUrl: undefined,
    reusePort: "off",
    rateLimitPerHour: 600,
    collectionsLimitPerMinute: 600,
    registrationsPerHour: 20,
    userAgentPolicy: "present",
    loginLimitPerMinute: 20,
    mail: undefined,
    mailsPerHour: 10,
    trustProxy: [],
    backup: {
      to: undefined,
      recipients: [],
      passphrase: undefined,
      s3: { endpoint: undefined, region: "us-east-1", accessKeyId: undefined, secretAccessKey: undefined },
    },
    logLevel: "info",
    drainSeconds: undefined,
    corsOrigins: undefined,
    eraseAfterDays: 30,
    loginHistoryDays: 365,
    auditDays: undefined,
    logClients: "on",
    webhookPrivateNetworks: "deny",
    fetchLinks: "on",
    fetchProxy: undefined,
    fetchPrivateNetworks: "deny",
    checkLinksDays: 90,
    keepCopies: "chosen",
    copiesOrigin: undefined,
    accountQuota: 1024 * 1024 * 1024,
    maxFile: 100 * 1024 * 1024,
    responseCacheSize: 128 * 1024 * 1024,
    maxUnreadResponses: 256 * 1024 * 1024,
    conformanceShare: 0.01,
  });
});

t.test("settings are trimmed and parsed; an empty one counts as unset", async (t) => {
  const settings = {
    HOST: "::1",
    PORT: "8080",
    DATABASE_URL: "postgres://user:secret@db/triptych",
    DATABASE_POOL_SIZE: "25",
    DATABASE_PREPARED: "off",
    TOKEN_SECRET: "x".repeat(32),
    TRUST_PROXY: "127.0.0.1, 10.0.0.0/8,fd00::/8",
    LOG_LEVEL: "warn",
    DRAIN_SECONDS: "0",
    CORS_ORIGINS: "https://app.example, http://localhost:8080",
    MAX_FILE_MIB: "5",
    RESPONSE_CACHE_MIB: "0",
    CONFORMANCE_SHARE: "0",
    REGISTRATION: " closed ",
    CATALOGUE_WRITE_LEVEL: "",
  };
  t.match(readConfig(settings), {
    port: 8080,
    baseUrl: "http://[::1]:8080",
    databaseUrl: settings.DATABASE_URL,
    databasePoolSize: 25,
    databasePrepared: "off",
    trustProxy: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
    logLevel: "warn",
    drainSeconds: 0,
    corsOrigins: ["https://app.example", "http://localhost:8080"],
    maxFile: 5 * 1024 * 1024,
    responseCacheSize: 0,
    conformanceShare: 0,
    registration: "closed",
    catalogueWriteLevel: 1,
  });
  t.equal(readConfig({ BASE_URL: "https://shop.example/" }).baseUrl, "https://shop.example");
});

t.test(
  "the error names an invalid setting and says what it must be, but does not quote its value, which may be secret",
  async (t) => {
    const invalid: Record<string, string[]> = {
      PORT: ["-1", "65536", "3000.5", "1e3", "http"],
      BASE_URL: ["shop.example", "ftp://shop.example"],
      DATABASE_POOL_SIZE: ["1", "1001", "many"],
      DATABASE_PREPARED: ["no", "ON"],
      DATABASE_URL: ["mysql://secret", "sqlite:", "data.db"],
      TOKEN_SECRET: ["secret", "x".repeat(31)],
      TOKEN_LIFETIME: ["0", "forever"],
      REGISTRATION: ["no", "OPEN"],
      CATALOGUE_WRITE_LEVEL: ["0", "5"],
      REDIS_URL: ["localhost:6379", "http://secret"],
      RATE_LIMIT_PER_HOUR: ["0", "-600", "6e2"],
      COLLECTIONS_LIMIT_PER_MINUTE: ["0", "1.5"],
      REGISTRATIONS_PER_HOUR: ["0", "none"],
      USER_AGENT_POLICY: ["none", "Contact"],
      LOGIN_LIMIT_PER_MINUTE: ["0", "many"],
      TRUST_PROXY: ["true", "10.0.0.0/33", "10.0.0.1,", "1.2.3.4/8/8"],
      LOG_LEVEL: ["loud"],
      DRAIN_SECONDS: ["-1", "0.5", "3601", "soon"],
      CORS_ORIGINS: [
        "app.example",
        "https://app.example/",
        "https://app.example,",
        "HTTPS://app.example",
        "https://app.example:443",
        "none,https://app.example",
      ],
      MAX_FILE_MIB: ["0", "4097", "much"],
      RESPONSE_CACHE_MIB: ["-1", "257", "much"],
      UNREAD_RESPONSES_MIB: ["0", "15", "65537", "much"],
      FETCH_LINKS: ["no", "OFF"],
      FETCH_PROXY: ["proxy:3128", "https://proxy:3128", "socks5://proxy", "http://proxy/path", "http://proxy/?a=b"],
      FETCH_PRIVATE_NETWORKS: ["on", "yes"],
      CONFORMANCE_SHARE: ["2", "-0.1", "all"],
    };
    for (const [name, values] of Object.entries(invalid)) {
      for (const value of values) {
        const message = errorMessageFor({ [name]: value });
        t.match(message, new RegExp(`^Invalid settings: ${name} must be .+\\.$`), `${name}=${value}`);
        t.notMatch(message, /secret/);
      }
    }
  },
);

t.test("all invalid settings are listed in one error", async (t) => {
  t.match(errorMessageFor({ PORT: "x", LOG_LEVEL: "y", REGISTRATION: "z" }), /PORT.*REGISTRATION.*LOG_LEVEL/);
});

t.test("the error for the old name of a setting gives the new name, even when both are set", async (t) => {
  const message = "Invalid settings: ANSWER_CACHE_MIB was renamed to RESPONSE_CACHE_MIB.";
  t.equal(errorMessageFor({ ANSWER_CACHE_MIB: "64" }), message);
  t.equal(errorMessageFor({ ANSWER_CACHE_MIB: "64", RESPONSE_CACHE_MIB: "64" }), message);
  t.equal(errorMessageFor({ ANSWER_CACHE_MIB: "" }), "", "an empty one counts as unset");
});

t.test("test mode has higher defaults for limits that the tests of a client could reach", async (t) => {
  const { collectionsLimitPerMinute, registrationsPerHour, rateLimitPerHour } = readInMemoryConfig({});
  t.same([collectionsLimitPerMinute, registrationsPerHour, rateLimitPerHour], [1_000_000_000, 1_000_000_000, 600]);
  t.equal(readInMemoryConfig({ COLLECTIONS_LIMIT_PER_MINUTE: "5" }).collectionsLimitPerMinute, 5);
});

t.test("SMTP_URL and MAIL_FROM say how mail is sent", async (t) => {
  const mailFor = (SMTP_URL: string, MAIL_FROM = "me@example.com") => readConfig({ SMTP_URL, MAIL_FROM }).mail;
  const from = { name: "", address: "me@example.com" };
  const anonymous = { user: undefined, password: undefined, from };
  t.same(mailFor("smtp://mail.example"), { host: "mail.example", port: 587, secure: false, ...anonymous });
  t.same(mailFor("smtps://mail.example/"), { host: "mail.example", port: 465, secure: true, ...anonymous });
  t.same(mailFor("smtp://[::1]:2525"), { host: "::1", port: 2525, secure: false, ...anonymous });
  t.match(mailFor("smtps://me%40mail.example:p%3Ass@mail.example"), { user: "me@mail.example", password: "p:ss" });
  for (const text of ["Ada, Countess <me@example.com>", '"Ada, Countess" <me@example.com>'])
    t.same(mailFor("smtp://mail.example", text)?.from, { name: "Ada, Countess", address: "me@example.com" }, text);
  const wrongUrls = ["mail.example", "http://mail.example", "smtp://", "smtp://mail.example/path"];
  for (const url of [...wrongUrls, "smtp://mail.example?a=b", "smtp://%zz@mail.example"])
    t.match(errorMessageFor({ SMTP_URL: url, MAIL_FROM: "me@example.com" }), /SMTP_URL must be smtp:/, url);
  for (const sender of ["me", "me@", "a@b.example, c@d.example", "<me@example.com", "a@b@c", "A\nB <me@example.com>"])
    t.match(errorMessageFor({ SMTP_URL: "smtp://mail.example", MAIL_FROM: sender }), /MAIL_FROM must be/, sender);
  for (const settings of [{ SMTP_URL: "smtp://mail.example" }, { MAIL_FROM: "me@example.com" }])
    t.match(errorMessageFor(settings), /SMTP_URL and MAIL_FROM must be set together/);
});

t.test("settings of backups", async (t) => {
  const { backup } = readConfig({
    BACKUP_TO: "s3://bucket/prefix",
    BACKUP_AGE_RECIPIENT: "age1first, age1second",
    BACKUP_S3_ENDPOINT: "http://127.0.0.1:9000/",
    BACKUP_S3_ACCESS_KEY_ID: "id",
    BACKUP_S3_SECRET_ACCESS_KEY: "secret",
  });
  t.same(backup, {
    to: "s3://bucket/prefix",
    recipients: ["age1first", "age1second"],
    passphrase: undefined,
    s3: { endpoint: "http://127.0.0.1:9000", region: "us-east-1", accessKeyId: "id", secretAccessKey: "secret" },
  });
  t.throws(() => readConfig({ BACKUP_TO: "ftp://host/" }), /BACKUP_TO must be/);
  t.throws(() => readConfig({ BACKUP_AGE_RECIPIENT: "AGE-SECRET-KEY-1X" }), /BACKUP_AGE_RECIPIENT must be/);
  t.throws(() => readConfig({ BACKUP_AGE_RECIPIENT: "age1x", BACKUP_PASSPHRASE: "x" }), /can't be set together/);
  t.throws(() => readConfig({ BACKUP_S3_ACCESS_KEY_ID: "id" }), /must be set together/);
});
