import { runFolders } from "../support/suite.ts";

runFolders("accounts", "collections", "costs", "covers", "database", "items", "limits", "products");
