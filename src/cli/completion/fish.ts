import { type CommandWords, type Grammar, quote } from "./grammar.ts";

/** A completion script for fish 3 or newer. */
export function fishScript({ next, commands }: Grammar): string {
  const words = [...next].flatMap(([group, followers]) =>
    followers.map(
      ({ text, description }) =>
        `complete -c triptych -n ${quote(`__triptych_at "${group}"`)} -a ${quote(text)} -d ${quote(description)}`,
    ),
  );
  return `# Completes the commands of triptych in fish. Written by "triptych completion fish".
function __triptych_at
    set -l typed (commandline -opc)[2..]
    test "$typed" = "$argv[1]"
end
function __triptych_in
    set -l typed (commandline -opc)[2..]
    string match -q -- "$argv[1] *" "$typed "
end
complete -c triptych -f
${[...words, ...commands.flatMap(linesOf)].join("\n")}
`;
}

function linesOf({ name, options, choices, takesFile }: CommandWords): string[] {
  const start = `complete -c triptych -n ${quote(`__triptych_in "${name}"`)}`;
  return [
    ...(takesFile ? [`${start} -F`] : []),
    ...(choices.length === 0 ? [] : [`${start} -a ${quote(choices.join(" "))}`]),
    ...options.map((option) => {
      const values = option.choices?.length ? ` -a ${quote(option.choices.join(" "))}` : "";
      const kind = option.choices === undefined ? "" : ` -x${values}`;
      return `${start} -l ${option.text.slice(2)}${kind} -d ${quote(option.description)}`;
    }),
  ];
}
