import { runFiles } from "../support/suite.ts";

runFiles(["browser/*.browser.ts"]);
