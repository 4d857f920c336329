import { runFolders } from "../../support/suite.ts";

runFolders("contract", "effects", "sdk", "types", "testing");
