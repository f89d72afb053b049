/** For tests and benches: a PostgreSQL server, a server of buckets, and random numbers by a seed. */
export { PostgresServer, whyNoPostgres } from "./postgres-server.js";
export { randomNumbers } from "./random.js";
export { S3Gateway, whyNoGateway } from "./s3-gateway.js";
