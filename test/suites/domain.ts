import { runFolders } from "../support/suite.ts";

runFolders(
  "accounts",
  "collections",
  "costs",
  "covers",
  "database",
  "export",
  "idempotency",
  "import",
  "items",
  "limits",
  "products",
  "search",
);
