import type { Mail } from "./mail.ts";

/** How to reach the SMTP server, and from whom mails are. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** Whether the connection starts with TLS. Otherwise it changes to TLS if the server offers that. */
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly from: { readonly name: string; readonly address: string };
}

/** Sends a mail. Rejects if the SMTP server did not accept it. */
export type Send = (mail: Mail) => Promise<void>;

/** Time to connect, and to wait for the greeting or for any other response, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** Headers that keep mail programs from answering (RFC 3834, section 5; the second is for Microsoft Exchange). */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/**
 * Returns a function that sends each mail over its own connection. A password is sent only over TLS, except
 * to this machine, where TLS is not used: servers there often have no valid certificate.
 */
export function createSender(settings: SmtpSettings): Send {
  const { from } = settings;
  return async ({ to, subject, text }) => {
    const transport = await openTransport(settings);
    try {
      // An address as an object is never parsed as a list of addresses.
      await transport.sendMail({ from: { ...from }, to: { name: "", address: to }, subject, text, headers: HEADERS });
    } finally {
      transport.close();
    }
  };
}

/** Connects to the SMTP server and logs in, without sending a mail. Rejects if that fails. */
export async function verify(settings: SmtpSettings): Promise<void> {
  const transport = await openTransport(settings);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Loads nodemailer, which most processes do not need. */
async function openTransport({ host, port, secure, user, password }: SmtpSettings) {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure,
    ignoreTLS: isLocal,
    requireTLS: user !== undefined && !isLocal,
    ...(user !== undefined && { auth: { user, pass: password ?? "" } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Whether the SMTP server rejected a mail for good, so that sending it again is useless (RFC 5321, section 4.2.1). */
export function isRejected(error: unknown): boolean {
  if (!(error instanceof Error && "responseCode" in error)) return false;
  return typeof error.responseCode === "number" && error.responseCode >= 500;
}
