import { goProgram } from "./downloads.ts";

/** The newest version whose dependencies are all on the Go module proxy. */
const VERSION = "1.33.0";

/** Builds oasdiff unless it is built already. Returns the path of the program. Throws when Go is missing. */
export function oasdiff(): Promise<string> {
  return goProgram("github.com/oasdiff/oasdiff", VERSION);
}
