import { argv, exit, stdout } from "node:process";
import { execute } from "./cli/run.ts";

// A reader that needs no more, such as `head`, closes the pipe.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") exit(0);
  throw error;
});

const code = await execute(argv.slice(2));
if (code !== 0) exit(code);
