import t from "tap";
import { Failure } from "../src/failure.ts";
import { type Current, ifMatch } from "../src/request/preconditions.ts";
import { etagOf } from "../src/response/etag.ts";
import { toJsonText } from "../src/response/json.ts";
import { failureOf } from "./support/failures.ts";

/**
 * A product in memory, with the functions that a handler passes to `ifMatch`. `versions` lists the arguments of all
 * calls of `write`.
 */
function openProduct(concurrentChanges = 0) {
  let version = 1;
  let price = 1;
  let changesLeft = concurrentChanges;
  const versions: (number | undefined)[] = [];
  let reads = 0;
  return {
    versions,
    reads: () => reads,
    async read(): Promise<Current> {
      reads += 1;
      return { body: { price }, version };
    },
    /**
     * Simulates a concurrent change first, if any are left: it changes the version, but not the body.
     * Throws `changed` if `ifVersion` is not current.
     */
    async write(ifVersion: number | undefined): Promise<string> {
      versions.push(ifVersion);
      if (changesLeft > 0) {
        changesLeft -= 1;
        version += 1;
      }
      if (ifVersion !== undefined && ifVersion !== version) throw new Failure("changed", "changed");
      price += 1;
      return "written";
    },
  };
}

const ETAG = await etagOf(await toJsonText({ price: 1 }));

t.test("without If-Match, calls `write` without calling `read`", async (t) => {
  const { read, write, reads, versions } = openProduct();
  t.equal(await ifMatch(undefined)(read, write), "written");
  t.equal(reads(), 0);
  t.same(versions, [undefined]);
});

t.test("calls `write` with the version that it read when If-Match lists the current entity tag", async (t) => {
  for (const header of [ETAG, `"other", ${ETAG}`]) {
    const { read, write, versions } = openProduct();
    t.equal(await ifMatch(header)(read, write), "written", header);
    t.same(versions, [1]);
  }
});

t.test("calls `write` without a version when If-Match is * and the resource exists", async (t) => {
  const { read, write, versions } = openProduct();
  t.equal(await ifMatch("*")(read, write), "written");
  t.same(versions, [undefined]);
  await t.rejects(ifMatch("*")(() => Promise.reject(new Error("not found")), write));
  t.same(versions, [undefined]);
});

t.test("throws changed, without writing, when If-Match lists other entity tags or weak ones", async (t) => {
  for (const header of ['"other"', `W/${ETAG}`, ""]) {
    const { read, write, versions } = openProduct();
    t.match(await failureOf(ifMatch(header)(read, write)), { kind: "changed" }, header);
    t.same(versions, []);
  }
});

t.test("includes `etagVersion` in the entity tag, like GET", async (t) => {
  const etag = await etagOf(await toJsonText({ price: 1 }), { version: 7 });
  const { read, write } = openProduct();
  const readWithVersion = async () => ({ ...(await read()), etagVersion: 7 });
  t.equal(await ifMatch(etag)(readWithVersion, write), "written");
  t.match(await failureOf(ifMatch(ETAG)(readWithVersion, write)), { kind: "changed" });
});

t.test("computes the entity tag of a long body like GET", async (t) => {
  const body = Array.from({ length: 2_000 }, (_, id) => ({ id, name: "x".repeat(200) }));
  const etag = await etagOf(await toJsonText(body));
  t.equal(
    await ifMatch(etag)(
      async () => ({ body, version: 1 }),
      async () => "written",
    ),
    "written",
  );
});

t.test("starts over when another request changes only the version between read and write", async (t) => {
  const { read, write, reads, versions } = openProduct(2);
  t.equal(await ifMatch(ETAG)(read, write), "written");
  t.equal(reads(), 3);
  t.same(versions, [1, 2, 3]);
});

t.test("throws changed when another request changes the entity tag between read and write", async (t) => {
  let price = 1;
  const read = async () => ({ body: { price }, version: price });
  const write = async () => {
    price += 1;
    throw new Failure("changed", "changed");
  };
  t.match(await failureOf(ifMatch(ETAG)(read, write)), { kind: "changed" });
  t.equal(price, 2, "`write` was called once");
});

t.test("throws changed after five attempts", async (t) => {
  const { read, write, versions } = openProduct(Number.POSITIVE_INFINITY);
  t.match(await failureOf(ifMatch(ETAG)(read, write)), { kind: "changed" });
  t.equal(versions.length, 5);
});

t.test("does not start over for other errors", async (t) => {
  const { read, reads } = openProduct();
  const write = async () => {
    throw new Failure("notFound", "gone");
  };
  t.match(await failureOf(ifMatch(ETAG)(read, write)), { kind: "notFound" });
  t.equal(reads(), 1);
});

t.test("includes the header fields of the handler in the entity tag, like GET", async (t) => {
  const { read, write } = openProduct();
  const headers = { Link: "</products>" };
  const etag = await etagOf(await toJsonText({ price: 1 }), headers);
  t.equal(await ifMatch(etag)(async () => ({ ...(await read()), headers }), write), "written");
});
