import { runFiles } from "../support/suite.ts";

runFiles(["api/collections/[a-h]*.test.ts"]);
