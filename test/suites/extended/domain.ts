import { runFolders } from "../../support/suite.ts";

runFolders(
  "accounts",
  "audit",
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
  "maintenance",
  "network",
  "products",
  "retention",
  "search",
  "setup",
  "webhooks",
);
