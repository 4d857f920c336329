import { runFolders } from "../../support/suite.ts";

runFolders("cli");
