export * from "../../packages/contract/test/support/failures.ts";
