import t, { type Test } from "tap";
import { failureOf } from "#contract/test/failures";
import * as accounts from "../../src/accounts/accounts.ts";
import * as emailConfirmation from "../../src/accounts/email-confirmation.ts";
import * as passwordReset from "../../src/recovery/password-reset.ts";
import { openTestDatabase } from "../support/databases.ts";
import { ADDRESS, openMailService, tokenIn } from "../support/mails.ts";

const ANN = "ann@example.com";
const NEW = "Ann@new.example";
const HOUR_MS = 60 * 60 * 1000;
const INVALID = { kind: "invalid", reason: "link-invalid" };

/** A database with the account of Ann, and functions that ask for and use links. */
async function openConfirmations(t: Test, limitPerHour?: number) {
  const database = await openTestDatabase(t);
  const mail = openMailService(t, database, limitPerHour);
  const { id } = await accounts.createWithHash(database, mail.clock, { email: ANN, name: "Ann" }, "hash");
  const ask = async (email = ANN) => {
    await emailConfirmation.request(database, mail.service, id, { email, address: ADDRESS, language: "en" });
    await mail.settled();
    return tokenIn(mail.mails.at(-1)?.text);
  };
  const confirm = (token: string) => emailConfirmation.confirm(database, mail.clock, token);
  return { database, id, ...mail, ask, confirm };
}

t.test("request, confirm: a mailed link confirms the address once", async (t) => {
  const { database, id, mails, clock, ask, confirm } = await openConfirmations(t);
  t.equal((await accounts.get(database, id)).email_confirmed_at, null);
  const token = await ask();
  t.match(mails, [{ to: ANN, subject: "Confirm your e-mail address" }]);
  t.match(mails[0]?.text, "https://triptych.example/account/confirm-email?token=");
  t.equal(await emailConfirmation.addressOf(database, clock, token), ANN);
  t.match(await confirm(token), { email: ANN, email_confirmed_at: clock(), version: 2 });
  t.match(await failureOf(confirm(token)), INVALID);
});

t.test("confirm: a link to a new address makes it the address of the account", async (t) => {
  const { database, id, service, clock, ask, confirm } = await openConfirmations(t);
  const reset = tokenIn(await passwordReset.createLink(database, service, id));
  const token = await ask(NEW);
  t.match(await accounts.get(database, id), { email: ANN, email_confirmed_at: null });
  t.match(await confirm(token), { email: NEW, email_confirmed_at: clock() });
  t.match(await accounts.findByEmail(database, NEW.toUpperCase()), { id });
  t.equal(await accounts.findByEmail(database, ANN), undefined);
  t.match(await failureOf(passwordReset.getLink(database, clock, reset)), INVALID, "earlier links are invalid");
});

t.test("confirm: throws taken if another account has got the address meanwhile, and changes nothing", async (t) => {
  const { database, id, clock, ask, confirm } = await openConfirmations(t);
  const token = await ask(NEW);
  const bob = await accounts.createWithHash(database, clock, { email: NEW, name: "Bob" }, "hash");
  t.match(await failureOf(confirm(token)), { kind: "taken" });
  t.match(await accounts.get(database, id), { email: ANN, email_confirmed_at: null });
  await accounts.remove(database, clock, bob.id);
  t.match(await confirm(token), { email: NEW });
});

t.test("confirm: a link is valid for 24 hours, and until a later one is mailed", async (t) => {
  const { ask, confirm, advanceClock } = await openConfirmations(t);
  const [first, second] = [await ask(), await ask()];
  t.match(await failureOf(confirm(first)), INVALID);
  advanceClock(24 * HOUR_MS);
  t.match(await failureOf(confirm(second)), INVALID);
  const third = await ask();
  advanceClock(24 * HOUR_MS - 1);
  t.match(await confirm(third), { email: ANN });
});

t.test("confirm: a link for another purpose confirms nothing", async (t) => {
  const { database, id, service, clock, ask, confirm } = await openConfirmations(t);
  t.match(await failureOf(confirm(tokenIn(await passwordReset.createLink(database, service, id)))), INVALID);
  t.match(await failureOf(passwordReset.getLink(database, clock, await ask())), INVALID);
});

t.test("accounts.update: another address is not confirmed, and links to the old one are invalid", async (t) => {
  const { database, id, service, clock, ask, confirm } = await openConfirmations(t);
  await confirm(await ask());
  const token = await ask();
  t.match(await accounts.update(database, clock, id, { email: ANN.toUpperCase() }), { email_confirmed_at: clock() });
  t.match(await accounts.update(database, clock, id, { email: NEW }), { email_confirmed_at: null });
  t.match(await failureOf(confirm(token)), INVALID);
  const reset = await passwordReset.createLink(database, service, id);
  await accounts.update(database, clock, id, { email: ANN });
  t.match(await failureOf(passwordReset.getLink(database, clock, tokenIn(reset))), INVALID);
});

t.test("passwordReset.complete: confirms the address if its link was mailed", async (t) => {
  const { database, id, service, clock, mails, settled } = await openConfirmations(t);
  const complete = (token: string) =>
    passwordReset.complete(database, clock, { token, password: "a new long password", address: ADDRESS });
  await complete(tokenIn(await passwordReset.createLink(database, service, id)));
  t.equal((await accounts.get(database, id)).email_confirmed_at, null);
  await passwordReset.request(database, service, { email: ANN, address: ADDRESS, language: "en" });
  await settled();
  await complete(tokenIn(mails[0]?.text));
  t.equal((await accounts.get(database, id)).email_confirmed_at, clock());
});

t.test("requestFirst: sends no mail beyond a limit, instead of throwing", async (t) => {
  const { database, id, service, mails, settled } = await openConfirmations(t, 1);
  const request = (email: string) =>
    emailConfirmation.requestFirst(database, service, id, { email, address: ADDRESS, language: "de" });
  await request(ANN);
  await request(NEW);
  await settled();
  t.match(mails, [{ to: ANN, subject: "E-Mail-Adresse bestätigen", text: "innerhalb von 24 Stunden" }]);
  await emailConfirmation.requestFirst(database, { ...service, outbox: undefined }, id, {
    email: ANN,
    address: ADDRESS,
    language: "en",
  });
});
