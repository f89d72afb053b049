/**
 * For the tests and measurements of what stands on this package, and for the reference: helpers, the repository that all examples speak of, and
 * what tests look at that nobody else needs.
 */
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
