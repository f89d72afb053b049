/** Parts that commands about one repository share. */
import type { Command } from "commander";
import { type GlobalOptions, type Session, type SessionEnvironment, withSession } from "./session.js";

/** An action of commander that opens and closes an engine. @param run gets the command's arguments, then its options */
export function inSession<Given extends unknown[]>(
  environment: SessionEnvironment,
  run: (session: Session, ...given: Given) => Promise<void>,
): (...given: [...Given, Command]) => Promise<void> {
  return (...given) => {
    const options = (given.at(-1) as Command).optsWithGlobals<GlobalOptions>();
    return withSession(environment, options, (session) => run(session, ...(given.slice(0, -1) as Given)));
  };
}

/** Adds a command with the options that all commands about one repository take. */
export function repositoryCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option("-r, --repo <path|id>", "the repository: a folder or a registered id")
    .option("--store <dir>", "folder of the index, if not .sdl/");
}
