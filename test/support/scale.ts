import { env } from "node:process";

/** A size of a test: `short` in every run, `full` with the environment variable `FULL=1`. */
export const scaled = <T>(short: T, full: T): T => (env.FULL === "1" ? full : short);
