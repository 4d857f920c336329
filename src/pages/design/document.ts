import { html } from "ghtml";
import { documentStart } from "./document-start.ts";
import { footer } from "./footer.ts";
import { header } from "./header.ts";
import { enterButton, type PageForm } from "./page-form.ts";
import type { View } from "./view.ts";

/** What is specific to a page. `head`, `actions` and `content` are markup; the other texts are not. */
export interface Page {
  readonly title: string;
  /** A sentence below the heading, as markup. */
  readonly lead?: string;
  /** Buttons beside the heading. */
  readonly actions?: string;
  readonly content: string;
  /** Style sheets and scripts of the page, besides those of all pages. */
  readonly head?: string;
  /** The language of the content if it differs from that of the header, such as `en`. */
  readonly language?: "en";
  /** Set if the title is text of a user, which may run from right to left. */
  readonly isUserText?: boolean;
  /** The form to which the text fields of the content belong. Its id is `PAGE_FORM`. */
  readonly form?: PageForm;
  /** Set for a page that keeps more than a draft has room for: it has no buttons that load it again. */
  readonly hasNoChoices?: boolean;
}

/**
 * The HTML document of a page: head, skip link, header, heading, content and footer. All pages of the server are made
 * by it, so that they share the header and the styles.
 */
export function documentOf(view: View, page: Page): string {
  const { language, texts } = view;
  const { title, lead, actions = "", content, head = "", isUserText = false, form, hasNoChoices = false } = page;
  const direction = isUserText ? ' dir="auto"' : "";
  const contentLanguage = page.language ?? language;
  return html`!${documentStart(view, title, head)}
<body>
<a class="skip" href="#content">${texts.header.skip}</a>
!${header(view)}
<main id="content"!${contentLanguage === language ? "" : html` lang="${contentLanguage}"`}>
<div class="heading"><h1!${direction}>${title}</h1>!${actions}</div>
!${lead === undefined ? "" : html`<p class="lead">!${lead}</p>`}
!${form === undefined ? "" : enterButton(form)}!${content}
</main>
!${hasNoChoices ? "" : footer(view, form)}
</body>
</html>
`;
}
