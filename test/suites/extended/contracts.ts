import { runFolders } from "../../support/suite.ts";

runFolders("contracts", "effects", "permissions", "sdk", "types", "testing");
