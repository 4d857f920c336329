import { runFolders } from "../../support/suite.ts";

runFolders("audit", "database", "export", "import", "maintenance");
