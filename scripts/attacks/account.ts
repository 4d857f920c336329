/** A registered user with a login token: the attacker or another user. */
export interface Person {
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** Optional parts of a request. */
interface RequestOptions {
  readonly token?: string;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  /** An IP address, sent in `X-Forwarded-For`: the server counts the request for its network. */
  readonly network?: string;
}

/** A response; `status` is 0 if the connection failed or the body is not JSON. */
export interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** Sends a request and reads the whole response. */
export async function send(
  base: string,
  method: string,
  path: string,
  { token, body, network }: RequestOptions = {},
): Promise<Received> {
  try {
    const response = await fetch(base + path, {
      method,
      headers: {
        // For the catalogue contract and for the collections contract.
        ...(token !== undefined && { "auth-token": token, authorization: `Bearer ${token}` }),
        ...(network !== undefined && { "x-forwarded-for": network }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  } catch {
    return { status: 0, body: undefined };
  }
}

/** Sends a request and returns the body of the response. Throws unless its status is 2xx. */
export async function sendOrThrow(
  base: string,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<unknown> {
  const { status, body } = await send(base, method, path, options);
  if (status < 200 || status > 299) throw new Error(`${method} ${path} returned ${status}.`);
  return body;
}

/** Registers an account and logs in. Throws if either fails. */
export async function registerAndLogIn(base: string, name: string): Promise<Person> {
  const account = { email: `${name}@example.com`, password: `the password of ${name} for this run` };
  const registered = await send(base, "POST", "/api/user/register", { body: { name, ...account } });
  if (registered.status !== 201) throw new Error(`The registration of ${name} returned ${registered.status}.`);
  const { status, body } = await send(base, "POST", "/api/user/login", { body: account });
  const token = fieldOf(body, "data");
  if (status !== 200 || typeof token !== "string") throw new Error(`The login of ${name} returned ${status}.`);
  return { ...account, token };
}

/** The field `name` of an object, or of the first object in an array; undefined if there is no such field. */
export function fieldOf(value: unknown, name: string): unknown {
  const object: unknown = Array.isArray(value) ? value[0] : value;
  return typeof object === "object" && object !== null
    ? new Map<string, unknown>(Object.entries(object)).get(name)
    : undefined;
}

/** Creates a collection and returns its id. Throws if that fails. */
export async function createCollection(base: string, { token }: Person, isPublic: boolean): Promise<number> {
  const body = { title: "Collection", public: isPublic };
  const created = await sendOrThrow(base, "POST", "/rest/v1/collection", { token, body });
  return Number(fieldOf(fieldOf(created, "item"), "_id"));
}
