/**
 * Which actions a server over a team's remote offers. It answers from what was pushed: what writes, needs a work tree, or
 * keeps something for a user has no place there.
 */

const PUSHED = "it answers from what was pushed; push with `sdl push` from a checkout or from CI";
const NO_TREE = "it has no work tree and no editors";
const KEPT = "what is kept for a user lies beside a checkout; use the sdl command or a local server there";
const OPERATOR = "its operator decides which repositories it serves and how";

/** Why an action is not offered, by canonical name. All others are. */
export const TEAM_REFUSALS: ReadonlyMap<string, string> = new Map([
  ["sdl.index.refresh", PUSHED],
  ["sdl.index.export", PUSHED],
  ["sdl.index.import", PUSHED],
  ["sdl.version.prune", PUSHED],
  ["sdl.buffer.push", NO_TREE],
  ["sdl.buffer.checkpoint", NO_TREE],
  ["sdl.buffer.status", NO_TREE],
  ["sdl.memory.store", KEPT],
  ["sdl.memory.query", KEPT],
  ["sdl.memory.surface", KEPT],
  ["sdl.memory.remove", KEPT],
  ["sdl.agent.feedback", KEPT],
  ["sdl.agent.feedback.query", KEPT],
  ["sdl.usage.stats", KEPT],
  ["sdl.repo.register", OPERATOR],
  ["sdl.repo.unregister", OPERATOR],
  ["sdl.policy.set", OPERATOR],
  ["sdl.info", OPERATOR],
]);
