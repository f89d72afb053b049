/** Registration of `sdl docs`, which shows the documentation. It needs no repository and no engine. */
import { type Command, InvalidArgumentError } from "commander";
import type { SessionEnvironment } from "./session.js";
import { type DocsOptions, docsCommand } from "./site/docs-command.js";
import { findSite } from "./site/site-folder.js";

/** Adds the command to the program. */
export function addDocs(program: Command, environment: SessionEnvironment): void {
  program
    .command("docs")
    .description("The documentation, as a site on this machine.")
    .option("--open", "open it in the browser")
    .option("--port <n>", "the port on 127.0.0.1; default: any that is free", portNumber, 0)
    .option("--print-path", "print the folder of the site, for any static host, and serve nothing")
    .action((options: DocsOptions) => docsCommand(environment, options, findSite()));
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > 65_535) throw new InvalidArgumentError("It must be 0 to 65535.");
  return value;
}
