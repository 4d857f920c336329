import { plural } from "../../base/plural.ts";
import {
  type Config,
  effectiveSettings,
  InvalidSettings,
  mistypedSettings,
  readConfig,
} from "../../settings/config.ts";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

/** Reads the settings; `config` is undefined if some are invalid. */
export function checkSettings(): { readonly config: Config | undefined; readonly findings: readonly Finding[] } {
  const mistyped = mistypedSettings().map(({ name, meant }) =>
    warning(`${name} is not a setting.`, `Rename it to ${meant}, if that is what it means.`),
  );
  try {
    const config = readConfig();
    const count = effectiveSettings().filter(({ origin }) => origin === "environment").length;
    const text = `From the environment: ${plural(count, "setting")}. The others have their defaults.`;
    return { config, findings: mistyped.length === 0 ? [ok(text)] : mistyped };
  } catch (error) {
    if (!(error instanceof InvalidSettings)) throw error;
    const advice = "Correct the environment variable; docs/settings.md lists all.";
    return { config: undefined, findings: [...error.problems.map((text) => problem(text, advice)), ...mistyped] };
  }
}

/** Host names of this machine. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Whether links, TLS and the IP addresses of clients fit the way on which requests arrive. */
export const proxies: Check = {
  name: "proxies",
  async run({ config }) {
    const findings = [checkTrust(config), checkEveryoneTrusted(config), checkTls(config), checkLinks(config)].filter(
      (finding) => finding !== undefined,
    );
    return findings.length > 0 ? findings : [ok("BASE_URL, HOST and TRUST_PROXY fit together.")];
  },
};

function checkTrust({ baseUrl, trustProxy }: Config): Finding | undefined {
  if (!baseUrl.startsWith("https:") || trustProxy.length > 0) return undefined;
  const text = "BASE_URL has https, so there is a proxy, but TRUST_PROXY is not set: all clients share one limit.";
  return warning(text, "Set TRUST_PROXY to the IP address of the proxy, such as 127.0.0.1.");
}

function checkEveryoneTrusted({ trustProxy }: Config): Finding | undefined {
  if (!trustProxy.some((network) => network.endsWith("/0"))) return undefined;
  const text = "TRUST_PROXY trusts everyone, so a client can claim any IP address and evade all limits.";
  return warning(text, "Set it to the IP addresses of your proxies only.");
}

function checkTls({ baseUrl }: Config): Finding | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === "https:" || LOCAL.test(hostname) || isUnspecified(hostname)) return undefined;
  const text = "BASE_URL has http, so passwords and tokens are sent without encryption.";
  return warning(text, "Put a proxy with TLS in front of the server, and set BASE_URL to its https URL.");
}

function checkLinks({ baseUrl }: Config): Finding | undefined {
  if (!isUnspecified(new URL(baseUrl).hostname)) return undefined;
  return warning(`Links begin with ${baseUrl}, which no client can open.`, "Set BASE_URL to the server's public URL.");
}

function isUnspecified(hostname: string): boolean {
  return hostname === "0.0.0.0" || hostname === "[::]";
}
