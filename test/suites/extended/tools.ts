import { runFolders } from "../../support/suite.ts";

runFolders("../packages/contract/test", "../scripts/test");
