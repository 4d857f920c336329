import robotsParser from "robots-parser";

// Runs in a child process, see `runIsolated`: a short `robots.txt` can take seconds to match.

// The types of the package are those of an ES module, but what it exports is the function itself.
const parse = typeof robotsParser === "function" ? robotsParser : robotsParser.default;

/** The question whether a `robots.txt` lets an agent request an address of its host. */
export interface RobotsQuestion {
  /** The content of the `robots.txt`, and its address. */
  readonly text: string;
  readonly source: string;
  readonly address: string;
  /** The product token of the agent. */
  readonly agent: string;
}

/** Whether the agent may request the address. */
export function work({ text, source, address, agent }: RobotsQuestion): boolean {
  return parse(source, text).isAllowed(address, agent) ?? true;
}
