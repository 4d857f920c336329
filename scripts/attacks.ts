import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { ATTACKS, attackNamed } from "./attacks/attacks.ts";
import { measure } from "./attacks/measure.ts";

/** The highest accepted p99 of another client's `GET` during an attack. */
const MAX_P99_MS = 50;

/** The highest accepted peak memory of the server. */
const MAX_MEMORY_MIB = 400;

const HELP = `Runs attacks, such as floods of requests and clients that never read, each against a new server.
Measures what other clients notice meanwhile.

Usage: npm run attacks -- [--seconds N] [attack …]

  --seconds N   duration of each attack (default: 60)

Attacks:

${Object.entries(ATTACKS)
  .map(([name, { title }]) => `  ${name.padEnd(18)}${title}`)
  .join("\n")}

Exits with 1 if, in any attack, the p99 of another client's GET is above ${MAX_P99_MS} ms or a GET fails, the server uses more than
${MAX_MEMORY_MIB} MiB, or a correct login of another user fails. Needs Linux and two idle cores.
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
  const unknownNames = unknown.join(", ") || "none";
  stderr.write(`--seconds must be a number above 0, and --help lists the attacks. Unknown attacks: ${unknownNames}\n`);
  exit(2);
}

let areAllWithinLimits = true;
for (const name of names) {
  const { statuses, p99, failed, memory, logins } = await measure(name, Number(values.seconds) * 1000);
  const [succeeded, attempted] = logins;
  const isWithinLimits = failed === 0 && p99 <= MAX_P99_MS && memory <= MAX_MEMORY_MIB && succeeded === attempted;
  areAllWithinLimits &&= isWithinLimits;
  stdout.write(
    `${isWithinLimits ? "ok    " : "FAILED"} ${attackNamed(name).title}: ` +
      `other clients' GET p99 ${p99.toFixed(1)} ms (${failed} failed), ${memory} MiB, ` +
      `${succeeded} of ${attempted} logins; the attacker got ${JSON.stringify(statuses)}\n`,
  );
}
exit(areAllWithinLimits ? 0 : 1);
