import { Socket } from "node:net";
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

/** Maximum duration of a connection in milliseconds. */
const CONNECTION_MS = 60_000;

/** Maximum bytes of the SMTP server's responses on a connection. */
const MAX_RESPONSES = 64 * 1024;

/** How often the limits of a connection are checked, in milliseconds. */
const CHECK_MS = 20;

/** Headers that keep mail programs from answering (RFC 3834, section 5; the second is for Microsoft Exchange). */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Limits for tests. */
interface Limits {
  /** Replaces the minute that a connection may take. */
  readonly timeout?: number;
}

/**
 * Returns a function that sends each mail over its own connection, which lasts at most a minute. A password is sent only over TLS, except
 * to this machine, where TLS is not used: servers there often have no valid certificate.
 */
export function createSender(settings: SmtpSettings, limits: Limits = {}): Send {
  const { from } = settings;
  return ({ to, subject, text }) =>
    withTransport(settings, limits, async (transport) => {
      // An address as an object is never parsed as a list of addresses.
      await transport.sendMail({ from: { ...from }, to: { name: "", address: to }, subject, text, headers: HEADERS });
    });
}

/** Connects to the SMTP server and logs in, without sending a mail. Rejects if that fails. */
export async function verify(settings: SmtpSettings): Promise<void> {
  await withTransport(settings, {}, async (transport) => {
    await transport.verify();
  });
}

async function withTransport(
  settings: SmtpSettings,
  { timeout = CONNECTION_MS }: Limits,
  use: (transport: Awaited<ReturnType<typeof openTransport>>) => Promise<void>,
): Promise<void> {
  const socket = new Socket();
  const transport = await openTransport(settings, socket);
  const exceeded = Promise.withResolvers<never>();
  const end = performance.now() + timeout;
  // nodemailer limits neither the whole time nor all bytes, such as those of empty lines.
  const check = () => {
    const isLate = performance.now() >= end;
    if (!isLate && socket.bytesRead <= MAX_RESPONSES) return;
    const limit = isLate ? `${timeout} ms` : `${MAX_RESPONSES} bytes of responses`;
    const error = new Error(`The SMTP server did not accept the mail within ${limit}.`);
    socket.destroy(error);
    exceeded.reject(error);
  };
  const timer = setInterval(check, CHECK_MS);
  // Data within TLS is not seen by the socket below it.
  if (!settings.secure) socket.once("connect", () => socket.on("data", check));
  try {
    await Promise.race([use(transport), exceeded.promise]);
  } finally {
    clearInterval(timer);
    transport.close();
    // nodemailer leaves a connection open whose server goes on sending.
    socket.destroy();
  }
}

/** Loads nodemailer, which most processes do not need. */
async function openTransport({ host, port, secure, user, password }: SmtpSettings, socket: Socket) {
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure,
    socket,
    ignoreTLS: isLocal,
    requireTLS: user !== undefined && !isLocal,
    ...(user !== undefined && { auth: { user, pass: password ?? "" } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    maxResponseSize: MAX_RESPONSES,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Whether the SMTP server rejected a mail for good, so that sending it again is useless (RFC 5321, section 4.2.1). */
export function isRejected(error: unknown): boolean {
  if (!(error instanceof Error && "responseCode" in error)) return false;
  return typeof error.responseCode === "number" && error.responseCode >= 500;
}
