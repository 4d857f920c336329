import type { FastifyInstance } from "fastify";
import { html } from "ghtml";
import { OWNER } from "../../../library/access.ts";
import type { Choice } from "../../../library/collections/choices.ts";
import * as itemFile from "../../../library/items/file.ts";
import { actions, button, buttonLink } from "../../design/button.ts";
import { errorAttributes, errorText, select } from "../../design/field.ts";
import { errorSummary, valuesIn } from "../../design/form-state.ts";
import { PAGE_FORM, POST_FORM } from "../../design/page-form.ts";
import { BOOKMARKS, UPLOAD } from "../../design/paths.ts";
import { csrfField } from "../../forms/csrf.ts";
import { KEEPS_DRAFTS, shownForm } from "../../forms/drafts.ts";
import { textFieldsOf } from "../../forms/form-text.ts";
import { redirect } from "../../forms/notices.ts";
import { getSignedInUser } from "../../forms/session.ts";
import { nameField, readChoices, resolveName, typedName } from "../choices.ts";
import { placeOptions } from "../collection-options.ts";
import type { Dependencies } from "../dependencies.ts";
import { EDIT_HEAD } from "../head.ts";
import { sendBookmarkPage } from "../undo-notice.ts";
import { notEmpty, registerUploadForms } from "../upload-forms.ts";
import { toPlaceId } from "./item-fields.ts";
import { listAfter } from "./list-after.ts";

const MIB = 1024 * 1024;

/** Serves the form that uploads a file as a new bookmark, which lists send too when files are dropped on them. */
export async function serveUpload(scope: FastifyInstance, { context, uploads }: Dependencies): Promise<void> {
  const { database, clock, config } = context;
  const path = UPLOAD.slice(BOOKMARKS.length);
  const options = {
    itemAddress: `${config.baseUrl}/rest/v1/raindrop/`,
    maxBytes: config.accountQuota,
    isUndoable: true,
  };
  // An uploaded file belongs to who uploads it, and so does its collection.
  const choice: Choice = { level: OWNER };

  scope.get(path, async (request, reply) => {
    const { values, errors } = shownForm(request, valuesIn(request.query));
    const { id } = getSignedInUser(request);
    const offered = { ...choice, selected: values.collection };
    const choices = await readChoices(context, id, offered, typedName(values, "collection"));
    return sendBookmarkPage(request, reply, ({ texts }) => {
      const { adding } = texts.edit;
      const form = { texts, labels: adding.fields, constraints: {}, values, errors };
      const hint = adding.fileHint(uploads.maxFile / MIB);
      const places = placeOptions(choices, texts, { selected: values.collection ?? "", isOwn: true });
      return {
        title: adding.upload,
        head: EDIT_HEAD,
        form: POST_FORM,
        content: html`<form class="card edit" id="${PAGE_FORM}" method="post" action="${UPLOAD}" enctype="multipart/form-data">
!${errorSummary(form)}
!${csrfField(request, reply)}
!${select(form, "collection", places)}
!${nameField(texts, "collection", choices)}
<div class="field"><label for="file">${adding.fields.file}</label>
<input id="file" name="file" type="file" required!${errorAttributes(form, "file", hint)}>
<p class="hint" id="file-hint">${hint}</p>
!${errorText(form, "file")}</div>
!${actions(button(adding.uploadFile), buttonLink(BOOKMARKS, texts.form.cancel, "secondary"))}
</form>`,
      };
    });
  });

  const register = (uploading: FastifyInstance) => {
    uploading.post(path, KEEPS_DRAFTS, async (request, reply) => {
      const { id: accountId } = getSignedInUser(request);
      const values = await resolveName(context, accountId, choice, textFieldsOf(request), "collection");
      const placeId = toPlaceId(values.collection);
      const { step } = await uploads.streamTo(request, { field: "file", maxBytes: uploads.maxFile }, (form) => {
        const file: itemFile.NewFile = {
          content: notEmpty(form.content()),
          placeId,
          get name() {
            return form.name;
          },
        };
        return itemFile.upload(database, clock, accountId, file, options);
      });
      return redirect(reply, { path: listAfter(values, placeId), notice: "edit-uploaded", step });
    });
  };
  await registerUploadForms(scope, register, { maxBytes: uploads.maxFile });
}
