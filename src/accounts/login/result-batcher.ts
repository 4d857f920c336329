/** Runs a task and returns its result at the same time as the results of other tasks. */
export type Batch = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs tasks and holds their results back for up to `maxDelayMs`, so that
 * the work that follows is done for several of them at a time. It delays results only while more
 * than `threshold` tasks are running, because without a queue that would only add latency; it never
 * delays errors.
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

  function hold(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push(resolve);
    timer ??= setTimeout(flush, maxDelayMs);
    return promise;
  }

  return async (task) => {
    running += 1;
    const result = await task().finally(() => {
      running -= 1;
      if (running <= threshold) flush();
    });
    if (running > threshold) await hold();
    return result;
  };
}
