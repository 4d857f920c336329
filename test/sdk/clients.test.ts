import sharp from "sharp";
import t from "tap";
import { pngOf } from "../../harness/pictures.ts";
import { CatalogueError, createUsersClient, UsersError } from "../../packages/sdk/src/triptych.ts";
import { loadContract } from "../../src/server/contracts.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { catalogueOf, clientOptions, collectionsOf, errorOf, usersOf } from "../support/clients.ts";
import { createPerson } from "../support/people.ts";
import { EVE, openUsers } from "../support/users.ts";

/** The ids of the operations that a server has logged, sorted and without duplicates. */
function operationsIn({ log }: TestApp): string[] {
  const operations = log.map((line) => JSON.parse(line).operation);
  return [...new Set(operations.filter((operation) => operation !== undefined))].sort();
}

function operationsOf(name: string): string[] {
  const contract = loadContract(name);
  return contract.operations.map(({ id }) => id).sort();
}

t.test("catalogue: a user registers, logs in and manages a product; every operation is called", async (t) => {
  const app = await openApp(t);
  const visitor = catalogueOf(app);
  const ada = { email: "ada@example.com", password: "Ada's long password" };
  t.strictSame(await visitor.registerUser({ name: "Ada", ...ada, date: "2026-01-01" }), { error: "", _id: "1" });
  const { data: token } = await visitor.loginUser(ada);

  const catalogue = catalogueOf(app, token);
  const { data: lamp, response } = await catalogue.createProduct({ name: "Lamp", price: 49.5 }).withResponse();
  t.match(lamp, { name: "Lamp", description: "", price: 49.5, inStock: true });
  t.equal(response.headers.get("location"), `/api/products/${lamp.id}`);
  t.strictSame(await visitor.getProduct(lamp.id), [lamp]);
  t.strictSame(await visitor.listProducts({ q: "LAMP", inStock: true }), [lamp]);
  t.strictSame(await visitor.listProducts({ inStock: false }), []);

  const tag = (await catalogue.getProduct(lamp.id).withResponse()).response.headers.get("etag") ?? "";
  const cheaper = await catalogue.updateProduct(lamp.id, { price: 40 }, { headers: { "If-Match": tag } });
  t.strictSame(cheaper, { ...lamp, price: 40 });
  const late = await errorOf(catalogue.deleteProduct(lamp.id, { headers: { "If-Match": tag } }), CatalogueError);
  t.equal(late.status, 412);
  t.strictSame(await catalogue.deleteProduct(lamp.id), cheaper);
  t.strictSame(await catalogue.listProducts(), []);
  t.strictSame(operationsIn(app), operationsOf("catalogue"));
});

t.test("users: an administrator creates, changes and deletes an account; every operation is called", async (t) => {
  const { app, key } = await openUsers(t, { USER_AGENT_POLICY: "contact" });
  const users = usersOf(app, key);
  const { email_address, password, password_confirmation, name } = EVE;
  const eve = { email_address, password, password_confirmation, name };
  const { data, response } = await users
    .createUser({ ...eve, locale: "sv", active: true, user_level: 3 })
    .withResponse();
  t.equal(data.status.message, "User Account was successfully created.");
  const id = Number(/(\d+)\.json$/.exec(response.headers.get("location") ?? "")?.[1]);
  t.match(await users.getUser(id), { id, name: "Eve", locale: "sv" });
  await users.putUser(id, { name: "Eva" });
  await users.patchUser(id, { locale: "en" });
  t.match(await users.getUser(id), { name: "Eva", locale: "en" });
  t.equal((await users.deleteUser(id)).status.message, "User Account was successfully deleted.");
  t.same(
    (await users.listUsers({ limit: 10 })).users.data.map(({ name }) => name),
    ["Ann", "Bob"],
  );
  t.strictSame(operationsIn(app), operationsOf("users"));

  const withoutUserAgent = createUsersClient({ ...clientOptions(app), key });
  t.match(await errorOf(withoutUserAgent.listUsers(), UsersError), { status: 400, message: /^Invalid User-Agent/ });
});

