/** `sdl memory`: lists, shows, adds, removes and adopts notes that are tied to symbols. */
import { adoptMemories, memoryQuery, memoryRemove, memoryStore } from "@sdl/engine";
import { actionContext, repositoryArguments, type Session } from "../session.js";
import { runAndPrint } from "./query-commands.js";

/** Options of `sdl memory add`. */
export interface MemoryAddOptions {
  readonly symbol?: readonly string[];
  readonly type: string;
}

/** Lists memories, newest first; with words, only memories that match them. */
export async function memoryListCommand(session: Session, words: readonly string[]): Promise<void> {
  await runAndPrint(session, memoryQuery, {}, words.length === 0 ? {} : { query: words.join(" ") });
}

/** Shows one memory in full. @param memoryId its id, its title or part of the title */
export async function memoryShowCommand(session: Session, memoryId: string): Promise<void> {
  await runAndPrint(session, memoryQuery, {}, { memoryId });
}

/** Stores a memory. @param content Markdown */
export async function memoryAddCommand(
  session: Session,
  title: string,
  content: string,
  { symbol, type }: MemoryAddOptions,
): Promise<void> {
  await runAndPrint(session, memoryStore, {}, { type, title, content, symbolIds: symbol });
}

/** Removes a memory. @param memoryId its id, its title or part of the title */
export async function memoryRemoveCommand(session: Session, memoryId: string): Promise<void> {
  await runAndPrint(session, memoryRemove, {}, { memoryId });
}

/**
 * Trusts memories that came with the repository.
 * @param ids memories to trust; empty means all memories that are not trusted yet
 */
export async function adoptCommand(session: Session, ids: readonly string[]): Promise<void> {
  const count = await adoptMemories(
    actionContext(session),
    repositoryArguments(session),
    ids.length === 0 ? undefined : ids,
  );
  session.terminal.out(count === 1 ? "Adopted 1 memory.\n" : `Adopted ${count} memories.\n`);
}
