/** Entry point of the server over a team's remote, separate so that no other server loads it. */
export { HTTP_PATH, serveTeam } from "./serve-team.js";
