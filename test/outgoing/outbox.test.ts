import t from "tap";
import { Failure } from "#contract/failure";
import { failureOf } from "#contract/test/failures";
import type { Mail } from "../../src/mail/mail.ts";
import { Outbox } from "../../src/mail/outbox.ts";

const MAIL: Mail = { to: "ann@example.com", subject: "Hello", text: "Hello Ann" };

/** A promise that a test resolves. */
function gate() {
  return Promise.withResolvers<void>();
}

t.test("add: sends in the background, at most two mails at a time", async (t) => {
  const { promise, resolve } = gate();
  const sent: string[] = [];
  const outbox = new Outbox({
    async send({ to }) {
      sent.push(to);
      await promise;
    },
  });
  for (const to of ["a@example.com", "b@example.com", "c@example.com"]) outbox.add(async () => ({ ...MAIL, to }));
  t.same(sent, [], "returns before the mail is written");
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
  t.same(sent, ["a@example.com", "b@example.com"]);
  resolve();
  await outbox.settled();
  t.same(sent, ["a@example.com", "b@example.com", "c@example.com"]);
  await outbox.close();
});

t.test("add: throws unavailable while there are 1,000 mails", async (t) => {
  const { promise, resolve } = gate();
  const outbox = new Outbox({ send: () => promise, closeTimeout: 1 });
  for (let count = 0; count < 1000; count++) outbox.add(async () => MAIL);
  t.match(await failureOf((async () => outbox.add(async () => MAIL))()), { kind: "unavailable", retryAfter: 60 });
  resolve();
  await outbox.settled();
  outbox.add(async () => MAIL);
  await outbox.close();
});

t.test("add: writes and sends a mail again after a failure, at most as often as there are delays", async (t) => {
  const outcomes = { composed: 0, sent: 0 };
  const errors: unknown[] = [];
  const { promise: failed, resolve } = gate();
  // The delays alone do not keep the process running.
  const timer = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(timer));
  const outbox = new Outbox({
    retryDelays: [1, 1],
    async send() {
      outcomes.sent += 1;
      throw new Error("The server is down.");
    },
  });
  outbox.start((error) => {
    errors.push(error);
    if (errors.length === 3) resolve();
  });
  outbox.add(async () => {
    outcomes.composed += 1;
    return MAIL;
  });
  await failed;
  await outbox.settled();
  await new Promise((done) => setTimeout(done, 20));
  t.same(outcomes, { composed: 3, sent: 3 });
  t.equal(errors.length, 3);
  await outbox.close();
});

t.test("add: does not repeat what can't succeed", async (t) => {
  let sent = 0;
  const errors: unknown[] = [];
  const outbox = new Outbox({
    retryDelays: [1],
    async send() {
      sent += 1;
      throw Object.assign(new Error("No such mailbox"), { responseCode: 550 });
    },
  });
  outbox.start((error) => errors.push(error));
  outbox.add(async () => MAIL);
  outbox.add(async () => ({ ...MAIL, to: "ann@example.com, bob@example.com" }));
  outbox.add(async () => {
    throw new Failure("notFound", "There is no account with this id.");
  });
  outbox.add(async () => undefined);
  await outbox.settled();
  await new Promise((done) => setTimeout(done, 20));
  t.equal(sent, 1);
  t.equal(errors.length, 3);
  await outbox.close();
});

t.test("add: gives an attempt up after the timeout", async (t) => {
  const errors: unknown[] = [];
  const timer = setInterval(() => {}, 1000);
  t.teardown(() => clearInterval(timer));
  const outbox = new Outbox({ retryDelays: [], timeout: 1, send: () => gate().promise });
  outbox.start((error) => errors.push(error));
  outbox.add(async () => MAIL);
  await outbox.settled();
  t.match(errors, [{ message: /did not accept the mail within 1 ms/ }]);
  await outbox.close();
});

t.test("close: waits for mails, but not longer than the timeout, and not for further attempts", async (t) => {
  const sent: string[] = [];
  const outbox = new Outbox({ send: async ({ to }) => void sent.push(to) });
  outbox.add(async () => MAIL);
  await outbox.close();
  t.same(sent, [MAIL.to]);

  const failing = new Outbox({
    async send() {
      throw new Error("The server is down.");
    },
  });
  failing.add(async () => MAIL);
  await failing.settled();
  await failing.close();

  const stuck = new Outbox({ send: () => gate().promise, closeTimeout: 1 });
  stuck.add(async () => MAIL);
  await stuck.close();
});
