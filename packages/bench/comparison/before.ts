import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { progress } from "../output.ts";
import type { Program } from "../server.ts";
import type { Data, Size } from "./data.ts";

/** Another version of Triptych, and the data of its own database: the two may have different tables. */
export interface Before {
  readonly program: Program;
  readonly data: Data;
}

/** Fills the database with the code of the version in `folder`, which also says how that version is started. */
export async function prepareBefore(folder: string, url: string, size: Size): Promise<Before> {
  progress("before: filling its database …");
  // Earlier versions have the benchmark in another folder.
  const bench = existsSync(join(folder, "packages/bench")) ? "packages/bench" : "bench";
  const script = `
    import { createData } from "./${bench}/comparison/data.ts";
    import { programOf } from "./${bench}/systems.ts";
    const data = await createData(${JSON.stringify(url)}, ${JSON.stringify(size)});
    const program = programOf("triptych", ${JSON.stringify(url)}, "");
    process.stdout.write(JSON.stringify({ data, program }));`;
  const options = { cwd: folder, maxBuffer: 2 ** 30 };
  const { stdout } = await promisify(execFile)(execPath, ["--input-type=module", "--eval", script], options);
  const { data, program }: Before = JSON.parse(stdout);
  return { program: { ...program, folder }, data };
}
