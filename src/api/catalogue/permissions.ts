import type { operations } from "../../../generated/catalogue.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Context } from "../../context/context.ts";
import { assertMayWrite } from "../../products/permission.ts";
import * as registrationPolicy from "../../setup/registration-policy.ts";

type Permission = (principal: Principal | undefined) => void;
type AsyncPermission = () => Promise<void>;

/**
 * Permission checks by operationId, for rules that the contract's security schemes can't express.
 * Each throws `forbidden` if the caller lacks the permission.
 */
export function permissionsOf({ config: { registration, catalogueWriteLevel }, database }: Context) {
  const assertCanWriteProducts: Permission = (principal) => {
    assertMayWrite(principal?.level ?? 0, catalogueWriteLevel);
  };
  const assertRegistrationOpen: AsyncPermission = () => registrationPolicy.assertOpen(database, registration);
  return {
    registerUser: assertRegistrationOpen,
    createProduct: assertCanWriteProducts,
    updateProduct: assertCanWriteProducts,
    deleteProduct: assertCanWriteProducts,
  } satisfies Partial<Record<keyof operations, Permission | AsyncPermission>>;
}
