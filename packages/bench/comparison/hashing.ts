import { argv, stdout } from "node:process";
import argon2 from "@node-rs/argon2";
import { CONCURRENCY, INTERNAL } from "../../../src/accounts/login/password-queue.ts";
import { hasher } from "../../../src/accounts/login/passwords.ts";

// Verifies a password for the given number of seconds, with the server's concurrency.
// Prints the number of verifications per second.

const seconds = Number(argv[2]);
const password = "correct horse battery staple";
const hash = await hasher.hash(password, INTERNAL);
const started = performance.now();
let count = 0;

async function verifyInLoop(): Promise<void> {
  while (performance.now() - started < seconds * 1000) {
    if (!(await argon2.verify(hash, password))) throw new Error("The password does not match its hash.");
    count += 1;
  }
}

await Promise.all(Array.from({ length: CONCURRENCY }, verifyInLoop));
stdout.write(String(count / ((performance.now() - started) / 1000)));
