import { stdin, stdout } from "node:process";
import { text } from "node:stream/consumers";
import { LEVELS, type Level } from "../accounts/levels.ts";
import { readConfig } from "../config.ts";
import { Failure } from "../errors.ts";
import { type Command, parseOptions, UsageError } from "./command.ts";

const HELP = `Creates an account of any level, such as the first administrator.

Usage: npm run -s triptych -- user create --email <address> --name <name> [--level 1|2|3|4] [--password-stdin]

  --email <address>   e-mail address, case-insensitive
  --name <name>       1 to 255 characters
  --level <level>     1 authenticated user (default), 2 collaborator, 3 supervisor, 4 administrator
  --password-stdin    read the password (8 to 128 characters) from standard input instead of asking for it

Settings are environment variables; DATABASE_URL selects the database.
`;

/** Labels of the fields, as in the web forms. */
const LABELS: ReadonlyMap<string, string> = new Map([
  ["/email", "E-mail address"],
  ["/name", "Name"],
  ["/password", "Password"],
]);

/** `triptych user create` */
export const userCreate: Command = {
  help: HELP,
  async run(args) {
    const options = parseOptions(args, {
      email: { type: "string" },
      name: { type: "string" },
      level: { type: "string", default: "1" },
      "password-stdin": { type: "boolean", default: false },
    });
    const { email, name } = options;
    if (email === undefined || name === undefined) throw new UsageError("--email and --name are required. See --help.");
    const level = parseLevel(options.level);
    const password = options["password-stdin"] ? await readPassword() : await askPassword();

    await assertValid({ email, name, password });

    const [accounts, { openContext }] = await Promise.all([import("../accounts/accounts.ts"), import("../context.ts")]);
    const context = await openContext(readConfig());
    try {
      const account = await accounts.create(context.database, context.clock, { email, name, level, password });
      stdout.write(`Account ${account.id} of level ${level} was created for ${account.email}.\n`);
    } finally {
      await context.close();
    }
  },
};

/**
 * Throws an error with one sentence per field that violates the contract's schema `Registration`,
 * worded as in the web forms.
 */
async function assertValid(registration: object): Promise<void> {
  const { loadContract } = await import("../http/contract/load.ts");
  const { checkerOf } = await import("../http/request/validation.ts");
  try {
    checkerOf(loadContract("catalogue"), "Registration")(registration);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Error(error.details.map(({ path, message }) => `${LABELS.get(path) ?? path} ${message}.`).join(" "));
  }
}

function parseLevel(text: string): Level {
  const level = LEVELS.find((candidate) => String(candidate) === text);
  if (level === undefined) throw new UsageError("--level must be 1, 2, 3 or 4.");
  return level;
}

/** Standard input without its final line break. */
async function readPassword(): Promise<string> {
  return (await text(stdin)).replace(/\r?\n$/, "");
}

async function askPassword(): Promise<string> {
  if (!stdin.isTTY) throw new UsageError("There is no terminal to ask for the password. Use --password-stdin.");
  const { default: prompt } = await import("@inquirer/password");
  const first = await prompt({ message: "Password", mask: true });
  const second = await prompt({ message: "Confirm password", mask: true });
  if (first !== second) throw new Error("The passwords do not match. No account was created.");
  return first;
}
