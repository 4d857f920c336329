import { runFolders } from "../support/suite.ts";

runFolders("contract", "sdk", "types", "testing");
