import { createServer, type Socket } from "node:net";
import t from "tap";
import { listen } from "#contract/test/raw";
import { isSendable } from "../../src/mail/mail.ts";
import { createSender, isRejected } from "../../src/mail/smtp.ts";
import { readConfig } from "../../src/settings/config.ts";
import { drip, flood } from "../support/hostile-receiver.ts";
import { openSmtpServer } from "../support/smtp.ts";

const MAIL = { to: "ann@example.com", subject: "Grüße", text: "Guten Tag,\n\nschöne Grüße\n" };

/** The settings of `createSender` from those of the server. */
function mailConfig(settings: Readonly<Record<string, string>>) {
  const { mail } = readConfig(settings);
  if (mail === undefined) throw new Error("Mail is not set up.");
  return mail;
}

t.test("createSender: sends a mail as plain text that mail programs do not answer", async (t) => {
  const server = await openSmtpServer(t);
  await createSender(mailConfig(server.settings))(MAIL);
  const [mail, ...others] = server.mails;
  t.same(others, []);
  t.match(mail, { from: "triptych@example.com", to: ["ann@example.com"], text: MAIL.text.trim() });
  t.match(Object.fromEntries(mail?.headers ?? []), {
    from: "Triptych <triptych@example.com>",
    to: "ann@example.com",
    subject: "=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=",
    "content-type": "text/plain; charset=utf-8",
    "auto-submitted": "auto-generated",
    "x-auto-response-suppress": "All",
  });
});

t.test("createSender: line breaks in a subject add no header, and an address is never a list", async (t) => {
  const server = await openSmtpServer(t);
  const send = createSender(mailConfig(server.settings));
  await send({ ...MAIL, subject: "One\r\nBcc: eve@example.com\r\n\r\nTwo" });
  t.same(server.mails[0]?.to, ["ann@example.com"]);
  t.notOk(server.mails[0]?.headers.has("bcc"));
  await send({ ...MAIL, to: "ann@example.com, eve@example.com" }).catch(() => {});
  await send({ ...MAIL, to: "ann@example.com>\r\nRCPT TO:<eve@example.com" }).catch(() => {});
  for (const { to } of server.mails) t.notOk(to.includes("eve@example.com"));
});

t.test("createSender: logs in with user and password", async (t) => {
  const logins: unknown[] = [];
  const server = await openSmtpServer(t, {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      logins.push({ username, password });
      if (password === "p:ss") done(null, { user: username });
      else done(new Error("Invalid password"));
    },
  });
  const sendWith = (password: string) =>
    createSender(mailConfig({ ...server.settings, SMTP_URL: `smtp://me:${password}@127.0.0.1:${server.port}` }))(MAIL);
  await sendWith("p%3Ass");
  t.same(logins, [{ username: "me", password: "p:ss" }]);
  t.equal(server.mails.length, 1);
  const error = await sendWith("wrong").catch((error: unknown) => error);
  t.ok(isRejected(error), "repeating a wrong password is useless");
});

t.test("createSender: rejects when there is no server, or it does not accept the mail", async (t) => {
  const settings = { MAIL_FROM: "triptych@example.com" };
  const down = createSender(mailConfig({ ...settings, SMTP_URL: "smtp://127.0.0.1:1" }));
  const unreachable = await down(MAIL).catch((error: unknown) => error);
  t.match(unreachable, { code: /ECONNREFUSED|ESOCKET|ECONNECTION/ });
  t.notOk(isRejected(unreachable));
  const server = await openSmtpServer(t, {
    onRcptTo(_address, _session, done) {
      done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
    },
  });
  const busy = await createSender(mailConfig(server.settings))(MAIL).catch((error: unknown) => error);
  t.match(busy, { responseCode: 451 });
  t.notOk(isRejected(busy));
});

/** SMTP servers that send more, or more slowly, than a client wants. */
const HOSTILE: Readonly<Record<string, (socket: Socket) => void>> = {
  "a greeting of one endless line": (socket) => flood(socket, "2"),
  "a greeting of endless lines": (socket) => flood(socket, "220-mail.example.com\r\n"),
  "empty lines": (socket) => flood(socket, "\r\n"),
  "responses without a command": (socket) => flood(socket, "220 mail.example.com\r\n"),
  "a greeting that drips": (socket) => drip(socket, "220-x\r\n"),
  nothing: () => {},
  "empty lines after the greeting": (socket) => {
    socket.write("220 mail.example.com\r\n");
    socket.once("data", () => flood(socket, "\r\n"));
  },
  "a response that drips": (socket) => {
    socket.write("220 mail.example.com\r\n");
    socket.once("data", () => drip(socket, "250-x\r\n"));
  },
};

for (const [name, greet] of Object.entries(HOSTILE)) {
  t.test(`createSender: an SMTP server that sends ${name} is disconnected`, async (t) => {
    const closed = Promise.withResolvers<void>();
    let received = 0;
    const server = createServer((socket) => {
      socket.on("error", () => {}).on("close", () => closed.resolve());
      socket.on("data", ({ length }) => {
        received += length;
      });
      greet(socket);
    });
    const port = await listen(server);
    t.teardown(() => server.close());
    const settings = { MAIL_FROM: "triptych@example.com", SMTP_URL: `smtp://127.0.0.1:${port}` };
    // "220 …" to each command also means that the mail is accepted.
    await createSender(mailConfig(settings), { timeout: 500 })(MAIL).catch(() => {});
    await closed.promise;
    t.ok(received < 1_000, "no mail was sent");
  });
}

t.test("isSendable: only a single plain address", async (t) => {
  for (const address of ["ann@example.com", "ann+tag@sub.example.com", "änn@example.com", "o'hara@example.com"])
    t.ok(isSendable(address), address);
  const wrong = [
    "",
    "ann",
    "ann@",
    "@example.com",
    "a@b@c",
    "a,b@example.com",
    "=?utf-8?q?eve?=@example.com",
    "ann@example.com\r\nBcc: eve@example.com",
  ];
  for (const address of [...wrong, "<ann@example.com>", '"a b"@example.com', `${"a".repeat(250)}@example.com`])
    t.notOk(isSendable(address), address);
});
