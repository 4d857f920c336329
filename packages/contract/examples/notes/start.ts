import { createServer } from "./server.ts";

const { PORT = "3000", TOKEN = "secret" } = process.env;
const server = await createServer(TOKEN);
console.log(`${await server.listen({ port: Number(PORT) })}/v1/notes`);
