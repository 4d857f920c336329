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
