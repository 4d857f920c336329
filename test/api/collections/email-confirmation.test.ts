import t, { type Test } from "tap";
import * as emailConfirmation from "../../../src/accounts/email-confirmation.ts";
import { errorFieldsOf, openLibrary } from "../../support/library.ts";
import { tokenIn } from "../../support/mails.ts";
import { createKey, registrationOf } from "../../support/people.ts";
import { openSmtpServer } from "../../support/smtp.ts";

const NEW = "ann@new.example";

/** A library on a server that sends mail. */
async function openWithMail(t: Test) {
  const server = await openSmtpServer(t);
  const library = await openLibrary(t, server.settings);
  const { context, send } = library.app;
  /** The mails to an address, after all have been sent. */
  const mailsTo = async (address: string) => {
    await context.outbox?.settled();
    return server.mails.filter(({ to }) => to.includes(address));
  };
  const confirm = (text: string | undefined) =>
    emailConfirmation.confirm(context.database, context.clock, tokenIn(text));
  const oldpassword = library.ann.password;
  const changeEmail = (email: string) => library.ann.request("PUT", "/user", { email, oldpassword });
  return { ...library, send, mailsTo, confirm, changeEmail };
}

t.test("registerUser, getAccount: the address is confirmed when its owner opens the mailed link", async (t) => {
  const { ann, send, mailsTo, confirm } = await openWithMail(t);
  t.equal((await ann.call("GET", "/user")).user.emailConfirmed, false);
  const eve = registrationOf("Eve");
  t.equal((await send("POST", "/api/user/register", { body: eve })).status, 201);
  const [mail, ...others] = await mailsTo(eve.email);
  t.same(others, []);
  t.match(mail?.headers.get("subject"), "Confirm your e-mail address");
  t.match(mail?.text, "http://triptych.test/account/confirm-email?token=");
  t.match(await confirm(mail?.text), { email: eve.email, email_confirmed_at: Number });
});

t.test("updateAccount: with mail, another address takes effect when it is confirmed", async (t) => {
  const { ann, app, mailsTo, confirm, changeEmail } = await openWithMail(t);
  t.equal((await changeEmail(NEW)).status, 200);
  t.match((await ann.call("GET", "/user")).user, { email: ann.email, emailConfirmed: false });
  const [mail] = await mailsTo(NEW);
  const confirmed = await confirm(mail?.text);
  t.match(confirmed, { email: NEW, email_confirmed_at: Number });
  t.equal((await ann.request("GET", "/user")).status, 401, "all tokens have ended");
  const headers = { authorization: `Bearer ${await createKey(app, confirmed.id)}` };
  app.advanceClock(1000);
  const body = { email: NEW.toUpperCase(), oldpassword: ann.password };
  t.equal((await app.send("PUT", "/rest/v1/user", { headers, body })).status, 200);
  const { user } = (await app.send("GET", "/rest/v1/user", { headers })).body as { user: object };
  t.match(user, { email: NEW.toUpperCase(), emailConfirmed: true }, "only the case");
  t.equal((await mailsTo(NEW)).length, 1);
});

t.test("updateAccount: with mail, checks password and address before it sends a mail", async (t) => {
  const { ann, bob, mailsTo, changeEmail } = await openWithMail(t);
  t.equal((await ann.request("PUT", "/user", { email: NEW, oldpassword: "a wrong password" })).status, 400);
  t.match(errorFieldsOf(await changeEmail(bob.email)), { status: 409, error: "email" });
  t.same(await mailsTo(NEW), []);
  t.same(await mailsTo(bob.email), []);
});

t.test("updateAccount: with mail, a network can't ask for more mails than the limit", async (t) => {
  const { ann, app, changeEmail } = await openWithMail(t);
  for (let count = 0; count < 5; count++) t.equal((await changeEmail(NEW)).status, 200);
  t.match(await changeEmail(NEW), { status: 429, body: { errorMessage: /mails to this address/ } });
  t.equal((await ann.request("PUT", "/user", { fullName: "Anna" })).status, 200);
  app.advanceClock(60 * 60 * 1000);
  t.equal((await changeEmail(NEW)).status, 200);
});

t.test("updateAccount: without mail, another address takes effect at once and counts as confirmed", async (t) => {
  const { ann, app } = await openLibrary(t);
  await ann.call("PUT", "/user", { email: NEW, oldpassword: ann.password });
  const headers = { authorization: `Bearer ${await createKey(app, ann.id)}` };
  const { user } = (await app.send("GET", "/rest/v1/user", { headers })).body as { user: object };
  t.match(user, { email: NEW, emailConfirmed: true });
});
