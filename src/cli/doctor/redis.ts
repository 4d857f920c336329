import { messageOf } from "../shared/messages.ts";
import { type Check, ok, problem } from "./check.ts";

const OLDEST_MAJOR = 7;

export const redis: Check = {
  name: "Redis",
  async run({ config: { redisUrl } }) {
    if (redisUrl === undefined) return [];
    const { RedisConnection } = await import("../../limits/redis-connection.ts");
    const connection = new RedisConnection(redisUrl);
    let outage: unknown;
    try {
      await connection.open((_message, cause) => {
        outage = cause;
      });
      const info = await connection.run((client) => client.info("server"));
      const version = /^redis_version:(\S+)/m.exec(info)?.[1] ?? "unknown";
      if (Number.parseInt(version, 10) >= OLDEST_MAJOR) return [ok(`Redis ${version} responds.`)];
      return [problem(`Redis ${version} is too old.`, `Upgrade it to ${OLDEST_MAJOR} or newer.`)];
    } catch (error) {
      const advice =
        "Check that Redis runs, and host, port and password in REDIS_URL. Without REDIS_URL none is needed.";
      return [problem(`Redis does not respond: ${messageOf(outage ?? error)}`, advice)];
    } finally {
      connection.close();
    }
  },
};
