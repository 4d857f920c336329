import { formOf } from "../../harness/forms.ts";
import type { Person } from "./account.ts";
import type { Attack } from "./attack.ts";
import { inBursts } from "./bursts.ts";

/** Uploaded files of the account: small, so that an archive of all of them never waits for the disk. */
const FILES = 1_500;
/** Files that are uploaded at the same time. */
const UPLOADS = 2;

const EXPORTS = 100;

export const ZIP: Attack = {
  title: "100 archives at once of an account with 1,500 uploaded files",
  loops: EXPORTS,
  // So that the limit of requests hides no hole, and uploading takes no minutes.
  settings: { COLLECTIONS_LIMIT_PER_MINUTE: "1000000" },
  async prepare({ base, attacker }) {
    await uploadFiles(base, attacker);
    const headers = { authorization: `Bearer ${attacker.token}` };
    const request = async () => {
      const response = await fetch(`${base}/rest/v1/raindrops/0/export.zip`, { headers }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      return response?.status ?? 0;
    };
    return { attackOnce: inBursts(EXPORTS, request) };
  },
};

async function uploadFiles(base: string, { token }: Person): Promise<void> {
  let left = FILES;
  const upload = async () => {
    while (left > 0) {
      left -= 1;
      const { headers, body } = await formOf({ bytes: Buffer.from(`File ${left}\n`), field: "file", name: "note.txt" });
      const response = await fetch(`${base}/rest/v1/raindrop/file`, {
        method: "PUT",
        headers: { ...headers, authorization: `Bearer ${token}` },
        body,
      });
      if (!response.ok) throw new Error(`An upload returned ${response.status}.`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: UPLOADS }, upload));
}
