import { join } from "node:path";
import { ROOT } from "../../harness/server-process.ts";

/**
 * The compiler of TypeScript 7, to be run with Node. Both it and TypeScript 5, whose JavaScript API scripts use, have a
 * program `tsc`, so npm may install either one as node_modules/.bin/tsc.
 */
export const TYPESCRIPT = join(ROOT, "node_modules/@typescript/native/bin/tsc");

/** Checks everything on one thread: several check the same types again, which takes twice the processor time. */
export const ONE_CHECKER = ["--checkers", "1"];
