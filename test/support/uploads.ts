import { once } from "node:events";
import type { Test } from "tap";
import { open } from "#contract/test/raw";
import { ANY_PACE } from "#contract/test/uploads";
import { type EncodedForm, formOf, pageFormOf } from "../../harness/forms.ts";
import { pngOf } from "../../harness/pictures.ts";
import { openApp, type TestApp } from "./app.ts";
import { createPerson } from "./people.ts";

/** A request that uploads a file. */
interface Upload {
  readonly method: string;
  /** `:id` stands for the id of a collection and of an item of the person. */
  readonly path: string;
  readonly form: EncodedForm;
}

/** The cover of a collection. */
export const COVER: Upload = {
  method: "PUT",
  path: "/rest/v1/collection/:id/cover",
  form: await formOf({ bytes: await pngOf(1, 1, "#ff0000") }),
};

/** The cover of an item. */
export const ITEM_COVER: Upload = { ...COVER, path: "/rest/v1/raindrop/:id/cover" };

/** A file of an item. */
export const ITEM_FILE: Upload = {
  method: "PUT",
  path: "/rest/v1/raindrop/file",
  form: await formOf({ bytes: Buffer.from("Nothing new.\n"), field: "file", name: "news.txt" }),
};

/** The copy of a page. */
export const COPY: Upload = {
  method: "POST",
  path: "/rest/v1/copies",
  form: await pageFormOf("<p>Text", { url: "https://example.com/" }),
};

/** A file of bookmarks. */
export const BOOKMARKS: Upload = {
  method: "POST",
  path: "/rest/v1/import/file",
  form: await formOf({ bytes: Buffer.from("https://example.com/\n"), field: "import" }),
};

/** Settings with which the header `X-Forwarded-For` sets the client's address, and so its network. */
export const PROXY = { TRUST_PROXY: "127.0.0.1" };

/** Starts a server, with what `prepareUploads` returns. */
export async function openUploads(t: Test, uploadPace = ANY_PACE, upload = COVER) {
  const app = await openApp(t, PROXY, { uploadPace });
  return { ...app, ...(await prepareUploads(t, app, upload)) };
}

/**
 * Adds a person with a collection and an item to a server with the settings `PROXY`. Returns functions with which the
 * person uploads the cover of the collection, or another file, from an IP address, `network`.
 */
export async function prepareUploads(t: Test, app: TestApp, upload = COVER, name = "Ann") {
  const { method, form } = upload;
  const { token } = await createPerson(app, name);
  const authorization = `Bearer ${token}`;
  const create = async (what: string, body: object) => {
    const created = await app.send("POST", `/rest/v1/${what}`, { headers: { authorization }, body });
    // The response was checked against the contract, which has this shape for 200.
    return (created.body as { item: { _id: number } }).item._id;
  };
  const collection = await create("collection", { title: "Books" });
  const item = await create("raindrop", { link: "https://example.com/" });
  const path = upload.path.replace(":id", String(upload.path.includes("raindrop") ? item : collection));
  const headersFrom = (network: string) => ({ ...form.headers, authorization, "x-forwarded-for": network });
  return {
    upload: (network: string) => app.send(method, path, { headers: headersFrom(network), body: form.body }),
    /** Begins an upload and sends the first half of its body. */
    begin: (network: string) => {
      const socket = open(app.base);
      t.teardown(() => socket.destroy());
      socket.on("error", () => {});
      const lines = Object.entries(headersFrom(network)).map(([name, value]) => `${name}: ${value}\r\n`);
      const length = `content-length: ${form.body.length}\r\n`;
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\n${lines.join("")}${length}\r\n`);
      const half = form.body.length / 2;
      socket.write(form.body.subarray(0, half));
      let received = "";
      socket.on("data", (bytes) => {
        received += bytes;
      });
      return {
        socket,
        received: () => received,
        /** Sends the second half, and waits for the first bytes of the response. */
        finish: async () => {
          socket.write(form.body.subarray(half));
          await once(socket, "data");
        },
      };
    },
  };
}
