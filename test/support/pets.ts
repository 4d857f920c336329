export * from "../../packages/contract/test/support/pets.ts";
