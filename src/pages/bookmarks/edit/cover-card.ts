import { html } from "ghtml";
import { button } from "../../design/button.ts";
import { card } from "../../design/card.ts";
import { alert } from "../../design/notice.ts";
import type { View } from "../../design/view.ts";
import { coverPicture } from "./cover-picture.ts";

interface CoverCard {
  /** The address of the cover; empty for none. */
  readonly cover: string;
  readonly baseUrl: string;
  /** Where the form sends the file; with `/remove`, where the cover is removed. */
  readonly action: string;
  readonly csrf: string;
  /** Why the last file was rejected. */
  readonly error?: string | undefined;
}

/** The cover with a form to upload another one, and a button to remove it. The token is the first field of the form. */
export function coverCard({ texts }: View, { cover, baseUrl, action, csrf, error }: CoverCard): string {
  const { edit } = texts;
  return card(
    { id: "cover", title: edit.cover },
    html`!${error === undefined ? "" : alert(html`${texts.translate(error)}`)}
!${cover === "" ? html`<p>${edit.noCover}</p>` : coverPicture(cover, baseUrl)}
<form class="upload" method="post" action="${action}" enctype="multipart/form-data">
!${csrf}
<div class="field"><label for="cover-file">${edit.coverFile}</label>
<input id="cover-file" name="cover" type="file" accept="image/png,image/jpeg,image/gif" required aria-describedby="cover-hint">
<p class="hint" id="cover-hint">${edit.coverHint}</p></div>
!${button(edit.upload, "secondary")}
</form>
!${
      cover === ""
        ? ""
        : html`<form method="post" action="${action}/remove">
!${csrf}
!${button(edit.removeCover, "secondary")}
</form>`
    }`,
  );
}
