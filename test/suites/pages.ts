import { runFolders } from "../support/suite.ts";

runFolders("pages");
