import { pngOf } from "../../harness/pictures.ts";
import { createCollection } from "./account.ts";
import type { Attack, Target } from "./attack.ts";
import { drip } from "./floods.ts";

/** The networks from which the attacker uploads. */
const NETWORKS = ["198.51.100.1", "203.0.113.1"];

/** Pause between two uploads of the victim. */
const INTERVAL_MS = 1_000;

export const UPLOADS: Attack = {
  title: "eight uploads of one account from two networks that send a byte every 5 seconds",
  loops: 8,
  async prepare(target) {
    const { base, attacker } = target;
    const id = await createCollection(base, attacker, false);
    let count = 0;
    const outcome = await uploadRegularly(target);
    return {
      attackOnce() {
        count += 1;
        const network = NETWORKS[count % NETWORKS.length] ?? "";
        return drip(base, headOf(id, attacker.token, network));
      },
      check: async () => {
        const { statuses, attempted } = outcome();
        const text = `${statuses.length} of ${attempted} uploads of another account failed: ${statuses.join(", ")}.`;
        return statuses.length > 0 || attempted === 0 ? text : undefined;
      },
    };
  },
};

function headOf(id: number, token: string, network: string): string {
  return (
    `PUT /rest/v1/collection/${id}/cover HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    `X-Forwarded-For: ${network}\r\n` +
    "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000000\r\n\r\n" +
    '--x\r\nContent-Disposition: form-data; name="cover"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
  );
}

/** Uploads a cover of the victim every second. Returns a function that returns how many, and the statuses of those that failed. */
async function uploadRegularly({ base, victim }: Target) {
  const id = await createCollection(base, victim, false);
  const picture = Uint8Array.from(await pngOf(1, 1, "#ff0000"));
  const statuses: number[] = [];
  let attempted = 0;
  setInterval(async () => {
    const form = new FormData();
    form.append("cover", new File([picture], "cover.png"));
    const response = await fetch(`${base}/rest/v1/collection/${id}/cover`, {
      method: "PUT",
      headers: { authorization: `Bearer ${victim.token}` },
      body: form,
    }).catch(() => undefined);
    await response?.arrayBuffer();
    attempted += 1;
    if (response?.status !== 200) statuses.push(response?.status ?? 0);
  }, INTERVAL_MS).unref();
  return () => ({ statuses, attempted });
}
