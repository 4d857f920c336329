import { runFiles } from "../support/suite.ts";

runFiles(["api/collections/[i-z]*.test.ts"]);
