/**
 * Starts a PostgreSQL server on a free port, with a new data folder, for trying a remote; prints its URL. Ctrl-C ends the
 * server and deletes the data. Needs a build, and PostgreSQL's programs (Debian: postgresql).
 */
import { once } from "node:events";
import process from "node:process";
import { PostgresServer, whyNoPostgres } from "../packages/remote/dist/testing/index.js";

const reason = whyNoPostgres();
if (reason !== "") {
  console.error(`no server can be started: ${reason}`);
  process.exit(1);
}
const server = await PostgresServer.start();
console.log(server.url());
// A timer keeps the process alive until a signal arrives.
const timer = setInterval(() => undefined, 60_000);
await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
clearInterval(timer);
await server.remove();
