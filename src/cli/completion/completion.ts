import { type Command, defineCommand, type Entry } from "../shared/command.ts";
import { printText } from "../shared/output.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** The command that prints completion scripts for these commands. */
export function createCompletion(entries: readonly Entry[]): Command {
  return defineCommand({
    description: "Completes commands, options and their values for the program triptych, which npm link installs.",
    args: { shell: { description: "bash, zsh or fish", choices: SHELLS } },
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/triptych",
      "completion zsh > ~/.zfunc/_triptych     with fpath+=~/.zfunc before compinit in .zshrc",
      "completion fish > ~/.config/fish/completions/triptych.fish",
    ],
    async run({ args: { shell } }) {
      const [{ readGrammar }, { bashScript }, { zshScript }, { fishScript }] = await Promise.all([
        import("./grammar.ts"),
        import("./bash.ts"),
        import("./zsh.ts"),
        import("./fish.ts"),
      ]);
      const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
      printText(scripts[shell](await readGrammar(entries)));
    },
  });
}
