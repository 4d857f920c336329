import cluster from "node:cluster";
import { Server } from "node:net";
import { setTimeout } from "node:timers/promises";

// Loaded with `--import` into the processes of a server with WORKERS: the second one says when it is about to listen,
// and does so two seconds later.

const { listen } = Server.prototype;

if (cluster.worker?.id === 2)
  Server.prototype.listen = function (this: Server, ...parameters: unknown[]) {
    console.log("listens in two seconds");
    void setTimeout(2_000).then(() => Reflect.apply(listen, this, parameters));
    return this;
  };
