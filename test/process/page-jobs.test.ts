import t from "tap";
import { openDatabase } from "../../src/database/database.ts";
import { sender } from "../support/app.ts";
import { migratedDatabaseUrl } from "../support/databases.ts";
import { registerAndLogIn } from "../support/people.ts";
import { startServer } from "../support/process.ts";
import { openSite, type SitePage } from "../support/site.ts";

const KILLS = 10;
const PAGES = 1_000;

const pause = () => new Promise((resolve) => setTimeout(resolve, 5));

t.test(`each page is read and applied once when the server is killed ${KILLS} times meanwhile`, async (t) => {
  const linkOf = (number: number) => `http://host${number}.example/`;
  const numbers = Array.from({ length: PAGES }, (_, index) => index);
  const gate = Promise.withResolvers<void>();
  const pages = numbers.map((number): [string, SitePage] => {
    const respond: SitePage = async (response) => {
      await gate.promise;
      response.writeHead(200, { "content-type": "text/html" }).end(`<title>Title ${number}</title>`);
    };
    return [linkOf(number), respond];
  });
  const site = await openSite(t, Object.fromEntries(pages));
  const links = new Set(numbers.map(linkOf));
  // Without those for icons.
  const countRequests = () => site.requests.filter(({ url }) => links.has(url)).length;
  const url = await migratedDatabaseUrl(t);
  const start = () => startServer(t, { DATABASE_URL: url, FETCH_LINKS: "on", FETCH_PROXY: site.base });
  let server = await start();
  const { token } = await registerAndLogIn(sender(server.base), "Ann");
  const headers = { authorization: `Bearer ${token}` };
  for (let first = 0; first < PAGES; first += 100) {
    const items = numbers.slice(first, first + 100).map((number) => ({ link: linkOf(number) }));
    const { status } = await sender(server.base)("POST", "/rest/v1/raindrops", { headers, body: { items } });
    t.equal(status, 200);
  }
  const database = openDatabase(url);
  t.teardown(() => database.destroy());
  const readVersion = async () => (await database.selectFrom("libraries").select("version").execute())[0]?.version ?? 0;
  const before = await readVersion();
  gate.resolve();
  for (let kill = 1; kill <= KILLS; kill++) {
    while (countRequests() < (kill * PAGES) / (KILLS + 1)) await pause();
    await server.stop("SIGKILL");
    server = await start();
  }

  const countJobs = async () => (await database.selectFrom("page_jobs").select("item_id").execute()).length;
  while ((await countJobs()) > 0) await pause();
  const items = await database.selectFrom("items").select(["link", "title"]).execute();
  const titles = new Map(items.map(({ link, title }) => [link, title]));
  t.same(titles, new Map(numbers.map((number) => [linkOf(number), `Title ${number}`])));
  t.equal((await readVersion()) - before, PAGES, "each was one change");
  const repeated = countRequests() - PAGES;
  t.ok(repeated <= KILLS * 8, `${repeated} pages were read twice, because they were being read`);
});
