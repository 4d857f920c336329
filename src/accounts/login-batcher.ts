/** Gives back the outcome of a piece of work at the same moment as those of others. */
export type Batch = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets what ends within so many milliseconds go on together, so that what comes next is done once for all: one commit, and code that the processor's caches
 * still hold. That pays only where there is a queue; so nobody waits unless more than so many others are under way, and who fails hears of it at once.
 */
export function createBatcher(few: number, longest: number): Batch {
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  const waiting: (() => void)[] = [];

  function goOn(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const go of waiting.splice(0)) go();
  }

  function wait(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    timer ??= setTimeout(goOn, longest);
    return promise;
  }

  return async (work) => {
    underWay += 1;
    const outcome = await work().finally(() => {
      underWay -= 1;
      if (underWay <= few) goOn();
    });
    if (underWay > few) await wait();
    return outcome;
  };
}
