import { runFolders } from "../../support/suite.ts";

runFolders("app", "outgoing");
