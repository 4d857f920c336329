import { runFolders } from "../support/suite.ts";

await runFolders("http", "pages", "unit");
