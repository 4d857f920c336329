import { runFolders } from "../../support/suite.ts";

runFolders("contract", "effects", "permissions", "sdk", "types", "testing");
