import t from "tap";
import { ENGINE_NAMES } from "../../../src/database/core/backup-data.ts";
import { findExpired, parseDuration, parseKeep } from "../../../src/maintenance/backup/keep.ts";
import { parseName, toName } from "../../../src/maintenance/backup/name.ts";

const HOUR_MS = 3_600_000;

/** Backups of the last `hours` hours, one each. */
function hourly(hours: number, now = Date.UTC(2026, 10, 23, 12, 30)) {
  return Array.from({ length: hours }, (_, index) => ({ createdAt: now - index * HOUR_MS }));
}

function kept(backups: readonly { createdAt: number }[], rules: string): string[] {
  const expired = new Set(findExpired(backups, parseKeep(rules) ?? []));
  return backups.filter((backup) => !expired.has(backup)).map(({ createdAt }) => new Date(createdAt).toISOString());
}

t.test("rules keep the newest backup of each of the last periods that have one", async (t) => {
  t.same(kept(hourly(100), "3h"), ["2026-11-23T12:30:00.000Z", "2026-11-23T11:30:00.000Z", "2026-11-23T10:30:00.000Z"]);
  t.same(kept(hourly(100), "2d"), ["2026-11-23T12:30:00.000Z", "2026-11-22T23:30:00.000Z"]);
  t.same(kept(hourly(1000), "2w"), ["2026-11-23T12:30:00.000Z", "2026-11-22T23:30:00.000Z"], "a week ends on Sunday");
  t.equal(kept(hourly(2000), "24h,7d,4w").length, 24 + 5 + 2, "a backup that two rules keep counts for both");
});

t.test("the newest backup is kept, also if it is old, and periods without a backup do not count", async (t) => {
  const old = [{ createdAt: 5 * HOUR_MS }, { createdAt: 1 * HOUR_MS }, { createdAt: 0 }];
  t.same(kept(old, "1h").length, 1);
  t.same(kept(old, "2h"), ["1970-01-01T05:00:00.000Z", "1970-01-01T01:00:00.000Z"]);
  t.same(findExpired(old, []), old.slice(1));
  t.same(findExpired([], parseKeep("1h") ?? []), []);
});

t.test("rules and durations that are not understood are rejected", async (t) => {
  for (const text of ["", "1", "h", "0h", "1y", "1h,", "1h 2d", "-1h", "1.5h", "99999h"])
    t.equal(parseKeep(text), undefined, text);
  t.same(parseKeep("24h, 7d"), [
    { count: 24, period: HOUR_MS },
    { count: 7, period: 24 * HOUR_MS },
  ]);
  for (const text of ["", "1", "0m", "1s", "1h30m", "-1h"]) t.equal(parseDuration(text), undefined, text);
  t.equal(parseDuration("90m"), 1.5 * HOUR_MS);
  t.equal(parseDuration("2w"), 14 * 24 * HOUR_MS);
});

t.test("a name says what a backup is; other names are not those of backups", async (t) => {
  for (const encrypted of [true, false]) {
    const parts = { installation: "0123456789ab", createdAt: 1_790_000_000_123, schema: "0024", encrypted };
    for (const engine of ENGINE_NAMES) {
      const name = toName({ ...parts, engine });
      t.same(parseName(name), { ...parts, engine, name });
    }
  }
  const name = toName({
    installation: "0123456789ab",
    createdAt: 0,
    engine: "sqlite",
    schema: "0001",
    encrypted: false,
  });
  for (const other of [
    `.${name}.partial`,
    `${name}.age.age`,
    `${name}x`,
    name.toUpperCase(),
    name.replace("01T", "99T"),
    name.replace("sqlite", "mysql"),
  ])
    t.equal(parseName(other), undefined, other);
});
