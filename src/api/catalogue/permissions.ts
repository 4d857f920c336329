import type { operations } from "../../../generated/catalogue.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Config } from "../../config.ts";
import { Failure } from "../../errors.ts";

type Permission = (principal: Principal | undefined) => void;

/** Who may call what, beyond what the contract's security says. */
export function permissionsOf({ registration, catalogueWriteLevel }: Config) {
  const maySell: Permission = (principal) => {
    if ((principal?.level ?? 0) >= catalogueWriteLevel) return;
    throw new Failure("forbidden", `Writing products needs user level ${catalogueWriteLevel} or higher.`);
  };
  const mayRegister: Permission = () => {
    if (registration === "closed") throw new Failure("forbidden", "Registration is closed on this server.");
  };
  return {
    registerUser: mayRegister,
    createProduct: maySell,
    updateProduct: maySell,
    deleteProduct: maySell,
  } satisfies Partial<Record<keyof operations, Permission>>;
}
