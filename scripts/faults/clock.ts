import { globSync, writeFileSync } from "node:fs";
import type { Settings } from "../../harness/server-process.ts";

const SECONDS_PER_DAY = 86_400;

/** A clock of server processes that can be set while they run. */
export interface Clock {
  /** Settings of a server that uses the clock. */
  readonly settings: Settings;
  /** Sets the offset of the clock from the real time, in days. */
  readonly shift: (days: number) => void;
}

/**
 * Creates a clock with libfaketime, which reads the offset from `file` once a second. The monotonic
 * clock, which timers use, does not change.
 */
export function createClock(file: string): Clock {
  const [library] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
  if (library === undefined) throw new Error("libfaketime is not installed: apt-get install faketime.");
  const shift = (days: number) => writeFileSync(file, `${days < 0 ? "" : "+"}${days * SECONDS_PER_DAY}\n`);
  shift(0);
  return {
    settings: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
      NO_FAKE_STAT: "1",
    },
    shift,
  };
}
