import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import t, { type Test } from "tap";
import { run } from "../support/command-runner.ts";

/** Writes the script of a shell to a file; returns its path. */
async function scriptFor(t: Test, shell: string): Promise<string> {
  const { code, stdout } = await run(["completion", shell]);
  t.equal(code, 0);
  const file = `${t.testdir()}/_triptych`;
  await writeFile(file, stdout);
  return file;
}

/** Runs a program; undefined if it is not installed. */
function output(program: string, ...args: string[]): string | undefined {
  const { error, stdout, stderr, status } = spawnSync(program, args, { encoding: "utf8" });
  if (error !== undefined) return undefined;
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return stdout;
}

/** What can follow some words, of which the last is being typed. */
const CASES: readonly (readonly [words: readonly string[], expected: readonly string[]])[] = [
  [["u"], ["user"]],
  [["user", "li"], ["list"]],
  [
    ["key", ""],
    ["list", "create", "revoke"],
  ],
  [
    ["user", "list", "--l"],
    ["--level", "--limit"],
  ],
  [
    ["user", "list", "--level", ""],
    ["1", "2", "3", "4"],
  ],
  [["user", "list", "--json", "--sta"], ["--status"]],
  [["export", "a.zip", "--format", "c"], ["csv"]],
  [["completion", "z"], ["zsh"]],
];

const sorted = (words: readonly string[]) => [...words].sort();

t.test("completion bash: completes commands, options and choices", async (t) => {
  const file = await scriptFor(t, "bash");
  for (const [words, expected] of CASES) {
    const typed = words.map((word) => `'${word}'`).join(" ");
    const script = `source ${file}; COMP_WORDS=(triptych ${typed}); COMP_CWORD=${words.length}; _triptych
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    t.same(sorted(output("bash", "-c", script)?.trim().split("\n") ?? []), sorted(expected), words.join(" "));
  }
});

t.test("completion fish: completes commands, options and choices", async (t) => {
  const file = await scriptFor(t, "fish");
  for (const [words, expected] of CASES) {
    const completed = output("fish", "--no-config", "-c", `source ${file}; complete -C'triptych ${words.join(" ")}'`);
    if (completed === undefined) return t.comment("fish is not installed");
    const found = completed.trim().split("\n");
    t.same(sorted(found.map((line) => line.split("\t")[0] ?? "")), sorted(expected), words.join(" "));
  }
});

t.test("completion zsh: completes commands, options and choices", async (t) => {
  const file = await scriptFor(t, "zsh");
  for (const [words, expected] of CASES) {
    const typed = words.map((word) => `'${word}'`).join(" ");
    // Stands for the completion system, which filters by what was typed.
    const script = `compdef() { :; }; _files() { :; }; _describe() { print -l -- "\${(P@)2}"; }
      source ${file}; words=(triptych ${typed}); CURRENT=${words.length + 1}; _triptych`;
    const completed = output("zsh", "-f", "-c", script);
    if (completed === undefined) return t.comment("zsh is not installed");
    const found = completed.split("\n").map((line) => line.split(":")[0] ?? "");
    const matching = found.filter((text) => text !== "" && text.startsWith(words.at(-1) ?? ""));
    t.same(sorted(matching), sorted(expected), words.join(" "));
  }
});
