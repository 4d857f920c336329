import { runFolders } from "../../support/suite.ts";

runFolders("accounts", "costs", "library", "limits", "products");
