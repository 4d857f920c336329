import { runFolders } from "../support/suite.ts";

runFolders(
  "accounts",
  "collections",
  "costs",
  "database",
  "idempotency",
  "import",
  "items",
  "limits",
  "products",
  "search",
);
