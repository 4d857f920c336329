import { tracingChannel } from "node:diagnostics_channel";

/** A piece of work besides requests and statements, such as hashing a password or a step of the cleanup. */
export interface Work {
  readonly name: string;
  /** Whether it runs in the background, so that it is no part of the request that started it. */
  readonly isJob: boolean;
  /** Details, without personal data. `error.type` marks work that failed without an error. */
  readonly attributes: Attributes;
}

/** Values by name; those of OpenTelemetry's conventions, or with the prefix `triptych.`. */
export type Attributes = Record<string, string | number>;

/** Where work is published. */
export const WORK_CHANNEL = "triptych:work";

const channel = tracingChannel<string, Work>(WORK_CHANNEL);

/** Publishes the start and the end of a part of a request, for traces. Without subscribers this only calls it. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return channel.tracePromise(work, { name, isJob: false, attributes: {} });
}

/** `traced` for a job in the background, which may add attributes. */
export function tracedJob<T>(name: string, job: (attributes: Attributes) => Promise<T>): Promise<T> {
  const attributes: Attributes = {};
  return channel.tracePromise(() => job(attributes), { name, isJob: true, attributes });
}
