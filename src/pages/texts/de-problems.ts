import type { Problem } from "#contract/failure";
import { DETAILS } from "./de-details.ts";
import { FAILURES } from "./de-failures.ts";

/** The German texts of all problems, by reason. Names in braces stand for the values of a problem. */
export const PROBLEMS: ReadonlyMap<string, string> = new Map([...Object.entries(FAILURES), ...Object.entries(DETAILS)]);

/**
 * German for a problem of the domain or of a form. Only one that an older version of the server has stored has no
 * reason, and stays as it is: test/pages/problems.test.ts fails for a reason without a text.
 */
export function translateToGerman({ message, reason = "", values = {}, parts }: Problem): string {
  if (parts !== undefined) return parts.map(translateToGerman).join(reason === "any-of" ? " oder " : " und ");
  return PROBLEMS.get(reason)?.replace(/\{(\w+)\}/g, (_, name: string) => format(values[name])) ?? message;
}

function format(value: string | number | undefined = ""): string {
  return typeof value === "number" ? value.toLocaleString("de") : value;
}
