import { version } from "node:process";

// JavaScript, because an older Node fails to load TypeScript with an error that does not name its version.
const NODE = 24;

if (Number.parseInt(version.slice(1), 10) < NODE) {
  throw new Error(
    `triptych/tap needs Node ${NODE} or newer; this is Node ${version}. Run your tests with Node ${NODE}, ` +
      "or run npm start -- --ephemeral in Triptych's folder and send the requests of your tests to that server.",
  );
}

export const { triptych } = await import("./tap.ts");
