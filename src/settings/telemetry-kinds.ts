import { isIP } from "node:net";
import { integer, type Kind, WEB_URL } from "./kinds.ts";

export interface HostAndPort {
  /** A host name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
}

export const HOST_AND_PORT: Kind<HostAndPort> = {
  requirement: "a host and a port, such as 127.0.0.1:9464 or [::1]:9464",
  parse: parseHostAndPort,
};

/** Parsed to the URL for traces below the base URL of a receiver (OTLP, "Endpoint URLs for OTLP/HTTP"). */
export const OTLP_ENDPOINT: Kind<string> = {
  requirement: "an http or https URL, without parameters",
  parse: parseOtlpEndpoint,
};

/** Header fields, which may be secret, in the format of OTEL_EXPORTER_OTLP_HEADERS. */
export const HEADER_FIELDS: Kind<Readonly<Record<string, string>>> = {
  requirement: "fields such as name=value, separated by commas, with percent-encoded values",
  parse: parseHeaderFields,
  secret: "all",
};

function parseHostAndPort(text: string): HostAndPort | undefined {
  const [, bracketed, plain, digits = ""] = /^(?:\[([^\]]+)\]|([^:[\]/?#@\s]+)):(\d+)$/.exec(text) ?? [];
  const port = integer(0, 65_535).parse(digits);
  if (port === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined;
  return { host: bracketed ?? plain ?? "", port };
}

function parseOtlpEndpoint(text: string): string | undefined {
  const base = WEB_URL.parse(text);
  if (base === undefined) return undefined;
  const { username, password, search, hash } = new URL(base);
  return username + password + search + hash === "" ? `${base}/v1/traces` : undefined;
}

function parseHeaderFields(text: string): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const field of text.split(",")) {
    const [, name, encoded] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=([\x20-\x7e]*)$/.exec(field) ?? [];
    const decoded = encoded === undefined ? undefined : decode(encoded.trim());
    if (name === undefined || decoded === undefined || !/^[\x20-\x7e]*$/.test(decoded)) return undefined;
    fields[name.toLowerCase()] = decoded;
  }
  return fields;
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
