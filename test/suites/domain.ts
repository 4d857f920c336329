import { runFolders } from "../support/suite.ts";

runFolders(
  "accounts",
  "collections",
  "costs",
  "covers",
  "database",
  "idempotency",
  "import",
  "items",
  "limits",
  "products",
  "search",
);
