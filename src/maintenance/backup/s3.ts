import { Readable, Transform } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { S3Config } from "../../settings/config.ts";
import { type Limits, requestHandler } from "./s3-requests.ts";
import type { StoredFile, Target } from "./storage.ts";

/** Parts are in memory while they are sent. An upload has at most 10,000, so a backup at most 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;

/** Parts that are sent at the same time. */
const PARALLEL_PARTS = 2;

const IDLE_TIMEOUT_MS = 60_000;

/** Of requests whose responses are small: lists of 1,000 names, and what the upload of a part returns. */
const REQUEST_LIMITS: Limits = { timeout: 600_000, idleTimeout: IDLE_TIMEOUT_MS, maxBytes: 16 * 1024 * 1024 };

/** Of the download of a backup. */
const DOWNLOAD_LIMITS: Limits = {
  timeout: 24 * 60 * 60 * 1000,
  idleTimeout: IDLE_TIMEOUT_MS,
  maxBytes: PART_BYTES * MAX_PARTS,
};

/** Opens `s3://bucket/prefix/`. */
export function openBucket(location: string, config: S3Config): Target {
  const { hostname: Bucket, pathname } = new URL(location);
  const folder = pathname.replace(/^\/+|\/+$/g, "");
  const prefix = folder === "" ? "" : `${decodeURIComponent(folder)}/`;
  const client = createClient(config, REQUEST_LIMITS);
  return {
    location,
    list: () => list(client, Bucket, prefix),
    write: (name, content) => write(client, { Bucket, Key: prefix + name }, content),
    read: (name) => read(createClient(config, DOWNLOAD_LIMITS), { Bucket, Key: prefix + name }),
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
    removePartial: (installation) => abortUploads(client, Bucket, `${prefix}triptych-${installation}-`),
  };
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config, limits: Limits): S3Client {
  return new S3Client({
    region,
    // Servers other than AWS seldom have a host name for each bucket, or the newest checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Otherwise the client looks for credentials as the AWS command line does.
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: requestHandler(limits),
    // `request` sends a body at once.
    expectContinueHeader: false,
  });
}

interface ObjectKey {
  readonly Bucket: string;
  readonly Key: string;
}

async function list(client: S3Client, Bucket: string, prefix: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: "/" }))
    for (const { Key = "", Size = 0 } of Contents) files.push({ name: Key.slice(prefix.length), size: Size });
  return files;
}

/** An object exists only once its upload is complete. If sending fails, the upload is aborted. */
async function write(client: S3Client, key: ObjectKey, content: Readable): Promise<number> {
  let size = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      size += chunk.length;
      callback(null, chunk);
    },
  });
  content.once("error", (error) => counted.destroy(error));
  const upload = new Upload({
    client,
    params: { ...key, Body: content.pipe(counted) },
    partSize: PART_BYTES,
    queueSize: PARALLEL_PARTS,
  });
  try {
    await upload.done();
    return size;
  } finally {
    content.destroy();
  }
}

async function read(client: S3Client, key: ObjectKey): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand(key));
  if (Body instanceof Readable) return Body;
  throw new Error(`s3://${key.Bucket}/${key.Key} is empty.`);
}

/** Aborts unfinished uploads, which nobody can read, but which use storage. */
async function abortUploads(client: S3Client, Bucket: string, prefix: string): Promise<void> {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }));
  for (const { Key, UploadId } of Uploads) {
    if (Key?.startsWith(prefix)) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }
}
