import { runFolders } from "../support/suite.ts";

await runFolders("contract", "sdk", "types", "testing");
