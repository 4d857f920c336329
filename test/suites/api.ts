import { runFolders } from "../support/suite.ts";

runFolders("api/catalogue", "api/users", "unit");
