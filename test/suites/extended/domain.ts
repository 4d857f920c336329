import { runFolders } from "../../support/suite.ts";

runFolders(
  "accounts",
  "collections",
  "costs",
  "covers",
  "database",
  "export",
  "files",
  "idempotency",
  "import",
  "items",
  "limits",
  "mail",
  "products",
  "search",
  "setup",
);
