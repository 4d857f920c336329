import { runFolders } from "../support/suite.ts";

await runFolders("accounts", "collections", "costs", "covers", "database", "items", "limits", "products");
