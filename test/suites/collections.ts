import { runFolders } from "../support/suite.ts";

runFolders("api/collections");
