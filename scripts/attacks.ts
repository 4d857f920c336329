import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { DEFAULT_LIMITS, type Limits } from "./attacks/attack.ts";
import { ATTACKS, attackNamed } from "./attacks/attacks.ts";
import { type Measurement, measure } from "./attacks/measure.ts";

const HELP = `Runs attacks, such as floods of requests and clients that never read, each against a new server.
Measures what other clients notice meanwhile.

Usage: npm run attacks -- [--seconds N] [attack …]

  --seconds N   duration of each attack (default: 60)

Attacks:

${Object.entries(ATTACKS)
  .map(([name, { title }]) => `  ${name.padEnd(18)}${title}`)
  .join("\n")}

Exits with 1 if, in any attack, the attacker achieves what must not be possible, a GET, a write or a correct login of
another user fails, or a limit is exceeded. Unless an attack has other limits, they are: ${DEFAULT_LIMITS.reads} ms for the p99 of others'
GET, ${DEFAULT_LIMITS.writes} ms for that of their writes, ${DEFAULT_LIMITS.memory} MiB for the server. Needs Linux and two idle cores.
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
  const { title, limits } = attackNamed(name);
  const measured = await measure(name, Number(values.seconds) * 1000);
  const problems = problemsOf(measured, { ...DEFAULT_LIMITS, ...limits });
  areAllWithinLimits &&= problems.length === 0;
  const { reads, writes, memory, logins, statuses } = measured;
  stdout.write(
    `${problems.length === 0 ? "ok    " : "FAILED"} ${name}, ${title}: ` +
      `others' GET p99 ${reads.p99.toFixed(1)} ms (${reads.failed} of ${reads.count} failed), ` +
      `writes ${writes.p99.toFixed(1)} ms (${writes.failed} of ${writes.count} failed), ${memory} MiB, ` +
      `${logins[0]} of ${logins[1]} logins; the attacker got ${JSON.stringify(statuses)}\n` +
      problems.map((problem) => `       ${problem}\n`).join(""),
  );
}
exit(areAllWithinLimits ? 0 : 1);

/** What is not within the limits, in sentences. */
function problemsOf({ reads, writes, memory, logins, achieved }: Measurement, limits: Limits): string[] {
  const checks: readonly (readonly [boolean, string])[] = [
    [achieved === "", `The attacker must not succeed: ${achieved}`],
    [reads.failed === 0, "A GET of another client failed."],
    [reads.p99 <= limits.reads, `The p99 of a GET must be at most ${limits.reads} ms.`],
    [writes.failed === 0, "A write of another client failed."],
    [writes.p99 <= limits.writes, `The p99 of a write must be at most ${limits.writes} ms.`],
    [memory <= limits.memory, `The server must use at most ${limits.memory} MiB.`],
    [logins[0] === logins[1], "A correct login failed."],
  ];
  return checks.filter(([isKept]) => !isKept).map(([, problem]) => problem);
}
