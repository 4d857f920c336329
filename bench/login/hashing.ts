import { argv, stdout } from "node:process";
import argon2 from "@node-rs/argon2";
import { CONCURRENCY } from "../../src/accounts/password-queue.ts";
import { hasher } from "../../src/accounts/passwords.ts";

// Verifies one password again and again, as many at a time as the server has at hand, for so many seconds; writes how many a second that were.

const seconds = Number(argv[2]);
const password = "correct horse battery staple";
const hash = await hasher.hash(password);
const started = performance.now();
let done = 0;

async function verifyOn(): Promise<void> {
  while (performance.now() - started < seconds * 1000) {
    if (!(await argon2.verify(hash, password))) throw new Error("The password was not verified.");
    done += 1;
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, verifyOn));
stdout.write(String(done / ((performance.now() - started) / 1000)));
