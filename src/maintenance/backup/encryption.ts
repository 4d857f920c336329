import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { Decrypter, Encrypter } from "age-encryption";
import { DamagedBackup } from "./digest.ts";

// Backups are encrypted in the format of age (https://age-encryption.org/v1), so the program `age` can
// decrypt them too.

/** The first bytes of an encrypted file. */
const AGE_INTRO = Buffer.from("age-encryption.org/v1\n");

/** The first bytes of a file that is compressed with zstd. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Who can decrypt new backups: recipients, or whoever knows the passphrase. Without both, backups are not encrypted. */
export interface EncryptionKeys {
  /** Such as `age1…`. */
  readonly recipients: readonly string[];
  readonly passphrase: string | undefined;
}

/** The keys that may decrypt a backup. */
export interface DecryptionKeys {
  /** The path of a file with lines such as `AGE-SECRET-KEY-1…`, as written by `age-keygen`. */
  readonly identityFile: string | undefined;
  readonly passphrase: string | undefined;
}

/** Whether the keys encrypt new backups. */
export function encrypts({ recipients, passphrase }: EncryptionKeys): boolean {
  return recipients.length > 0 || passphrase !== undefined;
}

/** Encrypts a stream; without keys, returns it as it is. Throws if a recipient is not valid. */
export async function encrypt(plain: Readable, keys: EncryptionKeys): Promise<Readable> {
  if (!encrypts(keys)) return plain;
  const encrypter = new Encrypter();
  for (const recipient of keys.recipients) addRecipient(encrypter, recipient);
  if (keys.recipients.length === 0 && keys.passphrase !== undefined) encrypter.setPassphrase(keys.passphrase);
  return Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(plain)));
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new Error(`${recipient} is not an age recipient. Use the public key that age-keygen prints.`, { cause });
  }
}

/** Decrypts a stream if it is encrypted. Throws if it is not a backup, or if no key fits. */
export async function decrypt(stored: Readable, keys: DecryptionKeys): Promise<Readable> {
  const { start, stream } = await peek(stored, AGE_INTRO.length);
  if (start.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return stream;
  if (!start.equals(AGE_INTRO)) {
    stored.destroy();
    throw new Error("This is not a backup of Triptych, or it is damaged.");
  }
  const decrypter = new Decrypter();
  for (const identity of await readIdentities(keys)) decrypter.addIdentity(identity);
  if (keys.passphrase !== undefined) decrypter.addPassphrase(keys.passphrase);
  try {
    return toReadable(await decrypter.decrypt(Readable.toWeb(stream)), stored);
  } catch (cause) {
    stored.destroy();
    const advice = "Name the file with the identity with --identity, or set BACKUP_PASSPHRASE.";
    throw new Error(`The backup is encrypted, and no given key can decrypt it. ${advice}`, { cause });
  }
}

/** Throws `DamagedBackup` for content that does not decrypt, and errors of `stored` as they are. */
function toReadable(decrypted: ReadableStream<Uint8Array>, stored: Readable): Readable {
  async function* chunks(): AsyncIterable<Uint8Array> {
    try {
      yield* decrypted;
    } catch (cause) {
      throw stored.errored ?? new DamagedBackup(cause);
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

async function readIdentities({ identityFile }: DecryptionKeys): Promise<string[]> {
  if (identityFile === undefined) return [];
  const lines = (await readFile(identityFile, "utf8")).split(/\r?\n/).map((line) => line.trim());
  const identities = lines.filter((line) => line !== "" && !line.startsWith("#"));
  if (identities.length === 0 || !identities.every((line) => line.startsWith("AGE-SECRET-KEY-")))
    throw new Error(`${identityFile} is not a file with age identities, as age-keygen writes it.`);
  return identities;
}

/** The first bytes of a stream, and a stream that still contains them. */
async function peek(source: Readable, length: number): Promise<{ start: Buffer; stream: Readable }> {
  const chunks = source[Symbol.asyncIterator]();
  let start: Buffer = Buffer.alloc(0);
  while (start.length < length) {
    const next: IteratorResult<Buffer> = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* all() {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { start: start.subarray(0, length), stream: Readable.from(all(), { objectMode: false }) };
}
