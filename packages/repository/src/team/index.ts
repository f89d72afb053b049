/** A team's repositories on a server without work trees. Loaded by that server alone. */
export { LeaseTaken, withLease } from "../machine/lease.js";
export { isPushed, openTeamStore, pushedRepositories, searchNames, type TeamStore } from "./open-team-store.js";
export { openServedRepository, type ServedRepository } from "./served-repository.js";
