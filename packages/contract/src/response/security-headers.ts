/** Header fields of every response, by name in lower case. */
export type SecurityHeaders = Readonly<Record<string, string>>;

/** One year, in seconds: what hstspreload.org and OWASP recommend. */
const TRANSPORT_SECURITY = "max-age=31536000";

/**
 * Stops browsers from guessing content types and, if the server has an https address, from
 * using http (RFC 6797). Without `includeSubDomains`, because subdomains may lack https.
 */
export function securityHeaders(baseUrl: string): SecurityHeaders {
  return {
    "x-content-type-options": "nosniff",
    ...(baseUrl.startsWith("https:") && { "strict-transport-security": TRANSPORT_SECURITY }),
  };
}