t.test("collections: a member manages items and collections; every operation is called", async (t) => {
  const app = await openApp(t);
  const { token } = await createPerson(app, "Ann");
  const collections = collectionsOf(app, token);
  const create = async (title: string, parent?: number) => {
    const { item } = await collections.createCollection({ title, ...(parent && { parent: { $id: parent } }) });
    return item._id;
  };
  const books = await create("Books");
  const novels = await create("Novels", books);
  t.match((await collections.listRootCollections()).items, [{ _id: books }]);
  t.match((await collections.listChildCollections()).items, [{ _id: novels, parent: { $id: books } }]);
  await collections.updateCollection(books, { public: true });
  t.equal(
    (await collectionsOf(app).getCollection(books)).item.access.level,
    1,
    "a visitor can read a public collection",
  );

  const { item } = await collections.createItem({ link: "https://example.com/", collection: { $id: novels } });
  await collections.createItems({ items: [{ link: "https://example.org/" }, { link: "https://example.net/" }] });
  t.match((await collections.updateItem(item._id, { tags: ["later"] })).item, { tags: ["later"] });
  t.match((await collections.getItem(item._id)).item, { tags: ["later"], collectionId: novels });
  t.equal((await collections.listItems(books, { nested: true, search: "LATER" })).count, 1);
  const table = await collections.exportItems(books, "csv", { nested: true });
  t.match(await table.text(), /^id,title,.*later/s);
  const links = await collections.exportItems(0, "txt", { ids: [item._id, 4711] });
  t.match(await links.text(), /^https:\S+\n$/);
  t.match(await collections.findLink({ url: "http://www.example.com" }), { result: true, id: item._id });
  t.equal(
    (await collections.findLinks({ urls: ["https://example.com/", "https://example.edu/"] })).duplicates.length,
    1,
  );
  t.same((await collections.suggestForLink({ link: "https://example.com/a" })).item.tags, ["later"]);
  t.same((await collections.suggestForItem(item._id)).item.tags, []);
  t.equal((await collections.parseLink({ url: "https://example.com/a" })).item.title, "a");
  t.match(await collections.getFilters(novels, { tagsSort: "_id" }), { total: { count: 1 }, notag: { count: 0 } });
  await collections.updateItem(item._id, { highlights: [{ text: "Read this" }] });
  t.match((await collections.listHighlights({ perpage: 1 })).items, [{ text: "Read this", raindropRef: item._id }]);
  t.same((await collections.listCollectionHighlights(novels, { page: 1 })).items, []);
  t.same((await collections.listTags()).items, [{ _id: "later", count: 1 }]);
  await collections.replaceTags({ tags: ["later"], replace: "soon" });
  t.same((await collections.listCollectionTags(novels)).items, [{ _id: "soon", count: 1 }]);
  await collections.replaceCollectionTags(novels, { tags: ["soon"], replace: "now" });
  t.same((await collections.listTags()).items, [{ _id: "now", count: 1 }]);
  await collections.deleteCollectionTags(books, { tags: ["now"] });
  t.equal((await collections.listTags()).items.length, 1, "the item is in another collection");
  await collections.deleteTags({ tags: ["now"] });
  t.same((await collections.listTags()).items, []);
  t.match(await (await collections.startBackup()).text(), "We will send you email");
  await app.context.backups.settled();
  const { _id: backup = "" } = (await collections.listBackups()).items[0] ?? {};
  t.match(await (await collections.downloadBackup(backup, "csv")).text(), "https://example.com/");
  t.equal((await collections.parseFile(new Blob(["https://example.com/"]))).count.duplicates, 1);
  t.equal((await collections.parseFileByPut(new Blob(["https://example.com/"]))).count.duplicates, 1);
  t.equal((await collections.updateItems(-1, { collection: { $id: books } })).modified, 2);
  t.equal((await collections.deleteItems(books, {}, { nested: true })).modified, 3);
  t.equal((await collections.deleteItem(item._id)).result, true);
  await collections.createItem({ link: "https://example.com/" });
  t.equal((await collections.deleteItems(-1)).modified, 1, "without a body: all items of the collection");
  await collections.emptyTrash();

  const spare = await create("Spare");
  t.equal((await collections.mergeCollections({ to: books, ids: [spare] })).modified, 1);
  await collections.updateCollections({ sort: "title" });
  t.equal((await collections.cleanCollections()).count, 2);
  const [one, two] = [await create("One"), await create("Two")];
  t.equal((await collections.deleteCollection(one)).result, true);
  t.equal((await collections.deleteCollections({ ids: [two] })).modified, 1);
  t.equal((await collections.getAccount()).user.fullName, "Ann");
  t.match((await collections.updateAccount({ config: { tags_hide: true } })).item.config, { tags_hide: true });
  t.equal((await collections.getUser("Ann")).user.email, "");
  t.same(
    (await collections.getStatistics()).items.map(({ count }) => count),
    [0, 0, 0],
  );

  const { items: steps } = await collections.listUndoSteps();
  t.match(steps[0], { operation: "deleteCollections", items: 0, collections: 1 });
  t.match(await collections.revertUndoStep(steps[0]?._id ?? 0), { collections: 1, skipped: { ids: [] } });
  t.equal((await collections.getCollection(two)).item.title, "Two");

  const bob = await createPerson(app, "Bob");
  const guest = collectionsOf(app, bob.token);
  const common = await create("Common");
  const { token: invitation } = await collections.shareCollection(common, { role: "viewer" });
  t.equal((await guest.joinCollection(common, { token: invitation })).role, "viewer");
  t.match((await guest.listCollaborators(common)).items, [{ role: "owner" }, { _id: bob.id, role: "viewer" }]);
  await collections.updateCollaborator(common, bob.id, { role: "member" });
  t.equal((await guest.getCollection(common)).item.access.level, 3);
  await collections.removeCollaborator(common, bob.id);
  await collections.unshareCollection(common);
  t.same((await guest.listRootCollections()).items, []);

  const red = new Blob([Uint8Array.from(await pngOf(40, 20, "#ff0000"))]);
  const covered = await create("Covered");
  const { item: cover } = await collections.uploadCover(covered, red);
  t.match(cover, { _id: covered, color: "#f80808" });
  const picture = await collectionsOf(app).getPicture(cover.cover[0]?.split("/").at(-1) ?? "");
  t.equal(picture.type, "image/webp");
  t.match(await sharp(await picture.arrayBuffer()).metadata(), { format: "webp", width: 40, height: 20 });

  const { item: bookmark } = await collections.createItem({ link: "https://example.com/" });
  const { item: illustrated } = await collections.uploadItemCover(bookmark._id, red);
  t.equal(illustrated.media[0]?.link, illustrated.cover);

  const { item: document } = await collections.uploadFile(new File(["# Notes"], "notes.md"), covered);
  t.match(document, { collectionId: covered, file: { name: "notes.md", size: 7, type: "text/markdown" } });
  t.equal(await (await collections.getFile(document._id)).text(), "# Notes");
  t.equal((await collections.getCopy(document._id)).link, document.link);
  const page = await collections.uploadCopy(new Blob(["<p>Text"]), "https://example.com/kept", "Kept");
  t.match(page, { item: { title: "Kept", cache: { status: "ready" } } });

  t.ok((await collections.listIcons()).items.length > 1);
  const [book] = (await collections.searchIcons("book")).items[0]?.icons ?? [];
  const icon = await collectionsOf(app).getIcon(book?.png.split("/").at(-1) ?? "");
  t.equal(icon.type, "image/png");

  t.strictSame(operationsIn(app), operationsOf("collections"));
});

t.test("the base URL may end with slashes", async (t) => {
  const app = await openApp(t);
  t.same(await catalogueOf({ base: `${app.base}//` }).listProducts(), []);
});
