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
import type { S3Config } from "../../config.ts";
import type { StoredFile, Target } from "./storage.ts";

/** Parts are in memory while they are sent. An upload has at most 10,000, so a backup at most 156 GiB. */
const PART_BYTES = 16 * 1024 * 1024;

/** Parts that are sent at the same time. */
const PARALLEL_PARTS = 2;

/** Milliseconds to connect, and without any data from the server. */
const CONNECTION_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;

/** Opens `s3://bucket/prefix/`. */
export function openBucket(location: string, config: S3Config): Target {
  const { hostname: Bucket, pathname } = new URL(location);
  const folder = pathname.replace(/^\/+|\/+$/g, "");
  const prefix = folder === "" ? "" : `${decodeURIComponent(folder)}/`;
  const client = createClient(config);
  return {
    location,
    list: () => list(client, Bucket, prefix),
    write: (name, content) => write(client, { Bucket, Key: prefix + name }, content),
    read: (name) => read(client, { Bucket, Key: prefix + name }),
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
    removePartial: (installation) => abortUploads(client, Bucket, `${prefix}triptych-${installation}-`),
  };
}

function createClient({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    region,
    // Servers other than AWS seldom have a host name for each bucket, or the newest checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Otherwise the client looks for credentials as the AWS command line does.
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
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
