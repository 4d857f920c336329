import { setImmediate, setTimeout } from "node:timers/promises";
import t from "tap";
import { BackgroundLoop } from "../../src/base/background-loop.ts";

const HOUR = 60 * 60 * 1000;

// Loops do not keep the process alive.
const timer = setInterval(() => {}, HOUR);
t.teardown(() => clearInterval(timer));

/** A run that counts itself, and ends when `end` is called; the next one follows after an hour. */
function countedRun() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    end: () => ends.at(-1)?.(),
    run: async () => {
      await new Promise<void>((resolve) => ends.push(resolve));
      return HOUR;
    },
  };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await setTimeout(1);
}

t.test("runs follow each other after the delay that the last one returned", async (t) => {
  const loop = new BackgroundLoop();
  let runs = 0;
  loop.start(async () => (++runs < 3 ? 1 : HOUR), 1);
  await until(() => runs === 3);
  await setTimeout(20);
  t.equal(runs, 3);
  await loop.close();
});

t.test("wake ends a delay; during a run it makes another one follow, and never two at a time", async (t) => {
  const loop = new BackgroundLoop();
  const { begun, end, run } = countedRun();
  loop.start(run, HOUR);
  loop.start(run);
  loop.wake();
  await until(() => begun() === 1);
  loop.wake();
  loop.wake();
  await setTimeout(20);
  t.equal(begun(), 1);
  end();
  await until(() => begun() === 2);
  end();
  await setTimeout(20);
  t.equal(begun(), 2);
  await loop.close();
});

t.test("wake is coalesced in the pause before a run", async (t) => {
  const loop = new BackgroundLoop(200);
  let runs = 0;
  loop.start(async () => {
    runs++;
    return HOUR;
  });
  for (let number = 0; number < 3; number++) {
    loop.wake();
    await setImmediate();
  }
  await until(() => runs > 0);
  await setTimeout(300);
  t.equal(runs, 1);
  await loop.close();
});

t.test("close ends delays and pauses, and waits for the run", async (t) => {
  const sleeping = new BackgroundLoop();
  sleeping.start(async () => HOUR);
  await setTimeout(5);
  await sleeping.close();

  const loop = new BackgroundLoop();
  const { promise, resolve } = Promise.withResolvers<void>();
  let isOpen: boolean | undefined;
  let hasEnded = false;
  loop.start(async () => {
    resolve();
    isOpen = await loop.pause(HOUR);
    await setImmediate();
    hasEnded = true;
    return 0;
  });
  await promise;
  await loop.close();
  t.same([isOpen, hasEnded, loop.signal.aborted], [false, true, true]);
});

t.test("settled: waits for the run in progress, and for one that was asked for", async (t) => {
  const loop = new BackgroundLoop();
  const { begun, end, run } = countedRun();
  await loop.settled();
  loop.start(run);
  let isSettled = false;
  const settled = loop.settled().then(() => {
    isSettled = true;
  });
  await until(() => begun() === 1);
  loop.wake();
  end();
  await until(() => begun() === 2);
  t.notOk(isSettled);
  end();
  await settled;
  loop.wake();
  const closed = loop.settled();
  await until(() => begun() === 3);
  end();
  await loop.close();
  await closed;
  await loop.settled();
});
