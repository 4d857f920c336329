import { AsyncLocalStorage } from "node:async_hooks";

/** A step that a change has recorded. The change may still fail. */
export interface RecordedStep {
  readonly id: number;
  /** Who can revert it. */
  readonly accountId: number;
}

// Not an argument of every change: most callers get the step as its result, and only what calls the API itself, as a
// client would, does not.
const observers = new AsyncLocalStorage<(step: RecordedStep) => void>();

/** Calls `work`, and `observe` for each step that can be reverted and that the changes of `work` record. */
export function observeSteps<T>(observe: (step: RecordedStep) => void, work: () => T): T {
  return observers.run(observe, work);
}

/** Tells the observer of the change, if it has one, that it has recorded a step. */
export function reportStep(step: RecordedStep): void {
  observers.getStore()?.(step);
}
