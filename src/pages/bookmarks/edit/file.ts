import type { FastifyInstance } from "fastify";
import { sendDownload } from "#contract/response/download";
import * as itemFile from "../../../library/items/file.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Dependencies } from "../dependencies.ts";

/** Serves the uploaded files of bookmarks, to be saved: no browser shows what somebody has uploaded. */
export function serveItemFiles(scope: FastifyInstance, { context }: Dependencies): void {
  scope.get("/items/:id/file", async (request, reply) => {
    const file = await itemFile.get(context.database, getSignedInUser(request).id, idParameter(request));
    return sendDownload(request, reply, {
      name: file.name,
      type: "application/octet-stream",
      content: { bytes: file.content },
    });
  });
}
