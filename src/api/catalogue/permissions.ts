import type { operations } from "../../../generated/catalogue.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Config } from "../../config.ts";
import { Failure } from "../../errors.ts";

type Permission = (principal: Principal | undefined) => void;

/**
 * Permission checks by operationId, for rules that the contract's security schemes can't express.
 * Each throws `forbidden` if the caller lacks the permission.
 */
export function permissionsOf({ registration, catalogueWriteLevel }: Config) {
  const assertCanWriteProducts: Permission = (principal) => {
    if ((principal?.level ?? 0) >= catalogueWriteLevel) return;
    throw new Failure("forbidden", `Writing products needs user level ${catalogueWriteLevel} or higher.`);
  };
  const assertRegistrationOpen: Permission = () => {
    if (registration === "closed") throw new Failure("forbidden", "Registration is closed on this server.");
  };
  return {
    registerUser: assertRegistrationOpen,
    createProduct: assertCanWriteProducts,
    updateProduct: assertCanWriteProducts,
    deleteProduct: assertCanWriteProducts,
  } satisfies Partial<Record<keyof operations, Permission>>;
}
