import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Medium } from "../../../library/item-content.ts";
import * as itemCover from "../../../library/items/cover.ts";
import type { Item } from "../../../library/items/item.ts";
import * as items from "../../../library/items/items.ts";
import * as lookup from "../../../library/items/lookup.ts";
import * as library from "../../../library/library.ts";
import { ITEMS } from "../../design/paths.ts";
import { keepsDrafts, keepTyped } from "../../forms/drafts.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import type { Dependencies } from "../dependencies.ts";
import { registerUploadForms, withUploadedFile } from "../upload-forms.ts";
import { COVER } from "./item.ts";
import { typedIn } from "./typed-fields.ts";

/** Serves the forms that upload and remove the cover of a bookmark. */
export async function serveItemCover(scope: FastifyInstance, { context, uploads }: Dependencies): Promise<void> {
  const { database, clock, config } = context;
  const options = { baseUrl: config.baseUrl, maxBytes: config.accountQuota };

  await registerUploadForms(scope, (uploading) => {
    uploading.post("/items/:id/cover", keepsDrafts(COVER, "#cover"), async (request, reply) => {
      const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
      const before = await lookup.getWritable(database, accountId, id);
      await withUploadedFile(uploads, request, reply, "cover", (file) =>
        itemCover.upload(database, clock, accountId, id, file, options),
      );
      return redirect(reply, { path: await pageWith(request, reply, before), notice: "edit-cover-saved" });
    });
  });

  scope.post("/items/:id/cover/remove", keepsDrafts("/cover/remove", "#cover"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const { account_id: ownerId } = await lookup.getWritable(database, accountId, id);
    const ifVersion = await library.versionOf(database, ownerId);
    const item = await lookup.getWritable(database, accountId, id);
    const path = () => pageWith(request, reply, item);
    if (item.cover === "") return redirect(reply, { path: await path(), notice: "unchanged" });
    const media: Medium[] = JSON.parse(item.media);
    const change = { cover: "", media: media.filter(({ link }) => link !== item.cover) };
    await items.update(database, clock, accountId, id, change, { maxBytes: config.accountQuota, ifVersion });
    return redirect(reply, { path: await path(), notice: "edit-cover-removed" });
  });
}

/** The address of the page of a bookmark with what was typed elsewhere on it. */
async function pageWith(request: FastifyRequest, reply: FastifyReply, item: Item): Promise<string> {
  return keepTyped(request, reply, `${ITEMS}/${item.id}#cover`, typedIn(request, item));
}
