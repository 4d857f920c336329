import { type Conformance, Failure, type Handlers, type Req, readContract, registerContract } from "@triptych/contract";
import Fastify, { type FastifyInstance } from "fastify";
import type { operations, security } from "./generated/notes.ts";

export interface Note {
  readonly id: number;
  readonly text: string;
}

/** One method for each operation of the contract. The compiler and the start reject a missing one. */
class NoteHandlers implements Handlers<operations, security, string> {
  readonly #notes: Note[];

  constructor(notes: Note[]) {
    this.#notes = notes;
  }

  async listNotes({ query: { limit } }: Req<operations["listNotes"], string>) {
    return { status: 200, body: this.#notes.slice(-limit).reverse() } as const;
  }

  async createNote({ body: { text } }: Req<operations["createNote"], string>) {
    const note = { id: this.#notes.length + 1, text };
    this.#notes.push(note);
    return { status: 201, headers: { Location: `/v1/notes/${note.id}` }, body: note } as const;
  }

  async getNote({ params: { id } }: Req<operations["getNote"], string>) {
    const note = this.#notes[id - 1];
    if (note === undefined) throw new Failure("notFound", `There is no note ${id}.`);
    return { status: 200, body: note } as const;
  }
}

/** The server of notes. `token` is the only valid credential. A `conformance` records what tests prove. */
export async function createServer(
  token: string,
  notes: Note[] = [],
  conformance?: Conformance,
): Promise<FastifyInstance> {
  const server = Fastify();
  await registerContract(server, {
    contract: readContract("notes", new URL("generated/notes.json", import.meta.url)),
    handlers: [new NoteHandlers(notes)],
    security: {
      verifiers: {
        bearer: async (credential) => {
          if (credential === token) return "owner";
          throw new Failure("unauthenticated", "This token is not valid.");
        },
      },
    },
    namesParameters: true,
    toFailureBody: ({ message }) => ({ error: message }),
    ...(conformance && { conformance }),
  });
  return server;
}
