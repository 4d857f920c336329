import { html } from "ghtml";
import type { Problem } from "#contract/failure";
import { pathOfPicture, pictureAt } from "../../../library/covers/picture-address.ts";
import { actions } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { alert } from "../../design/notice.ts";
import { PAGE_FORM, sendsPageFormTo } from "../../design/page-form.ts";
import type { View } from "../../design/view.ts";

interface CoverCard {
  /** The address of the cover; empty for none. */
  readonly cover: string;
  readonly baseUrl: string;
  /** Where the form sends the file; with `/remove`, where the cover is removed. */
  readonly action: string;
  /** Why the last file was rejected. */
  readonly error?: Problem | undefined;
}

/**
 * The cover with a field to upload another one, and a button to remove it. They belong to the form of the page, whose
 * first field is its token: it must arrive before the file.
 */
export function coverCard({ texts }: View, { cover, baseUrl, action, error }: CoverCard): string {
  const { edit } = texts;
  return card(
    { id: "cover", title: edit.cover },
    html`!${error === undefined ? "" : alert(html`${texts.translate(error)}`)}
!${cover === "" ? html`<p>${edit.noCover}</p>` : coverPicture(cover, baseUrl)}
<div class="upload">
<div class="field"><label for="cover-file">${edit.coverFile}</label>
<input id="cover-file" name="cover" type="file" form="${PAGE_FORM}" accept="image/png,image/jpeg,image/gif,image/webp" aria-describedby="cover-hint">
<p class="hint" id="cover-hint">${edit.coverHint}</p></div>
!${actions(
      html`<button class="secondary"!${sendsPageFormTo(action)} formenctype="multipart/form-data">${edit.upload}</button>`,
      ...(cover === ""
        ? []
        : [html`<button class="secondary"!${sendsPageFormTo(`${action}/remove`)}>${edit.removeCover}</button>`]),
    )}
</div>`,
  );
}

/** A cover, as a picture or, if another server has it, as its address. */
function coverPicture(cover: string, baseUrl: string): string {
  const id = pictureAt(cover, baseUrl);
  return id === undefined
    ? html`<p class="hint" dir="auto">${cover}</p>`
    : html`<img class="cover" src="${pathOfPicture(id)}" alt="">`;
}
