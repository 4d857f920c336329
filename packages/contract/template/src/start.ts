import { createServer } from "./server.ts";

const server = await createServer([]);
console.log(`${await server.listen({ port: Number(process.env.PORT ?? 8080) })}/api/tasks`);
