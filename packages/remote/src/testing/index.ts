/** For tests and benches: a PostgreSQL server, and random numbers by a seed. */
export { PostgresServer, whyNoPostgres } from "./postgres-server.js";
export { randomNumbers } from "./random.js";
