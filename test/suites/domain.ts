import { runFolders } from "../support/suite.ts";

runFolders("accounts", "collections", "costs", "covers", "database", "idempotency", "items", "limits", "products");
