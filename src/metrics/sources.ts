import { readFileSync } from "node:fs";
import type { ResponseCache } from "#contract/cache/response-cache";
import type { FairSlots } from "#contract/fair-slots";
import * as uploading from "#contract/request/uploads";
import type { Refusals } from "#contract/server/refusals";
import type { UnreadResponses } from "#contract/server/unread-responses";
import * as passwordQueue from "../accounts/login/password-queue.ts";
import * as passwords from "../accounts/login/passwords.ts";
import type { Context } from "../context/context.ts";
import { engineOf } from "../database/engine.ts";
import * as exports from "../library/export/backup-worker.ts";
import * as outbox from "../mail/outbox.ts";
import type { EventLoopDelay } from "./event-loop.ts";
import { labelsOf, type Registry } from "./registry.ts";
import type { RequestMetrics } from "./requests.ts";
import type { Sampler } from "./sampler.ts";

/** Where the metrics are read from. */
export interface Sources {
  readonly context: Context;
  readonly requests: RequestMetrics;
  readonly refusals: Refusals;
  readonly unreadResponses: UnreadResponses;
  readonly cache: ResponseCache;
  readonly uploads: uploading.Uploads;
  /** The number of logins that wait to be checked. */
  readonly countWaitingLogins: () => number;
  /** The number of responses that violated their contract. */
  readonly countMismatches: () => number;
}

/** A queue: its length, and its limit. */
interface Queue {
  readonly length: () => number;
  readonly limit: number;
}

/** Adds the metrics of requests. */
export function addRequestMetrics(
  registry: Registry,
  { requests, refusals, unreadResponses, cache, countMismatches }: Sources,
): void {
  registry.addRendered("triptych_http_requests_total", () => requests.renderCounts());
  registry.addRendered("triptych_http_request_duration_seconds", () => requests.renderDurations());
  registry.add("triptych_contract_mismatches_total", countMismatches);
  registry.add("triptych_refused_requests_total", () =>
    [...refusals.counts].map(([reason, count]) => [labelsOf({ reason }), count] as const),
  );
  registry.add("triptych_unread_response_bytes", () => unreadResponses.bytes);
  registry.add("triptych_unread_response_limit_bytes", () => unreadResponses.maxBytes);
  registry.add("triptych_response_cache_requests_total", () => [
    ['result="hit"', cache.requests.hits],
    ['result="miss"', cache.requests.misses],
  ]);
  registry.add("triptych_response_cache_bytes", () => cache.size);
}

/** Adds the metrics of queues. Those of pages and webhooks are in the database, and have no limit of their own. */
export function addQueueMetrics(
  registry: Registry,
  { context, uploads, countWaitingLogins }: Sources,
  sampler: Sampler,
): void {
  const { writes } = engineOf(context.database).statusOf(context.database);
  const queues: Readonly<Record<string, Queue>> = {
    exports: { length: () => context.backups.waiting, limit: exports.MAX_WAITING },
    logins: { length: countWaitingLogins, limit: passwordQueue.MAX_WAITING },
    mails: { length: () => context.outbox?.size ?? 0, limit: outbox.MAX_MAILS },
    passwords: { length: passwords.countWaiting, limit: passwordQueue.MAX_WAITING },
    ...(writes !== undefined && {
      writes: {
        length: () => engineOf(context.database).statusOf(context.database).writes?.waiting ?? 0,
        limit: writes.limit,
      },
    }),
    uploads: { length: () => uploads.arriving, limit: uploading.MAX_ARRIVING },
    ...Object.fromEntries(Object.entries(context.slots).map(([name, slots]) => [`building_${name}`, queueOf(slots)])),
  };
  const rows = Object.entries(queues).map(([queue, { length, limit }]) => ({
    labels: labelsOf({ queue }),
    length,
    limit,
  }));
  registry.add("triptych_queue_length", () => {
    const lengths = rows.map(({ labels, length }) => [labels, length()] as const);
    const { reading } = sampler;
    if (reading === undefined) return lengths;
    return [...lengths, ['queue="pages"', reading.waitingPages], ['queue="webhooks"', reading.waitingEvents]];
  });
  registry.add("triptych_pages_total", () => {
    const { read = 0, failed = 0 } = context.pages?.totals ?? {};
    return [
      ['result="read"', read],
      ['result="failed"', failed],
    ];
  });
  registry.add("triptych_page_delay_seconds", () => sampler.reading && sampler.reading.pageDelay / 1000);
  registry.add("triptych_queue_limit", () => rows.map(({ labels, limit }) => [labels, limit] as const));
}

/** The calls that have one of the slots or wait for one. */
function queueOf(slots: FairSlots): Queue {
  const { options } = slots;
  return { length: () => slots.taken + slots.waiting, limit: options.slots + options.waiting };
}

/** Adds the metrics of the database. */
export function addDatabaseMetrics(
  registry: Registry,
  { context: { database, standby } }: Sources,
  sampler: Sampler,
): void {
  registry.add("triptych_database_up", () => sampler.up);
  registry.add("triptych_database_connections", () => {
    const { pool } = engineOf(database).statusOf(database);
    return (
      pool && [
        ['state="used"', pool.used],
        ['state="idle"', pool.idle],
      ]
    );
  });
  registry.add("triptych_database_waiting", () => engineOf(database).statusOf(database).pool?.waiting);
  registry.add("triptych_database_wal_bytes", () => engineOf(database).statusOf(database).walBytes);
  registry.add("triptych_standby_up", () => standby && Number(standby.isAvailable()));
  registry.add(
    "triptych_standby_reads_total",
    () => standby && Object.entries(standby.reads).map(([server, count]) => [labelsOf({ server }), count] as const),
  );
  registry.add("triptych_cleanup_backlog_rows", () => {
    const { backlog } = sampler.reading ?? {};
    return backlog && Object.entries(backlog).map(([kind, rows]) => [labelsOf({ kind }), rows] as const);
  });
  registry.add("triptych_last_backup_timestamp_seconds", () => {
    const { reading } = sampler;
    return reading && (reading.lastBackup ?? 0) / 1000;
  });
}

/** Adds the metrics of the process. */
export function addProcessMetrics(registry: Registry, { context: { database } }: Sources, delay: EventLoopDelay): void {
  const build = labelsOf({
    version: readVersion(),
    node: process.version,
    engine: engineOf(database).statusOf(database).engine,
  });
  const startedAt = performance.timeOrigin / 1000;
  registry.add("triptych_build_info", () => [[build, 1]]);
  registry.add("process_start_time_seconds", () => startedAt);
  registry.add("process_cpu_seconds_total", () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  });
  registry.add("process_resident_memory_bytes", () => process.memoryUsage.rss());
  registry.add("triptych_heap_used_bytes", () => process.memoryUsage().heapUsed);
  registry.addRendered("triptych_event_loop_delay_seconds", () => delay.render());
  registry.add("triptych_event_loop_busy_seconds_total", () => delay.busySeconds);
  // Last, so that it counts the metrics before it.
  registry.add("triptych_metrics_errors_total", () => registry.errors);
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;
}
