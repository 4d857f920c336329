import { createHmac, randomBytes } from "node:crypto";

// Secrets and signatures as in Standard Webhooks, version 1.

const PREFIX = "whsec_";
const SECRET_BYTES = 24;

/** A new secret: 192 random bits. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The signed values besides the body. */
interface Signed {
  readonly messageId: string;
  /** In seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of the header `webhook-signature`: a signature with each secret. */
export function sign(secrets: readonly string[], { messageId, timestamp, body }: Signed): string {
  const content = `${messageId}.${timestamp}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), "base64");
      return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
    })
    .join(" ");
}
