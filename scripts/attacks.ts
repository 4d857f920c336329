import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { ATTACKS, attackNamed } from "./attacks/attacks.ts";
import { measure } from "./attacks/measure.ts";

/** Limits during an attack: p99 of another client's `GET`, and the server's peak memory. */
const MAX_P99_MS = 50;
const MAX_MEMORY_MIB = 400;

const HELP = `Attacks a server with as many requests as one core can send, and measures what other clients notice.

Usage: npm run attacks -- [--seconds N] [attack …]

  --seconds N   duration of each attack (default: 60)

Attacks:

${Object.entries(ATTACKS)
  .map(([name, { title }]) => `  ${name.padEnd(18)}${title}`)
  .join("\n")}

Exits with 1 if the p99 of another client's GET is above ${MAX_P99_MS} ms, the server uses more than ${MAX_MEMORY_MIB} MiB,
or the owner of an account can't log in. Needs two idle cores.
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "60" } },
  allowPositionals: true,
});
const names = positionals.length > 0 ? positionals : Object.keys(ATTACKS);
const unknown = names.filter((name) => !(name in ATTACKS));
if (!(Number(values.seconds) > 0) || unknown.length > 0) {
  stderr.write(`--seconds must be above 0, and attacks as listed by --help: ${unknown.join(", ")}\n`);
  exit(2);
}

let isSafe = true;
for (const name of names) {
  const { statuses, p99, failed, memory, logins } = await measure(name, Number(values.seconds) * 1000);
  const isHarmless = p99 <= MAX_P99_MS && memory <= MAX_MEMORY_MIB && logins[0] === logins[1];
  isSafe &&= isHarmless;
  stdout.write(
    `${isHarmless ? "ok    " : "FAILED"} ${attackNamed(name).title}: other clients' GET p99 ${p99.toFixed(1)} ms (${failed} failed), ` +
      `${memory} MiB, ${logins.join(" of ")} logins; the attacker got ${JSON.stringify(statuses)}\n`,
  );
}
exit(isSafe ? 0 : 1);
