/** `sdl export`: the graph as JSON lines. */
import { exportGraph } from "@sdl/engine";
import { contextOf, repositoryArguments, type Session } from "../session.js";
import { ensureIndexed } from "./index-command.js";
import type { QueryOptions } from "./query-commands.js";

export async function exportCommand(session: Session, { index, fresh }: QueryOptions): Promise<void> {
  if (index === true) await ensureIndexed(session);
  const target = { ...repositoryArguments(session), fresh: fresh === true };
  await exportGraph(contextOf(session), target, (piece) => session.terminal.out(piece));
}
