import { argv, exit, stderr, stdout } from "node:process";
import { parseArgs } from "node:util";
import { startCluster } from "./cluster/cluster.ts";
import { EVENTS } from "./cluster/events.ts";
import { assertInstalled } from "./cluster/machine.ts";
import { type Outcome, problemsOf, runEvent, toTable } from "./cluster/report.ts";

const HELP = `Starts the setup of docs/cluster.md on this machine, with the files of deploy/cluster/.

Usage: npm run cluster [-- --check [--full] [--only TEXT]]

  --check       causes events while clients read and write, compares what is stored with what was acknowledged, prints a
                table, and stops
  --full        with --check: all events, not only those marked with *
  --only TEXT   with --check: only events whose name contains the text

The events:

${EVENTS.map(({ name, isShort }) => `  ${isShort ? "*" : "-"} ${name}`).join("\n")}

Without --check, runs until Ctrl-C. Everything listens on loopback addresses of its own, such as 127.3.7.11, and stores
its data in a temporary folder. Needs the Debian packages postgresql, patroni, etcd-server, pgbouncer, haproxy and
redis-server. PostgreSQL and PgBouncer do not run as root; root starts them as the user postgres.

Exits with 1 if an acknowledged write is lost, anything is stored twice or in part, a request hangs, writes are refused
for more than a minute, or a request fails although the event should not be noticed.
`;

if (argv.includes("--help")) {
  stdout.write(HELP);
  exit(0);
}
const { values } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    full: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const { only } = values;
const events = EVENTS.filter(({ name, isShort }) =>
  only === undefined ? values.full || isShort : name.includes(only),
);
if (events.length === 0) {
  stderr.write("--only must be part of the name of an event. See --help.\n");
  exit(2);
}
// The cluster is killed in the exit event, which Node skips without these handlers.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => exit(1));
try {
  exit((await main()) ? 0 : 1);
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : error}\n`);
  exit(1);
}

/** Returns whether the check found no problem. */
async function main(): Promise<boolean> {
  assertInstalled();
  const cluster = await startCluster((step) => stdout.write(`starting ${step}\n`));
  if (values.check) return check(cluster);
  const urls = cluster.nodes.map(({ proxy }) => proxy.url);
  stdout.write(`${urls.join("\n")}\nconfiguration, data and logs: ${cluster.folder}\nCtrl-C stops it.\n`);
  return new Promise(() => {});
}

async function check(cluster: Awaited<ReturnType<typeof startCluster>>): Promise<boolean> {
  const outcomes: Outcome[] = [];
  for (const event of events) {
    stdout.write(`${event.name}\n`);
    const outcome = await runEvent(cluster, event);
    for (const problem of problemsOf(outcome)) stdout.write(`  ${problem}\n`);
    outcomes.push(outcome);
  }
  stdout.write(`\n${toTable(outcomes)}\n`);
  return outcomes.every((outcome) => problemsOf(outcome).length === 0);
}
