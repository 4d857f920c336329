import { versions } from "node:process";
import { type Finding, ok, warning } from "./check.ts";

/** The version that `npm ci` installs, and with which Triptych is tested. */
const TESTED_MAJOR = 24;

/** Warns unless Node has the major version that Triptych is tested with. */
export function checkNodeVersion(version = versions.node): Finding {
  const major = Number.parseInt(version, 10);
  if (major === TESTED_MAJOR) return ok(`Node ${version} is the version that Triptych is tested with.`);
  return warning(
    `Triptych is tested with Node ${TESTED_MAJOR}, and this is ${version}.`,
    "Run it with npm start or npm run triptych, which use the Node in node_modules.",
  );
}
