import { runFolders } from "../../support/suite.ts";

runFolders("contracts", "effects", "sdk");
