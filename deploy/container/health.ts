import { env, exit } from "node:process";

// The health check of the image: exits with 0 while the server responds. It does not request /health/ready,
// because restarting the container does not help while the database is unavailable.

const anyHost = ["", "0.0.0.0", "::"];
const { HOST = "", PORT = "3000" } = env;
const host = anyHost.includes(HOST) ? "127.0.0.1" : HOST;

try {
  const { ok } = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${PORT}/health/live`, {
    signal: AbortSignal.timeout(4_000),
  });
  exit(ok ? 0 : 1);
} catch {
  exit(1);
}
