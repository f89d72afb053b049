/** A server over a team's remote. Loaded by that server alone. */
export type { Principal } from "./access-rules.js";
export type { CacheState } from "./cached-indexes.js";
export { TEAM_REFUSALS } from "./offered-actions.js";
export { type Denial, type Team, type TeamOptions, withTeam } from "./open-team.js";
