import type { IncomingHttpHeaders } from "node:http";
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
import { request } from "../../network/request.ts";
import type { S3Config } from "../../settings/config.ts";
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

/** Limits of the requests of a client. */
interface Limits {
  /** Milliseconds from the DNS query to the last byte of the response. */
  readonly timeout: number;
  /** Milliseconds without any data in either direction. */
  readonly idleTimeout: number;
  /** Maximum bytes of a response. */
  readonly maxBytes: number;
}

/** The part of a request of the AWS SDK that is sent. */
interface SdkRequest {
  readonly method: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A `requestHandler` of the AWS SDK that sends its requests within limits. */
function requestHandler({ timeout, idleTimeout, maxBytes }: Limits) {
  return {
    async handle(sent: SdkRequest, { abortSignal }: { readonly abortSignal?: AbortSignal } = {}) {
      const { method, headers, body } = sent;
      if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array)) {
        throw new TypeError("A request to S3 has a body that is neither text nor bytes.");
      }
      const response = await request(toUrl(sent), {
        method,
        headers,
        body: body === "" ? undefined : body,
        timeout,
        idleTimeout,
        maxBytes,
        signal: abortSignal,
      });
      return {
        response: { statusCode: response.status, headers: toHeaders(response.headers), body: response.body },
      };
    },
  };
}

function toUrl({ protocol, hostname, port, path, query }: SdkRequest): URL {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => (value === null ? encode(name) : `${encode(name)}=${encode(value)}`)),
  );
  const authority = port === undefined ? hostname : `${hostname}:${port}`;
  return new URL(`${protocol}//${authority}${path}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`);
}

/** As the signature of AWS encodes: all but unreserved characters (RFC 3986, section 2.3). */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function toHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value = ""]) => [name, [value].flat().join(", ")]);
  return Object.fromEntries(pairs);
}
