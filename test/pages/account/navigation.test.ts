import t from "tap";
import { openPageClient, signIn } from "../../../harness/page-client.ts";
import { openApp } from "../../support/app.ts";
import { createPerson, setLevel } from "../../support/people.ts";

const OWN = ["profile", "sessions", "access", "api-keys", "webhooks", "reminders", "data"];
const ADMINISTRATION = ["users", "audit", "server"];

/** The pages that the navigation of an account links to, and which it marks. */
function navigationIn(text: string) {
  const [navigation = ""] = /<nav class="sections".*?<\/nav>/s.exec(text) ?? [];
  const links = [...navigation.matchAll(/<a href="\/account\/([\w-]+)"(?: aria-current="(\w+)")?>/g)];
  return {
    pages: links.map(([, page]) => page),
    current: links.flatMap(([, page, current]) => (current === undefined ? [] : [`${page} ${current}`])),
  };
}

/** The pages of the account that its menu links to. */
function pagesInMenu(text: string) {
  const [menu = ""] = /<details class="menu account".*?<\/details>/s.exec(text) ?? [];
  return [...menu.matchAll(/<li><a href="\/account\/([\w-]+)"/g)].map(([, page]) => page);
}

t.test("each page of the account links to the others, and marks itself", async (t) => {
  const app = await openApp(t);
  const client = await signIn(app.base, await createPerson(app, "Ann"));
  for (const page of OWN)
    t.same(navigationIn((await client.get(`/account/${page}`)).text), { pages: OWN, current: [`${page} page`] });
  t.same(pagesInMenu((await client.get("/bookmarks")).text), OWN);
  t.same(navigationIn((await client.get("/account/profile/password")).text).current, ["profile true"]);
  t.same(navigationIn((await client.get("/account/sessions?before=5")).text).current, ["sessions page"]);
  for (const path of ["/bookmarks", "/products", "/"]) t.same(navigationIn((await client.get(path)).text).pages, []);
  t.same(navigationIn((await openPageClient(app.base).get("/account/sign-in")).text).pages, []);
  client.jar.set("triptych_language", "de");
  t.match((await client.get("/account/access")).text, 'aria-current="page">Zugänge</a>');
});

t.test("administrators have the pages of the administration besides", async (t) => {
  const app = await openApp(t);
  const ann = await createPerson(app, "Ann");
  for (const level of [2, 3, 4] as const) {
    await setLevel(app, ann.id, level);
    const { text } = await (await signIn(app.base, ann)).get("/account/data");
    const expected = level === 4 ? [...OWN, ...ADMINISTRATION] : OWN;
    t.same(navigationIn(text).pages, expected, `level ${level}`);
    t.same(pagesInMenu(text), expected, `level ${level}`);
  }
  const client = await signIn(app.base, ann);
  for (const page of ADMINISTRATION)
    t.same(navigationIn((await client.get(`/account/${page}`)).text).current, [`${page} page`]);
  t.same(navigationIn((await client.get(`/account/users/${ann.id}`)).text).current, ["users true"]);
});
