// What the parts of the panel share.

export const panel = document.getElementById("panel");
export const parts = document.getElementById("panel-parts");
export const texts = JSON.parse(parts?.dataset.texts ?? "{}");

export const state = {
  /**
   * What the panel shows; undefined while it is closed. By the names of fields, `stored` has the values of the server,
   * `rejected` the values that it did not accept, and `conflicts` the fields that were changed elsewhere too.
   */
  item: undefined,
  /** The number of requests and other work whose end is not known. */
  running: 0,
  /** Whether the page is about to be left. */
  isHiding: false,
};

export const timers = {};

/** The form of the bookmark on its page, or in the panel; null if there is none. */
export function formIn({ document: root }) {
  const { path } = state.item;
  return root.querySelector(`main > form[action="${path}"], #panel > form[action="${path}"]`);
}

export function form() {
  return formIn({ document });
}

export function say(text) {
  panel.querySelector(".panel-state").textContent = text;
}

/** Counts as unsaved until some work has ended. */
export async function run(work) {
  state.running++;
  try {
    return await work;
  } finally {
    state.running--;
  }
}
