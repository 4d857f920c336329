import type { Mutant } from "./mutant.ts";

/** What became of the mutants of a folder. */
export interface Results {
  readonly folder: string;
  /** How many mutants the folder has. Only a sample of them is tried. */
  readonly total: number;
  readonly killed: readonly Mutant[];
  readonly survived: readonly Mutant[];
  readonly equivalent: readonly { readonly mutant: Mutant; readonly reason: string }[];
}

const HEAD = `# Mutants

Written by \`npm run mutants -- <folder>\`, which changes the code in one place (a mutant) and runs the tests of
\`npm test\` and \`npm run test:extended\` that execute this place. A mutant is killed if a test fails, or survives. Where
a folder has more mutants than were tried, they are a random sample. Mutants that do not compile are not tried. Code
that needs a browser or Redis is left out, and \`src/database/postgres/\` without PostgreSQL. \`src/cli/\` is tested by
the tests that start it as a process. The score is the share of killed mutants among all that are not equivalent: no
test can notice an equivalent one.

| Folder | Mutants | Tried | Killed | Survived | Equivalent | Score |
| --- | --- | --- | --- | --- | --- | --- |
`;

/** docs/mutants.md with the results of a folder, which replace its earlier results. */
export function mergeIntoPage(page: string, results: Results): string {
  const rows = new Map([...page.matchAll(/^\| `(\S+)` \|.*$/gm)].map(([row, folder = ""]) => [folder, row]));
  rows.set(results.folder, toRow(results));
  const sections = new Map(
    page
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.split("\n", 1)[0] ?? "", section.trimEnd()]),
  );
  sections.set(results.folder, `${results.folder}\n\n${toList(results)}`.trimEnd());
  const folders = [...rows.keys()].sort();
  const listed = folders.map((folder) => `\n## ${sections.get(folder) ?? folder}\n`);
  return `${HEAD}${folders.map((folder) => `${rows.get(folder)}\n`).join("")}${listed.join("")}`;
}

/** The share of killed mutants among those that are not equivalent, in percent. */
export function scoreOf({ killed, survived }: Results): string {
  const tried = killed.length + survived.length;
  return tried === 0 ? "–" : `${Math.floor((100 * killed.length) / tried)} %`;
}

/** Such as `src/library/item-content.ts:9` and the change. */
export function toLine({ file, line, change }: Mutant): string {
  return `\`${file}:${line}\` ${toCode(change)}`;
}

function toRow(results: Results): string {
  const { folder, total, killed, survived, equivalent } = results;
  const tried = killed.length + survived.length + equivalent.length;
  const cells = [`\`${folder}\``, total, tried, killed.length, survived.length, equivalent.length, scoreOf(results)];
  return `| ${cells.join(" | ")} |`;
}

function toEntry({ file, line, change }: Mutant): string {
  return `- \`${file}:${line}\`\n  ${toCode(change)}`;
}

/** Two backticks, because code contains single ones. */
function toCode(change: string): string {
  return `\`\` ${change} \`\``;
}

function toList({ survived, equivalent }: Results): string {
  if (survived.length + equivalent.length === 0) return "No mutant survived.";
  return [
    ...survived.map(toEntry),
    ...equivalent.map(({ mutant, reason }) => `${toEntry(mutant)}\n  equivalent: ${reason}`),
  ].join("\n");
}
