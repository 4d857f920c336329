import { fileURLToPath } from "node:url";
import { PROGRAM } from "../../test/support/process.ts";
import type { Program } from "./process.ts";

/** The systems that are compared, as they are told of. */
export const SYSTEMS = ["limit", "express", "triptych"] as const;

export type System = (typeof SYSTEMS)[number];

/** What Triptych and Express sign and check tokens with. */
const TOKEN_SECRET = "the benchmark signs with this one secret";

/** The program of a system on a database file. */
export function programOf(system: System, file: string): Program {
  switch (system) {
    case "limit":
      return { args: [pathOf("../limit/main.ts")], settings: { DATABASE_FILE: file } };
    case "express":
      return {
        args: [pathOf("../foreign/express/main.ts")],
        settings: { DATABASE_FILE: file, TOKEN_SECRET, NODE_ENV: "production" },
      };
    case "triptych":
      return {
        args: [...PROGRAM, "start"],
        settings: {
          DATABASE_URL: `sqlite:${file}`,
          TOKEN_SECRET,
          LOG_LEVEL: "info",
          RATE_LIMIT_PER_HOUR: "1000000000",
          LOGIN_LIMIT_PER_MINUTE: "1000000",
        },
      };
  }
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}
