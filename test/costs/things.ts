import { addPerson, type Owner, type World } from "./world.ts";

/** What a request can be about, of somebody new: so no request changes what another one costs. */
export interface Things {
  readonly world: World;
  readonly owner: Owner;
  /** The ids in a path, by the names that the contract gives them; `item` where an item is `id` too. */
  readonly ids: Readonly<Record<string, string>>;
  /** Those of a library, for the contract that has them. */
  readonly library: Library;
}

/** The ids of collections and items. */
interface Library {
  /** Has a collection below it. */
  readonly first: number;
  readonly third: number;
  readonly fourth: number;
  /** Two in the first collection; there is one in each of the others. */
  readonly items: readonly number[];
}

const EMPTY: Library = { first: 0, third: 0, fourth: 0, items: [] };

const LINK = "https://example.com/articles/costs";

/** Makes somebody new with what the requests of a contract, by its name, are about. */
export async function makeThings(world: World, contract: string): Promise<Things> {
  const owner = await addPerson(world);
  const things = await makeThingsOf(contract, world, owner);
  await world.rest();
  return { world, owner, library: EMPTY, ...things };
}

async function makeThingsOf(
  contract: string,
  world: World,
  owner: Owner,
): Promise<Pick<Things, "ids"> & Partial<Things>> {
  if (contract === "catalogue") return { ids: { id: await makeProduct(owner) } };
  if (contract === "users") return { ids: { id: String(owner.id) } };
  const library = await makeLibrary(owner);
  const ids = {
    id: String(library.first),
    collectionId: String(library.first),
    item: String(library.items[0]),
    picture: await makePicture(world, owner),
  };
  return { ids, library };
}

async function makeProduct(owner: Owner): Promise<string> {
  return Object(await owner.send("POST", "/api/products", { body: { name: "Desk lamp", price: 49.5 } })).id;
}

async function makeLibrary(owner: Owner): Promise<Library> {
  const collect = async (parent?: number): Promise<number> => {
    const body = { title: "Reading", ...(parent !== undefined && { parent: { $id: parent } }) };
    return Object(await owner.send("POST", "/rest/v1/collection", { body })).item._id;
  };
  const first = await collect();
  const [second, third, fourth] = [await collect(first), await collect(), await collect()];
  const items = [first, first, second, third, fourth].map((id) => ({ link: LINK, collection: { $id: id } }));
  const made = Object(await owner.send("POST", "/rest/v1/raindrops", { body: { items } })).items;
  return { first, third, fourth, items: [made[0]._id, made[1]._id] };
}

async function makePicture({ context: { database } }: World, owner: Owner): Promise<string> {
  const id = String(owner.id).padEnd(22, "x");
  const picture = { id, account_id: owner.id, color: "#ff0000", bytes: Buffer.alloc(64) };
  await database.insertInto("pictures").values(picture).execute();
  return id;
}
