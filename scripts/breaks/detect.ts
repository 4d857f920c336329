import { type LocatedChange, overlap } from "./edit.ts";

export type Result = "passes" | "fails";

/** A run of a check. */
export interface Run {
  readonly result: Result;
  readonly output: string;
  /** The part of the output that must have the texts of the changes. */
  readonly report: string;
}

interface Options {
  /** The result that each change must have. */
  readonly wanted: Result;
  /** How many changes to make in a run, at most. */
  readonly perRun: number;
  /** Makes the changes, runs the check and undoes the changes. */
  readonly runWith: (changes: readonly LocatedChange[]) => Promise<Run>;
  /** Called once for each change. */
  readonly onResult: (change: LocatedChange, result: Result) => void;
}

/**
 * Runs a check with many changes at once, until each change was detected: the check had the wanted result and reported
 * the text of the change. A change that was not, for example because another one hides it, is made again in the next
 * run. Returns a message for each change that is not detected on its own, and for each text that is reported by a run
 * without its change.
 */
export async function detectAll(changes: readonly LocatedChange[], options: Options): Promise<string[]> {
  const { wanted, runWith, onResult } = options;
  const problems: string[] = [];
  const observe = async (group: readonly LocatedChange[]) => {
    const run = await runWith(group);
    for (const { expected, title } of changes.filter((change) => !group.includes(change))) {
      if (expected !== undefined && run.report.includes(expected))
        problems.push(`reports "${expected}" also without the change: ${title}`);
    }
    return run;
  };

  // Otherwise the only run would be the one with the change.
  if (changes.length === 1) await observe([]);
  let { perRun } = options;
  let left = changes;
  while (left.length > 0) {
    const group = compatible(left).slice(0, perRun);
    const run = await observe(group);
    const detected = run.result === wanted ? group.filter(({ expected = "" }) => run.report.includes(expected)) : [];
    // A change that is not detected on its own never will be.
    const finished = group.length === 1 ? group : detected;
    if (detected.length === 0) problems.push(...finished.map((change) => describe(change, wanted, run)));
    if (finished.length === 0) perRun = Math.ceil(group.length / 2);
    for (const change of finished) onResult(change, run.result);
    left = left.filter((change) => !finished.includes(change));
  }
  return problems;
}

/** Changes that can be made together: the first, and each that overlaps with none before it. */
function compatible(changes: readonly LocatedChange[]): LocatedChange[] {
  const group: LocatedChange[] = [];
  for (const change of changes) if (!group.some((other) => overlap(other, change))) group.push(change);
  return group;
}

function describe({ title, expected }: LocatedChange, wanted: Result, { result, output }: Run): string {
  const problem = result === wanted ? `${result}, but does not report "${expected}"` : `${result}, but should not`;
  return `${problem}: ${title}\n${output}`;
}
