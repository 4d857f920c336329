import { stderr } from "node:process";
import { SingleBar } from "cli-progress";

/** Progress of work in units such as `bookmarks`. Disposing removes it from the terminal. */
export interface Progress extends Disposable {
  readonly update: (done: number, total?: number) => void;
}

/** Opens a progress bar on standard error, or a counter if the total is unknown. Without a terminal, shows nothing. */
export function openProgress(unit: string, total?: number): Progress {
  if (!stderr.isTTY) return { update: () => {}, [Symbol.dispose]: () => {} };
  const bar = new SingleBar({ format: formatOf(unit, total), clearOnComplete: true, hideCursor: true, stream: stderr });
  bar.start(total ?? 0, 0);
  return {
    update(done, newTotal) {
      if (newTotal !== undefined) bar.setTotal(newTotal);
      bar.update(done);
    },
    [Symbol.dispose]: () => bar.stop(),
  };
}

function formatOf(unit: string, total: number | undefined): string {
  return total === undefined
    ? `{value} ${unit}`
    : `[{bar}] {percentage} % | {value} of {total} ${unit} | {eta_formatted} left`;
}
