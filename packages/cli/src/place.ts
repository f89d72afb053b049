/** The machine and the program, as set-up of clients needs them. */
import process from "node:process";
import { findProgram, homeOf, type Place, type Program, platformOf, realPath, repositoryRoot } from "@sdl/clients";
import type { SessionEnvironment } from "./session.js";

export function placeOf({ cwd, env }: SessionEnvironment): Place {
  const platform = platformOf(process.platform);
  return { platform, env, home: homeOf(platform, env), project: repositoryRoot(cwd) };
}

/** What configurations start. Links to the program, such as npm's, are followed: what they lead to stays. */
export function programOf({ env }: SessionEnvironment): Program {
  const isNodeThere = findProgram("node", platformOf(process.platform), env) !== undefined;
  return { script: realPath(process.argv[1] ?? ""), node: isNodeThere ? "node" : process.execPath };
}
