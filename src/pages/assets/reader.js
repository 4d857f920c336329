// Shows the form that highlights the selected text of an article. The server finds the text by its letters, so the
// position counts those before it, without white space.

const article = document.querySelector("[data-reader]");
const form = document.querySelector("[data-highlighter]");

/** Maximum characters of a highlight. */
const MAX_TEXT = 10_000;

/** The selected text and its position; undefined without one in the article. */
function selected() {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  const text = selection.toString().trim();
  if (!article.contains(range.commonAncestorContainer) || text === "" || text.length > MAX_TEXT) return undefined;
  const before = document.createRange();
  before.setStart(article, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return { text, position: before.toString().replace(/\s+/g, "").length };
}

/** Shows or hides the form, and fills it. */
function showForm() {
  const found = selected();
  form.hidden = found === undefined;
  if (found === undefined) return;
  form.elements.namedItem("text").value = found.text;
  form.elements.namedItem("position").value = found.position;
}

if (article !== null && form !== null) {
  document.addEventListener("selectionchange", showForm);
  // Text may have been selected before this script was there.
  showForm();
  // A press on a button would end the selection.
  form.addEventListener("pointerdown", (event) => event.preventDefault());
}
