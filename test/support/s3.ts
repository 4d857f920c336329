import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Test } from "tap";
import { freePort } from "../../src/base/free-port.ts";
import type { S3Config } from "../../src/settings/config.ts";

/** An S3 server that stores objects as files. */
export interface S3Server {
  readonly config: S3Config;
  /** The settings of the command line that select the server. */
  readonly settings: Readonly<Record<string, string>>;
  /** The folder with the objects of the bucket `backups`. */
  readonly folder: string;
  readonly stop: () => Promise<void>;
}

/** Starts versitygw, which must be on the PATH, with the bucket `backups`. Stops it when the test ends. */
export async function startS3(t: Test, root: string): Promise<S3Server> {
  const folder = join(root, "backups");
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const [accessKeyId, secretAccessKey] = ["test-access", "test-secret"];
  const keys = ["--access", accessKeyId, "--secret", secretAccessKey];
  const child = spawn("versitygw", [...keys, "--port", `127.0.0.1:${port}`, "posix", root], { stdio: "ignore" });
  const exit = once(child, "exit");
  exit.catch(() => {}); // Reported by `untilListening`.
  const stop = async () => {
    child.kill("SIGKILL");
    await exit;
  };
  t.teardown(stop);
  await Promise.race([untilListening(port), exit.then(() => Promise.reject(new Error("versitygw ended.")))]);
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    config: { endpoint, region: "us-east-1", accessKeyId, secretAccessKey },
    settings: {
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    folder,
    stop,
  };
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = createConnection(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await setTimeout(20);
  }
}
