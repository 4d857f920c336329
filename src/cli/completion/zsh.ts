import { type CommandWords, type Grammar, quote, type Word } from "./grammar.ts";

/** A completion script for zsh. */
export function zshScript({ next, commands }: Grammar): string {
  const groups = [...next.keys()].filter((group) => group !== "");
  return `#compdef triptych
# Completes the commands of triptych in zsh. Written by "triptych completion zsh".
_triptych() {
  local command=$words[2] first=3
  local -a choices
  case $command in
    ${groups.join("|")}) command="$command $words[3]" first=4 ;;
  esac
  if ((CURRENT == 2)); then
    choices=(${described(next.get("") ?? [])})
  elif ((CURRENT < first)); then
    case $words[2] in
${groups.map((group) => `      ${group}) choices=(${described(next.get(group) ?? [])}) ;;`).join("\n")}
    esac
  else
    case "$command:$words[CURRENT-1]" in
${commands.flatMap(valueCases).join("\n")}
      *)
        case $command in
${commands.map(commandCase).join("\n")}
        esac ;;
    esac
  fi
  _describe triptych choices
}
if [[ $funcstack[1] == _triptych ]]; then _triptych "$@"; else compdef _triptych triptych; fi
`;
}

function valueCases({ name, options }: CommandWords): string[] {
  return options.flatMap(({ text, choices }) =>
    choices === undefined ? [] : [`      ${quote(`${name}:${text}`)}) choices=(${choices.map(quote).join(" ")}) ;;`],
  );
}

function commandCase({ name, options, choices, takesFile }: CommandWords): string {
  const words = [...choices.map(quote), described(options)].join(" ");
  return `          ${quote(name)}) choices=(${words})${takesFile ? "; _files" : ""} ;;`;
}

/** `_describe` separates words and descriptions by colons. */
function described(words: readonly Word[]): string {
  return words.map(({ text, description }) => quote(`${text}:${description.replaceAll(":", "\\\\:")}`)).join(" ");
}
