import { COMMANDS } from "../../src/cli/commands.ts";
import { helpFor } from "../../src/cli/run.ts";
import { SETTINGS } from "../../src/settings/settings.ts";

/** The page of all settings, in Markdown. */
export function printSettings(): string {
  const rows = Object.values(SETTINGS).map(
    ({ name, unset, description }) => `| \`${name}\` | ${unset} | ${description} |\n`,
  );
  return `# Settings

Written by \`npm run generate\` from \`src/settings/settings.ts\`.

Settings are environment variables, all optional, such as in \`PORT=8080 LOG_LEVEL=debug npm start\`. The server reads
them when it starts, and the [commands](cli.md) read the same ones. An empty variable counts as unset. If a value is
invalid, the server says which one, and does not start.

\`\`\`sh
npm run -s triptych -- config    # the settings that apply, and where they come from; secrets are hidden
npm run -s triptych -- doctor    # checks settings, also for mistyped names, database, disk, clock and other services
\`\`\`

| Variable | Default | Meaning |
|---|---|---|
${rows.join("")}`;
}

/** The page of all commands, with the help of each, in Markdown. */
export async function printCommandLine(): Promise<string> {
  const sections = await Promise.all(
    COMMANDS.map(async ({ name }) => `\n### ${name}\n\n${toBlock(await helpFor(name.split(" ")))}`),
  );
  return `# Command line

Written by \`npm run generate\` from the commands in \`src/cli/\`.

\`\`\`sh
npm run -s triptych -- user create --email ada@example.com --name Ada --level 4    # asks for the password
npm run -s triptych -- key create --email ada@example.com --name sync              # prints only the key
npm run -s triptych -- import bookmarks.html --email ada@example.com               # HTML, CSV, JSON, ZIP, or links
npm run -s triptych -- export bookmarks.zip --email ada@example.com                # or .html or .csv
npm run -s triptych -- doctor               # checks settings, database, disk, clock and other services
npm run -s triptych -- config               # the settings that apply, and where they come from
npm run -s triptych -- --help               # all commands; also: help user, key create --help, --version
\`\`\`

\`npm link\` installs the program \`triptych\`; [\`completion\`](#completion) makes bash, zsh or fish complete its
commands. Commands have the same [settings](settings.md) as the server, and an account of level 4 is an administrator.

Commands that list or show print tables, tab-separated lines if standard output is no terminal, or JSON with \`--json\`.
Those with the option \`--yes\` ask for confirmation unless it is given. A password is typed, or read from standard input
with \`--password-stdin\`. Errors are one line on standard error; the exit code is 1, or 2 for invalid usage.

More about [backups](backup.md), [checks, rehearsals and moves of the data](move.md), [erasure](data.md),
[free space](data.md#disk-space), the [audit log](audit-log.md) and [webhooks](webhooks.md).

## Commands

${toBlock(await helpFor([]))}${sections.join("")}`;
}

function toBlock(text: string): string {
  return `\`\`\`text\n${text}\`\`\`\n`;
}
