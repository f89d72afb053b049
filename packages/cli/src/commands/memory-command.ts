/** `sdl memory`: what is remembered of a repository's symbols. */
import { adoptMemories, memoryQuery, memoryRemove, memoryStore } from "@sdl/engine";
import { contextOf, repositoryArguments, type Session } from "../session.js";
import { answer } from "./query-commands.js";

export interface MemoryAddOptions {
  readonly symbol?: readonly string[];
  readonly type: string;
}

export async function memoryListCommand(session: Session, words: readonly string[]): Promise<void> {
  await answer(session, memoryQuery, {}, words.length === 0 ? {} : { query: words.join(" ") });
}

export async function memoryShowCommand(session: Session, memoryId: string): Promise<void> {
  await answer(session, memoryQuery, {}, { memoryId });
}

export async function memoryAddCommand(
  session: Session,
  title: string,
  content: string,
  { symbol, type }: MemoryAddOptions,
): Promise<void> {
  await answer(session, memoryStore, {}, { type, title, content, symbolIds: symbol });
}

export async function memoryRemoveCommand(session: Session, memoryId: string): Promise<void> {
  await answer(session, memoryRemove, {}, { memoryId });
}

/** Memories of others become one's own. @param ids none: all that are held back */
export async function adoptCommand(session: Session, ids: readonly string[]): Promise<void> {
  const count = await adoptMemories(
    contextOf(session),
    repositoryArguments(session),
    ids.length === 0 ? undefined : ids,
  );
  session.terminal.out(count === 1 ? "Adopted 1 memory.\n" : `Adopted ${count} memories.\n`);
}
