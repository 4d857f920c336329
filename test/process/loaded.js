import { registerHooks } from "node:module";
import process from "node:process";

// Preloaded into a server: responds to a message with what it has loaded.
// JavaScript, because Node's TypeScript loader is among what must not be loaded.
const urls = new Set();
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    urls.add(resolved.url);
    return resolved;
  },
});

process.on("message", () => {
  const internals = Reflect.get(process, "moduleLoadList");
  process.send?.({ urls: [...urls], internals });
});
process.channel?.unref();
