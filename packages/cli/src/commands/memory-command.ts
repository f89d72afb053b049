/** `sdl memory adopt`: memories of others become one's own. */
import { adoptMemories } from "@sdl/engine";
import { contextOf, repositoryArguments, type Session } from "../session.js";

/** @param ids none: all that are held back */
export async function adoptCommand(session: Session, ids: readonly string[]): Promise<void> {
  const count = await adoptMemories(
    contextOf(session),
    repositoryArguments(session),
    ids.length === 0 ? undefined : ids,
  );
  session.terminal.out(count === 1 ? "Adopted 1 memory.\n" : `Adopted ${count} memories.\n`);
}
