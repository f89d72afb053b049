/** This machine and this program, in the form that the set-up of clients needs. */
import process from "node:process";
import {
  findProgram,
  homeFromEnvironment,
  type Place,
  type Program,
  parsePlatform,
  realPath,
  repositoryRoot,
} from "@sdl/clients";
import type { SessionEnvironment } from "./session.js";

/** The working directory, home and platform, and the repository if there is one. */
export function currentPlace({ cwd, env }: SessionEnvironment): Place {
  const platform = parsePlatform(process.platform);
  return { platform, env, home: homeFromEnvironment(platform, env), project: repositoryRoot(cwd) };
}

/**
 * The command that configuration files start. Links to the program, such as npm's, are resolved: their target keeps its
 * path.
 */
export function currentProgram({ env }: SessionEnvironment): Program {
  const isNodeThere = findProgram("node", parsePlatform(process.platform), env) !== undefined;
  return { script: realPath(process.argv[1] ?? ""), node: isNodeThere ? "node" : process.execPath };
}
