import { existsSync } from "node:fs";

// The sources run as they are, with Node's own type stripping; the published package has only what is built.
const source = new URL("./tools/rules/plugin.ts", import.meta.url);
const built = new URL("./dist/tools/rules/plugin.js", import.meta.url);
const { plugin } = await import((existsSync(source) ? source : built).href);

export default plugin;
