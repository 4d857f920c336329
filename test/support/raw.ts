export * from "../../packages/contract/test/support/raw.ts";
