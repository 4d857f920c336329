import { runFolders } from "../../support/suite.ts";

runFolders(
  "accounts",
  "collections",
  "costs",
  "covers",
  "files",
  "idempotency",
  "items",
  "limits",
  "mail",
  "network",
  "products",
  "recovery",
  "search",
  "setup",
);
