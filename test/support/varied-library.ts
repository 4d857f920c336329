import type { LibraryOwner } from "./library.ts";

/** Adds collections and items, some with texts that are hard to show. Returns the ids of collections. */
export async function addVariedItems({ addCollection, addItem, call }: LibraryOwner) {
  const { _id: development } = await addCollection("Development", undefined, { description: "What I read for work." });
  const { _id: databases } = await addCollection("Databases", development);
  const { _id: recipes } = await addCollection("وصفات طبخ", undefined, { view: "grid" });
  await addCollection("x".repeat(80), databases);
  await addItem(databases, {
    title: "Write-ahead logging",
    link: "https://www.sqlite.example/wal.html",
    excerpt: "The default method by which SQLite implements atomic commit and rollback is a rollback journal.",
    note: "Read again before the talk.",
    tags: ["databases", "to read"],
    important: true,
    highlights: [{ text: "Readers do not block writers and a writer does not block readers.", note: "The point." }],
  });
  await addItem(databases, { title: "y".repeat(200), link: `https://example.com/${"z".repeat(300)}`, broken: true });
  const titles = ["Flat bread", "A soup for winter", "How to keep herbs fresh for longer", "Tea"];
  for (const title of titles) {
    const link = `https://${title.toLowerCase().replaceAll(" ", "-")}.example.com/`;
    await addItem(recipes, { title, link, excerpt: `All about it: ${title}.`, tags: ["food"] });
  }
  await addItem(-1, { title: "عنوان من اليمين إلى اليسار", type: "article" });
  const { _id: old } = await addItem(-1, { title: "An old page" });
  await call("DELETE", `/raindrop/${old}`);
  return { development, databases, recipes };
}
