import { runFolders } from "../support/suite.ts";

runFolders("api/catalogue", "api/server", "api/users", "unit");
