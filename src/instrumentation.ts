import { tracingChannel } from "node:diagnostics_channel";

/** A piece of work besides requests and statements, such as hashing a password or a step of the cleanup. */
export interface Work {
  readonly name: string;
  /** Whether it runs in the background, so that it is no part of the request that started it. */
  readonly isJob: boolean;
}

/** Where work is published. */
export const WORK_CHANNEL = "triptych:work";

const channel = tracingChannel<string, Work>(WORK_CHANNEL);

/** Publishes the start and the end of a part of a request, for traces. Without subscribers this only calls it. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return channel.tracePromise(work, { name, isJob: false });
}

/** `traced` for a job in the background. */
export function tracedJob<T>(name: string, job: () => Promise<T>): Promise<T> {
  return channel.tracePromise(job, { name, isJob: true });
}
