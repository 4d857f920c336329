import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { checkerOf } from "#contract/request/validation";
import * as access from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as collections from "../../../library/collections/collections.ts";
import * as covers from "../../../library/collections/covers.ts";
import { moveAmongSiblings } from "../../../library/collections/siblings.ts";
import { valuesIn } from "../../design/form-state.ts";
import { COLLECTIONS } from "../../design/paths.ts";
import { sentFields } from "../../forms/draft.ts";
import { KEEPS_DRAFTS, keepsDrafts, keepTyped, shownForm, takeDraft, typedValues } from "../../forms/drafts.ts";
import { assertAll, submitForm } from "../../forms/form-submission.ts";
import { idParameter } from "../../forms/id-parameter.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { NO_CHOICES, readChoices, resolveName, typedName } from "../choices.ts";
import type { Dependencies } from "../dependencies.ts";
import { forgetView } from "../remembered.ts";
import { registerUploadForms, withUploadedFile } from "../upload-forms.ts";
import { checkFields } from "./check-fields.ts";
import {
  allowedChange,
  collectionConstraints,
  collectionIn,
  collectionValues,
  collectionVersion,
  isStored,
  typedInCollection,
  typedInMerge,
} from "./collection-form.ts";
import { sendCollectionPage } from "./collection-page.ts";
import { writeIfUnchanged } from "./unchanged.ts";

/** The end of the path of the form that merges a collection. */
const MERGE = "/merge";

/** Sends the page of the collection that the path names, to people who may change it. */
async function showCollection(
  { context, collections: contract }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id: accountId } = getSignedInUser(request);
  const collection = await access.getWritable(context.database, accountId, idParameter(request));
  const { id, level, parent_id: parentId } = collection;
  const target = typedValues(request);
  const form = shownForm(request, collectionValues(collection));
  const merge = { to: target.to, failure: takeDraft(request, MERGE)?.failure };
  const selected = form.values.parent ?? String(parentId ?? "");
  const choose = async (choice: Omit<Choice, "level">, typed: string) =>
    level === access.OWNER ? readChoices(context, accountId, { level, ...choice }, typed) : NO_CHOICES;
  return sendCollectionPage(request, reply, {
    collection,
    parents: await choose({ outside: id, selected }, typedName(form.values, "parent")),
    targets: await choose({ without: id, selected: target.to }, typedName(target, "to")),
    baseUrl: context.config.baseUrl,
    constraints: collectionConstraints(contract),
    form,
    merge,
    coverError: takeDraft(request, "/cover")?.failure,
  });
}

/** Serves the page on which a collection is changed: its fields, its cover, and its place among its siblings. */
export async function serveCollection(scope: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { context, collections: contract } = dependencies;
  const { database, clock, config } = context;
  const maxBytes = config.accountQuota;
  const checkChange = checkerOf(contract, "CollectionChange");

  scope.get("/collections/:id", async (request, reply) => showCollection(dependencies, request, reply));

  scope.post("/collections/:id", KEEPS_DRAFTS, async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    return submitForm(request, reply, async (sent) => {
      const before = await access.getWritable(database, accountId, id);
      const choice: Choice = { level: access.OWNER, outside: id };
      const values = await resolveName(context, accountId, choice, sent, "parent");
      const { title = "", description = "" } = values;
      await assertAll(
        () => checkFields(() => checkChange({ title, description })),
        () => void collectionIn(values),
      );
      const change = allowedChange(values, before);
      const keep = () => keepTyped(request, reply, `${COLLECTIONS}/${id}`, typedInMerge(sent), { part: MERGE });
      if (isStored(change, before)) return { path: await keep(), notice: "unchanged" };
      await writeIfUnchanged(
        context,
        {
          ownerId: before.account_id,
          isUnchanged: async () =>
            collectionVersion(await access.getWritable(database, accountId, id)) === values.version,
        },
        (ifVersion) => collections.update(database, clock, accountId, id, change, { ifVersion, maxBytes }),
      );
      if (change.view !== before.view) forgetView(request, reply, id);
      return { path: await keep(), notice: "edit-saved" };
    });
  });

  scope.post("/collections/:id/move", keepsDrafts("/move", "#order"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const direction = valuesIn(request.body).direction === "up" ? "up" : "down";
    const before = await access.getOwned(database, accountId, id);
    const hasMoved = await moveAmongSiblings(database, clock, accountId, id, direction);
    const atEnd = direction === "up" ? "edit-collection-first" : "edit-collection-last";
    return redirect(reply, {
      path: await pageWith(request, reply, before, "#order"),
      notice: hasMoved ? "edit-collection-moved" : atEnd,
    });
  });

  await serveCover(scope, dependencies);
}

/** Serves the forms that upload and remove the cover of a collection. */
async function serveCover(scope: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { context, uploads } = dependencies;
  const { database, clock, config } = context;
  const options = { maxBytes: config.accountQuota };

  await registerUploadForms(scope, (uploading) => {
    uploading.post("/collections/:id/cover", keepsDrafts("/cover", "#cover"), async (request, reply) => {
      const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
      const before = await access.getWritable(database, accountId, id);
      await withUploadedFile(uploads, request, reply, "cover", (file) =>
        covers.upload(database, clock, accountId, id, file, options),
      );
      return redirect(reply, { path: await pageWith(request, reply, before, "#cover"), notice: "edit-cover-saved" });
    });
  });

  scope.post("/collections/:id/cover/remove", keepsDrafts("/cover/remove", "#cover"), async (request, reply) => {
    const [{ id: accountId }, id] = [getSignedInUser(request), idParameter(request)];
    const before = await access.getWritable(database, accountId, id);
    const path = () => pageWith(request, reply, before, "#cover");
    if (before.cover === "[]") return redirect(reply, { path: await path(), notice: "unchanged" });
    await collections.update(database, clock, accountId, id, { cover: [] }, options);
    return redirect(reply, { path: await path(), notice: "edit-cover-removed" });
  });
}

/** The address of the page of a collection with what was typed elsewhere on it. */
async function pageWith(
  request: FastifyRequest,
  reply: FastifyReply,
  collection: access.VisibleCollection,
  fragment: string,
): Promise<string> {
  const values = valuesIn(sentFields(request));
  const typed = { ...typedInCollection(values, collection), ...typedInMerge(values) };
  return keepTyped(request, reply, `${COLLECTIONS}/${collection.id}${fragment}`, typed, { part: MERGE });
}
