import type { Test } from "tap";
import { signIn } from "../../harness/page-client.ts";
import { openLibrary } from "./library.ts";

/** Starts a server with Ann and Bob, who have libraries and are signed in. */
export async function openBookmarks(t: Test, settings: Readonly<Record<string, string>> = {}) {
  const opened = await openLibrary(t, settings);
  const { app, ann, bob } = opened;
  return { ...opened, annPages: await signIn(app.base, ann), bobPages: await signIn(app.base, bob) };
}

/** The titles of the listed items, in their order. */
export function titlesIn(page: string): string[] {
  return [...page.matchAll(/<h2 class="item-title"><[^>]+>(.*?)<\/(?:a|span)><\/h2>/g)].map(([, title = ""]) =>
    title.replaceAll(/<\/?mark>/g, ""),
  );
}
