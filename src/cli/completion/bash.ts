import { type CommandWords, type Grammar, quote } from "./grammar.ts";

/** A completion script for bash 4 or newer. */
export function bashScript({ next, commands }: Grammar): string {
  const groups = [...next.keys()].filter((group) => group !== "");
  return `# Completes the commands of triptych in bash. Written by "triptych completion bash".
_triptych() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command=\${COMP_WORDS[1]} first=2 choices=
  case $command in
    ${groups.join("|")}) command="$command \${COMP_WORDS[2]}" first=3 ;;
  esac
  if ((COMP_CWORD == 1)); then
    choices=${quote(textsOf(next.get("") ?? []))}
  elif ((COMP_CWORD < first)); then
    case \${COMP_WORDS[1]} in
${groups.map((group) => `      ${group}) choices=${quote(textsOf(next.get(group) ?? []))} ;;`).join("\n")}
    esac
  else
    case "$command:$previous" in
${commands.flatMap(valueCases).join("\n")}
      *)
        case $command in
${commands.map(commandCase).join("\n")}
        esac ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
}
complete -F _triptych triptych
`;
}

function valueCases({ name, options }: CommandWords): string[] {
  return options.flatMap(({ text, choices }) =>
    choices === undefined ? [] : [`      ${quote(`${name}:${text}`)}) choices=${quote(choices.join(" "))} ;;`],
  );
}

function commandCase({ name, options, choices, takesFile }: CommandWords): string {
  const words = [...choices, ...options.map(({ text }) => text)].join(" ");
  const files = takesFile ? " compopt -o default 2>/dev/null ;" : "";
  return `          ${quote(name)}) choices=${quote(words)} ;${files};`;
}

function textsOf(words: readonly { readonly text: string }[]): string {
  return words.map(({ text }) => text).join(" ");
}
