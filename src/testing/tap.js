import { version } from "node:process";

// JavaScript, because an older Node fails to load the server with an error that does not name its version.
const NODE = "22.15";

const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
const [minMajor = 0, minMinor = 0] = NODE.split(".").map(Number);

if (major < minMajor || (major === minMajor && minor < minMinor)) {
  throw new Error(
    `triptych/tap needs Node ${NODE} or newer; this is Node ${version}. Run your tests with Node ${NODE}, ` +
      "or run npm start -- --ephemeral in Triptych's folder and send the requests of your tests to that server.",
  );
}

export const { triptych } = await import("./tap.ts");
