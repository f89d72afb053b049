/** `sdl docs`: serves the documentation that comes with the program to a browser on this machine. */
import { once } from "node:events";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { openWithSystem } from "../opener.js";
import type { SessionEnvironment } from "../session.js";
import { serveSite } from "./serve-site.js";

/** Options of `sdl docs`. */
export interface DocsOptions {
  readonly open?: boolean;
  readonly printPath?: boolean;
  readonly port: number;
}

const NOT_BUILT = `This copy of sdl comes without the built documentation. In a checkout of SDL, build it: npm run docs
Its pages can be read as they are, too: docs/ in the checkout.
`;

/**
 * Serves until the signal aborts.
 * @param folder the built site, if it exists
 * @throws {FoundProblems} if there is no site or the port is taken
 */
export async function docsCommand(
  { terminal, signal }: SessionEnvironment,
  { open = false, printPath = false, port }: DocsOptions,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) {
    terminal.err(NOT_BUILT);
    throw new FoundProblems(ExitCode.NotFound);
  }
  if (printPath) {
    terminal.out(`${folder}\n`);
    return;
  }
  const server = await serveSite(folder, port).catch((error: Error) => {
    terminal.err(`Port ${port} cannot be used (${error.message}): choose another with --port, or leave it out.\n`);
    throw new FoundProblems();
  });
  terminal.out(`${server.url}\n`);
  terminal.err("Ctrl-C ends it.\n");
  if (open)
    await openWithSystem(server.url).catch(({ message }: Error) => terminal.err(`No browser was opened: ${message}\n`));
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
}
