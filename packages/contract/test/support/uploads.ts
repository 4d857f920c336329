import type { UploadPace } from "../../src/request/upload-progress.ts";

/** A pace that lets uploads stall. */
export const ANY_PACE: UploadPace = { minBytes: 0, interval: 60_000, extension: 60_000 };
