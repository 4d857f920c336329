import { runFolders } from "../support/suite.ts";

runFolders("accounts", "collections", "costs", "database", "idempotency", "items", "limits", "products", "search");
