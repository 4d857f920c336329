import { setTimeout } from "node:timers/promises";
import type { GetResult } from "../../../network/get.ts";
import type { InTurn } from "../../../page-reading/check.ts";
import { retryAfterOf } from "../../../page-reading/reader.ts";
import { type HostTurns, MAX_READINGS } from "../host-turns.ts";
import { Busy } from "./worker.ts";

/** Milliseconds until a host is tried again that has no turn yet. */
const POLL_MS = 250;

/** How long a check waits for the turn of a host, in milliseconds. */
const MAX_WAIT_MS = 60_000;

/** Readings that checks leave to pages of new items. */
const RESERVED = MAX_READINGS / 2;

/** Lets checks take turns with the pages that are read. A request rejects with `Busy` if its host has none for long. */
export function inTurnsOf(turns: HostTurns, signal: AbortSignal): InTurn {
  return async ({ hostname }, request) => {
    const host = hostname.replace(/^www\.(?=.)/, "");
    for (;;) {
      const delay = turns.delayOf(host);
      if (delay > MAX_WAIT_MS) throw new Busy(delay);
      const end = turns.free > RESERVED ? turns.begin(host) : undefined;
      if (end === undefined) {
        await setTimeout(Math.max(delay, POLL_MS), undefined, { signal, ref: false });
        continue;
      }
      let got: GetResult | undefined;
      try {
        got = await request();
        return got;
      } finally {
        end(got && "status" in got ? resultOf(got) : undefined);
      }
    }
  };
}

function resultOf({ status, headers }: Exclude<GetResult, { readonly failure: unknown }>) {
  return { isOverloaded: status === 429 || status >= 500, retryAfter: retryAfterOf(headers["retry-after"]) };
}
