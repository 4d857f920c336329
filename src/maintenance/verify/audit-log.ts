import * as audit from "../../audit/verification.ts";
import type { Check } from "./check.ts";

/** Nothing in the audit log was changed or removed. */
export const AUDIT_LOG: Check = {
  name: "audit log",
  async *find(snapshot) {
    for (const { message } of (await audit.verify(snapshot)).problems) yield { message: `Audit log: ${message}.` };
  },
};
