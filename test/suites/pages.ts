import { runFiles } from "../support/suite.ts";

runFiles(["pages/*.test.ts"]);
