import fastifyJwt from "@fastify/jwt";
import type { FastifyInstance } from "fastify";
import type { Subkey } from "./accounts/subkeys.ts";
import { jwtOptions, type Signer } from "./accounts/tokens.ts";

declare module "@fastify/jwt" {
  interface JWT {
    /** Verifies tokens of the former key; undefined if the server started after these had expired. */
    former?: Pick<JWT, "verify">;
  }
}

/** Registers @fastify/jwt, and returns what signs tokens with its key and also verifies those of the former key. */
export async function registerSigner(server: FastifyInstance, { key, former }: Subkey): Promise<Signer> {
  await server.register(fastifyJwt, jwtOptions(key));
  const formerKey = former();
  if (formerKey !== undefined) await server.register(fastifyJwt, { ...jwtOptions(formerKey), namespace: "former" });
  const { jwt } = server;
  return {
    sign: (claims) => jwt.sign(claims),
    verify(token) {
      try {
        return jwt.verify(token);
      } catch (error) {
        if (jwt.former === undefined || former() === undefined) throw error;
        return jwt.former.verify(token);
      }
    },
  };
}
