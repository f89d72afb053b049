/** The public API of @sdl/cli: the program behind the `sdl` command. */
export { runCli } from "./run-cli.js";
export type { SessionEnvironment } from "./session.js";
export type { Style, Terminal } from "./terminal.js";
