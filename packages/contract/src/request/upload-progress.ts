import type { Socket } from "node:net";
import { Failure } from "../failure.ts";

/** How fast an upload must arrive. */
export interface UploadPace {
  /** Minimum number of bytes per interval. */
  readonly minBytes: number;
  /** In milliseconds. */
  readonly interval: number;
  /** Milliseconds that an upload gets after the timeout of other requests (30 s) has passed. */
  readonly extension: number;
}

/** At most 60 s in all. 8 KiB in 5 s is slow even for a mobile phone. */
export const DEFAULT_PACE: UploadPace = { minBytes: 8 * 1024, interval: 5_000, extension: 30_000 };

/** Functions that extend the deadline of the upload in progress, by connection. */
const extensions = new WeakMap<Socket, () => void>();

/** Awaits an upload on a connection. Throws `timeout` if it is too slow or takes too long. */
export async function whileProgressing<T>(socket: Socket, pace: UploadPace, upload: Promise<T>): Promise<T> {
  const { tooSlow, stop } = watchProgress(socket, pace);
  try {
    return await Promise.race([upload, tooSlow]);
  } finally {
    stop();
  }
}

/** Watches an upload. `tooSlow` rejects with `timeout` if it is too slow or takes too long, until `stop` is called. */
export function watchProgress(socket: Socket, pace: UploadPace) {
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const fail = () =>
    reject(new Failure("timeout", "The request timed out before it was complete.", { reason: "request-too-slow" }));
  let received = socket.bytesRead;
  const watch = setInterval(() => {
    if (socket.bytesRead - received < pace.minBytes) fail();
    received = socket.bytesRead;
  }, pace.interval);
  let end: NodeJS.Timeout | undefined;
  extensions.set(socket, () => {
    end = setTimeout(fail, pace.extension);
  });
  // Nobody may wait for it when it rejects.
  tooSlow.catch(() => {});
  const stop = () => {
    clearInterval(watch);
    clearTimeout(end);
    extensions.delete(socket);
  };
  return { tooSlow, stop };
}

/** Extends the upload on a connection whose request timed out. Returns false if there is no upload. */
export function extendUpload(socket: Socket): boolean {
  const extend = extensions.get(socket);
  extend?.();
  return extend !== undefined;
}
