import { isIP } from "node:net";

/** What the value of a setting may be, and how its text is parsed. */
export interface Kind<T> {
  /** Completes the sentence "<name> must be …". */
  readonly requirement: string;
  /** Undefined for an invalid text. */
  readonly parse: (text: string) => T | undefined;
  /** Which part must not be shown: the whole text, or the passwords in a URL. */
  readonly secret?: "all" | "passwords";
}

/** The server that sends mail. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export interface Sender {
  readonly name: string;
  readonly address: string;
}

const MIB = 1024 * 1024;

export const TEXT: Kind<string> = { requirement: "a text", parse: (text) => text };

export const SECRET: Kind<string> = {
  requirement: "32 bytes or more",
  parse: (text) => (Buffer.byteLength(text) >= 32 ? text : undefined),
  secret: "all",
};

/** A secret of any length, such as one of another system. */
export const PASSWORD: Kind<string> = { requirement: "a text", parse: (text) => text, secret: "all" };

export const BACKUP_TARGET: Kind<string> = {
  requirement: "the path of a folder, or s3://bucket/prefix",
  parse: (text) => (!/^[a-z0-9]+:\/\//.test(text) || /^s3:\/\/[^/]+/.test(text) ? text : undefined),
};

export const AGE_RECIPIENTS: Kind<readonly string[]> = {
  requirement: "recipients of age such as age1…, separated by commas",
  parse(text) {
    const recipients = text.split(",").map((recipient) => recipient.trim());
    return recipients.every((recipient) => /^age1[a-z0-9]+$/.test(recipient)) ? recipients : undefined;
  },
};

export const WEB_URL: Kind<string> = { requirement: "an http or https URL", parse: parseWebUrl };

export const DATABASE_URL: Kind<string> = {
  requirement: "sqlite:<path> or postgres://…",
  parse: (text) =>
    /^sqlite:.+/.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) ? text : undefined,
  secret: "passwords",
};

export const POSTGRES_URL: Kind<string> = {
  requirement: "postgres://…",
  parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  secret: "passwords",
};

export const REDIS_URL: Kind<string> = {
  requirement: "redis://… or rediss://…",
  parse: (text) => (/^rediss?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
  secret: "passwords",
};

export const PROXY: Kind<URL> = {
  requirement: "http://host:port, without a path",
  parse: parseProxy,
  secret: "passwords",
};

export const SMTP_URL: Kind<SmtpServer> = {
  requirement: "smtp://… or smtps://…, without a path or parameters",
  parse: parseSmtpUrl,
  secret: "passwords",
};

export const SENDER: Kind<Sender> = {
  requirement: "an e-mail address, or a name followed by an address in angle brackets",
  parse: parseSender,
};

export const NETWORKS: Kind<readonly string[]> = {
  requirement: "IP addresses or CIDR networks, separated by commas",
  parse: parseNetworks,
};

export const ORIGINS: Kind<readonly string[]> = {
  requirement: "origins such as https://app.example, separated by commas, or * or none",
  parse: parseOrigins,
};

export const SHARE: Kind<number> = { requirement: "a number from 0 to 1", parse: parseShare };

/** A whole number in decimal digits, from `min` to `max`. */
export function integer(min: number, max: number): Kind<number> {
  return { requirement: `a whole number from ${min} to ${max}`, parse: (text) => parseInteger(text, min, max) };
}

/** A number of mebibytes, parsed to bytes. */
export function mebibytes(min: number, max: number): Kind<number> {
  const { requirement, parse } = integer(min, max);
  return {
    requirement,
    parse: (text) => {
      const count = parse(text);
      return count === undefined ? undefined : count * MIB;
    },
  };
}

/** One of these words, exactly as written. */
export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    requirement: values.length === 2 ? values.join(" or ") : `one of ${values.join(", ")}`,
    parse: (text) => values.find((value) => value === text),
  };
}

function parseInteger(text: string, min: number, max: number): number | undefined {
  const number = Number(text);
  return /^\d+$/.test(text) && number >= min && number <= max ? number : undefined;
}

function parseShare(text: string): number | undefined {
  const number = Number(text);
  return number >= 0 && number <= 1 ? number : undefined;
}

function parseWebUrl(text: string): string | undefined {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text.replace(/\/+$/, "") : undefined;
}

function parseProxy(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.protocol !== "http:" || url.search !== "" || url.hash !== "") return undefined;
  return url.hostname === "" || url.pathname !== "/" ? undefined : url;
}

function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
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
function parseSender(text: string): Sender | undefined {
  const [, name = "", bracketed, plain] = /^(?:([^<>\p{Cc}]*)<([^<>]*)>|([^<>]*))$/u.exec(text) ?? [];
  const address = bracketed ?? plain ?? "";
  if (!/^[^\s@,;:"()]+@[^\s@,;:"()]+$/.test(address)) return undefined;
  return { name: name.trim().replace(/^"(.*)"$/, "$1"), address };
}

function parseNetworks(text: string): string[] | undefined {
  const list = text.split(",").map((network) => network.trim());
  return list.every(isNetwork) ? list : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && bits >= 0 && (prefix === undefined || parseInteger(prefix, 0, bits) !== undefined);
}

function parseOrigins(text: string): string[] | undefined {
  if (text === "none") return [];
  const list = text.split(",").map((origin) => origin.trim());
  return list.every((origin) => origin === "*" || isOrigin(origin)) ? list : undefined;
}

/** Whether a text is an origin as browsers send it: lower case, no path, no default port. */
function isOrigin(text: string): boolean {
  return parseWebUrl(text) !== undefined && new URL(text).origin === text;
}
