import type { FastifyInstance } from "fastify";
import * as library from "../../../collections/library.ts";
import * as itemCover from "../../../items/cover.ts";
import type { Medium } from "../../../items/item.ts";
import * as items from "../../../items/items.ts";
import * as lookup from "../../../items/lookup.ts";
import { keepsDrafts } from "../../account/drafts.ts";
import { idParameter } from "../../account/id-parameter.ts";
import { redirect } from "../../account/notices.ts";
import { getSignedInUser } from "../../account/session.ts";
import { ITEMS } from "../../paths.ts";
import type { Dependencies } from "../dependencies.ts";
import { registerUploadForms, withUploadedFile } from "../upload-forms.ts";
import { COVER } from "./item.ts";

/** Serves the forms that upload and remove the cover of a bookmark. */
export async function serveItemCover(scope: FastifyInstance, { context, uploads }: Dependencies): Promise<void> {
  const { database, clock, config } = context;
  const options = { baseUrl: config.baseUrl, maxBytes: config.accountQuota };

  await registerUploadForms(scope, (uploading) => {
    uploading.post("/items/:id/cover", keepsDrafts(COVER, "#cover"), async (request, reply) => {
      const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
      await lookup.getWritable(database, accountId, id);
      await withUploadedFile(uploads, request, reply, "cover", (file) =>
        itemCover.upload(database, clock, accountId, id, file, options),
      );
      return redirect(reply, { path: `${ITEMS}/${id}#cover`, notice: "edit-cover-saved" });
    });
  });

  scope.post("/items/:id/cover/remove", keepsDrafts("/cover/remove", "#cover"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { account_id: ownerId } = await lookup.getWritable(database, accountId, id);
    const ifVersion = await library.versionOf(database, ownerId);
    const item = await lookup.getWritable(database, accountId, id);
    if (item.cover === "") return redirect(reply, { path: `${ITEMS}/${id}#cover`, notice: "unchanged" });
    const media: Medium[] = JSON.parse(item.media);
    const change = { cover: "", media: media.filter(({ link }) => link !== item.cover) };
    await items.update(database, clock, accountId, id, change, { maxBytes: config.accountQuota, ifVersion });
    return redirect(reply, { path: `${ITEMS}/${id}#cover`, notice: "edit-cover-removed" });
  });
}
