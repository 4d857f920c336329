import t from "tap";
import { run } from "../support/command-runner.ts";

const ADA = ["--email", "ada@example.com"];

const NEW_KEY = ["key", "create", ...ADA, "--name", "Sync"];

const DAYS = "--expires-in-days must be a whole number from 1 to 3650.";
const INTO = "--into must be a whole number from 1 to 9007199254740991.";
const [EMAIL_MISSING, NAME_MISSING] = ["--email is required.", "--name is required."];
const BOTH_MISSING = "--email and --name are required.";

/** What is wrong with a command line. The database is never opened. */
const WRONG: readonly (readonly [args: readonly string[], message: string | RegExp])[] = [
  [[], "A command is required."],
  [["usr"], 'Unknown command "usr".'],
  [["user"], 'Unknown command "user".'],
  [["help", "sing"], 'Unknown command "sing".'],
  [["user", "sing", "--help"], 'Unknown command "user sing".'],
  [["start", "--loud"], /^Unknown option '--loud'.* See --help\.$/],
  [["migrate", "now"], /^Unexpected argument 'now'.* See --help\.$/],
  [["user", "create"], BOTH_MISSING],
  [["user", "create", ...ADA], NAME_MISSING],
  [["user", "create", "--name", "A"], EMAIL_MISSING],
  [["user", "create", ...ADA, "--name", "A", "--level", "5"], "--level must be 1, 2, 3 or 4."],
  [["user", "unlock"], EMAIL_MISSING],
  [["key", "create", ...ADA], NAME_MISSING],
  [["key", "create", "--name", "A"], EMAIL_MISSING],
  ...["0", "1e3", "3651", "01000", "x1", "1x", ""].map(
    (text) => [[...NEW_KEY, "--expires-in-days", text], DAYS] as const,
  ),
  [["key", "list"], EMAIL_MISSING],
  [["key", "list", ...ADA, ...ADA], "--email can be given only once."],
  [["key", "revoke", ...ADA], NAME_MISSING],
  [["key", "revoke", "--name", "A"], EMAIL_MISSING],
  [["import", ...ADA], "<file> is required."],
  [["import", "a", "b", ...ADA], "Unexpected argument 'b'."],
  [["import", "a"], EMAIL_MISSING],
  [["import", "a", "--loud"], /^Unknown option '--loud'.* See --help\.$/],
  ...["x", "0", "1x", "x1", "9007199254740992"].map((text) => [["import", "a", ...ADA, "--into", text], INTO] as const),
  [["imprt", "file"], 'Unknown command "imprt file". Did you mean "import"?'],
  [["user", "lst"], 'Unknown command "user lst". Did you mean "user list"?'],
  [["key", "crate", ...ADA], 'Unknown command "key crate". Did you mean "key create"?'],
  [["user", "list", "--level", "5"], "--level must be 1, 2, 3 or 4."],
  [["user", "list", "--status", "gone"], "--status must be active or inactive."],
  [["user", "list", "--limit", "0"], /^--limit must be a whole number from 1/],
  [["user", "show"], EMAIL_MISSING],
  [["user", "set-level", ...ADA], "--level is required."],
  [["user", "set-password", ...ADA], /There is no terminal to ask for the password\. Use --password-stdin\./],
  [["user", "set-password", ...ADA, "--generate"], /^There is no terminal to ask for confirmation\. Use --yes\./],
  [
    ["user", "set-password", ...ADA, "--generate", "--password-stdin"],
    "--generate and --password-stdin can't be combined.",
  ],
  [["session", "list"], EMAIL_MISSING],
  [["session", "end", ...ADA], "Either --id or --all is required."],
  [["session", "end", ...ADA, "--id", "x", "--all"], "Either --id or --all is required."],
  [["limit", "show"], "Either --ip or --email is required."],
  [["limit", "show", ...ADA, "--ip", "192.0.2.1"], "Either --ip or --email is required."],
  [["limit", "reset", "--ip", "localhost"], "--ip must be an IP address."],
  // A value may begin with a dash, as ids of sessions can.
  [["limit", "reset", "--ip", "-5ApUv"], "--ip must be an IP address."],
  [["export", "a.txt", ...ADA, "--format", "pdf"], "--format must be html, csv, txt or zip."],
  [["completion"], "<shell> is required."],
  [["completion", "csh"], "<shell> must be bash, zsh or fish."],
  [["config", "PORT"], /^Unexpected argument 'PORT'/],
  [["doctor", "--fix"], /^Unknown option '--fix'/],
];

t.test("wrong usage prints one line that says what is wrong, and exits with 2", async (t) => {
  for (const [args, message] of WRONG) {
    const { code, stdout, stderr } = await run(args, { DATABASE_URL: "postgres://127.0.0.1:1/none" });
    t.match({ code, stdout }, { code: 2, stdout: "" }, args.join(" "));
    const [, sentence = ""] = /^triptych: ([^\n]+)\n$/.exec(stderr) ?? [];
    if (typeof message === "string") t.equal(sentence.replace(/ See --help\.$/, ""), message, args.join(" "));
    else t.match(sentence, message, args.join(" "));
  }
});
