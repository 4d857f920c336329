import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import type { Test } from "tap";

/** A mail as the SMTP server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by lower-case name, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  /** The decoded text. */
  readonly text: string;
}

/** An SMTP server for a test. */
export interface TestSmtpServer {
  /** Settings of a server that sends its mail here. */
  readonly settings: { readonly SMTP_URL: string; readonly MAIL_FROM: string };
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
}

/** Starts an SMTP server that keeps what it receives, and stops it when the test ends. */
export async function openSmtpServer(t: Test, options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 100,
    // Clients on this machine use no TLS, so the server needs no certificate.
    hideSTARTTLS: true,
    onData(stream, { envelope }, done) {
      text(stream).then((raw) => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), ...parse(raw) });
        done();
      }, done);
    },
    ...options,
  });
  // Clients that disconnect are part of some tests.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  return {
    settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Triptych <triptych@example.com>" },
    port,
    mails,
  };
}

function parse(raw: string): Pick<ReceivedMail, "headers" | "text"> {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.split(":")[0]?.toLowerCase() ?? "", line.replace(/^[^:]*: ?/, "")]),
  );
  return { headers, text: decode(raw.slice(end + 4), headers.get("content-transfer-encoding") ?? "").trim() };
}

function decode(body: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body.replaceAll("\r\n", "\n");
  const bytes = body
    .replaceAll(/=\r\n/g, "")
    .replaceAll("\r\n", "\n")
    .replaceAll(/=([0-9A-F]{2})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
