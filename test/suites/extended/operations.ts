import { runFolders } from "../../support/suite.ts";

runFolders("audit", "database", "import", "maintenance", "retention");
