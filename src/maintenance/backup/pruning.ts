import { findExpired, type KeepRule } from "./keep.ts";
import { listBackups, type StoredBackup, type Target } from "./target.ts";

/** The backups of one installation that no rule keeps, newest first. The newest one is never among them. */
export async function findPrunable(
  target: Target,
  installation: string,
  rules: readonly KeepRule[],
): Promise<StoredBackup[]> {
  return findExpired(await listBackups(target, installation), rules);
}

/** Deletes backups from their target, one after the other. */
export async function removeBackups(target: Target, backups: readonly StoredBackup[]): Promise<void> {
  for (const { name } of backups) await target.remove(name);
}
