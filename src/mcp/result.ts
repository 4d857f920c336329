import { SKIP, type Tool, TRUNCATED } from "./tools.ts";

/** The largest result, in bytes of JSON. Clients count it against what their model can read. */
const MAX_RESULT = 64 * 1024;

interface Result {
  readonly text: string;
  readonly result: Readonly<Record<string, unknown>>;
}

/**
 * Leaves out the first `skip` entries of the result's list, and as many at its end that the result is not too large; it
 * then says so. One entry always stays, so that a client gets on.
 */
export function shorten(tool: Tool, given: Readonly<Record<string, unknown>>, skip: number): Result {
  const { list } = tool;
  const entries = list === undefined ? undefined : given[list];
  if (list === undefined || !Array.isArray(entries)) return toResult(given);
  const rest = entries.slice(skip);
  const whole = toResult({ ...given, [list]: rest });
  if (Buffer.byteLength(whole.text) <= MAX_RESULT) return whole;
  const others = Buffer.byteLength(JSON.stringify({ ...given, [list]: [] }));
  const kept = rest.slice(0, Math.max(1, countFitting(rest, MAX_RESULT - others)));
  if (kept.length === rest.length) return whole;
  return toResult({
    ...given,
    [list]: kept,
    [TRUNCATED]: notice(tool, list, rest.length - kept.length, skip + kept.length),
  });
}

/** How many entries from the first one fit into so many bytes of JSON. */
function countFitting(entries: readonly unknown[], bytes: number): number {
  let left = bytes;
  for (const [index, entry] of entries.entries()) {
    left -= Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (left < 0) return index;
  }
  return entries.length;
}

function notice({ listed, parameters }: Tool, list: string, omitted: number, next: number): string {
  const what = `${omitted} entries of ${list} are left out, because the result would be larger than ${MAX_RESULT / 1024} KiB.`;
  if (!(SKIP in listed.inputSchema.properties)) return `${what} The change was carried out as a whole.`;
  const names = parameters.map(({ name }) => name).filter((name) => ["limit", "perpage"].includes(name));
  const fewer = names.length === 0 ? "" : `, or for fewer with ${names.join(", ")}`;
  return `${what} Call ${listed.name} again with the same arguments and ${SKIP} ${next}${fewer}.`;
}

function toResult(result: Readonly<Record<string, unknown>>): Result {
  return { result, text: JSON.stringify(result) };
}
