import { readFile } from "node:fs/promises";
import t from "tap";
import { openRecipes } from "../../support/shared-pages.ts";

const PICTURE = new URL("../../../scripts/fuzz/pictures/cover.png", import.meta.url);

t.test("uploadCover, uploadItemCover: members change covers of a shared collection, viewers don't", async (t) => {
  const { app, ann, bob, recipes, shareWithBob } = await openRecipes(t);
  const { _id: item } = await ann.addItem(recipes);
  const upload = async (path: string) => {
    const form = new FormData();
    form.set("cover", new Blob([await readFile(PICTURE)], { type: "image/png" }), "cover.png");
    const headers = { authorization: `Bearer ${bob.token}` };
    return (await fetch(`${app.base}/rest/v1${path}`, { method: "PUT", headers, body: form })).status;
  };
  const paths = [`/collection/${recipes}/cover`, `/raindrop/${item}/cover`];
  for (const [role, status] of [["viewer", 403] as const, ["member", 200] as const]) {
    await shareWithBob(role);
    for (const path of paths) t.equal(await upload(path), status, `${role} ${path}`);
  }
  const { cover } = (await ann.call("GET", `/collection/${recipes}`)).item;
  t.equal(cover.length, 1, "the owner sees it");
});
