/** Runs a task. Its result may be held back and released together with those of other tasks. */
export type Batch = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Creates a function that runs tasks and holds their results back for up to `maxDelayMs`, so that
 * the work that follows them can be batched. Results are held back only while more than `threshold`
 * other tasks are running, because otherwise that would only add latency. Errors are never held back.
 */
export function createBatcher(threshold: number, maxDelayMs: number): Batch {
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const held: (() => void)[] = [];

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const release of held.splice(0)) release();
  }

  /** Called when a task has ended. Returns whether to hold its result back. */
  function end(): boolean {
    running -= 1;
    if (running > threshold) return true;
    flush();
    return false;
  }

  function hold(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push(resolve);
    timer ??= setTimeout(flush, maxDelayMs);
    return promise;
  }

  return async (task) => {
    running += 1;
    const result = await task().catch((error) => {
      end();
      throw error;
    });
    // In the turn in which the task ended: otherwise another one could release the results before.
    if (end()) await hold();
    return result;
  };
}
