import Fastify from "fastify";
import t from "tap";
import { CallerLimit } from "#contract/request/caller-limit";
import { networkOf } from "#contract/request/network";
import { renderFailures } from "#contract/response/failures";
import { Refusals } from "#contract/server/refusals";
import { openDatabase } from "../../../src/database/database.ts";
import { viewOf } from "../../../src/pages/design/rendering.ts";
import { loadVisitors } from "../../../src/pages/forms/visitors.ts";
import { openApp } from "../../support/app.ts";

for (const isOptional of [true, false]) {
  t.test(`while the database is unavailable, ${isOptional ? "nobody is signed in" : "requests fail"}`, async (t) => {
    const { context } = await openApp(t);
    const unreachable = openDatabase("postgres://nobody@127.0.0.1:1/nothing");
    const server = Fastify().decorate("refusals", new Refusals());
    t.teardown(async () => {
      await server.close();
      await unreachable.destroy();
    });
    const { clock, minuteCounter: counter } = context;
    const limit = new CallerLimit({ limit: 100, clock, counter, networkOf });
    renderFailures(server, "text/plain", ({ kind }) => kind);
    await server.register(async (scope) => {
      await loadVisitors(scope, { ...context, database: unreachable }, { limit, isOptional });
      scope.get("/", async (request) => viewOf(request).visitor);
    });
    const { body } = await server.inject({ url: "/", headers: { cookie: "triptych_session=x" } });
    t.equal(body, isOptional ? "anonymous" : "unavailable");
    t.equal((await server.inject("/")).body, "anonymous", "without a session the database is not asked");
  });
}
