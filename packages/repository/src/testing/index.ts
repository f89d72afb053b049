/** Helpers for tests, measurements and the reference outside this package: the example repository, and functions that only tests call. */
export { PostgresServer, whyNoPostgres } from "@sdl/remote/testing";
export { LiveRevisions } from "../git/live-revisions.js";
export { withLease } from "../machine/lease.js";
export { ownIdentity } from "../machine/process-identity.js";
export { Retirement } from "../versions/retirement.js";
export { type DamageDone, StoreTemplate } from "./damaged-store.js";
export { EXAMPLE_REPOSITORY, writeExampleRepository } from "./example-repository.js";
export { GitFixture } from "./git-repository.js";
export { makePlace, type TestPlace, writeFiles } from "./place.js";
export { pick, type Random, seededRandom } from "./random.js";
export { readHistory } from "./read-history.js";
