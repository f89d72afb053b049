/** `sdl export`: the graph as JSON lines. */
import { exportGraph } from "@sdl/engine";
import { repositoryArguments, type Session } from "../session.js";
import type { QueryOptions } from "./query-commands.js";
import { withProgress } from "./with-progress.js";

/** Writes every symbol and edge to standard output, one JSON object per line. */
export async function exportCommand(session: Session, { fresh }: QueryOptions): Promise<void> {
  const target = { ...repositoryArguments(session), fresh: fresh === true };
  await withProgress(session, (context) => exportGraph(context, target, (piece) => session.terminal.out(piece)));
}
