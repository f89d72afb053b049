/** Agent that searches symbols by name on its own server until they are found. */
import { setTimeout as sleep } from "node:timers/promises";
import type { McpClient } from "../memory/mcp-client.js";

/** Fields of a search answer that are checked. */
export interface SearchAnswer {
  readonly results?: readonly { readonly name: string; readonly file: string }[];
  /** Present if the answer covers files whose editor text differs from the disk. */
  readonly unsaved?: object;
  readonly pinned?: { readonly ledgerVersion: string; readonly overlayVersion?: number };
}

const GIVE_UP_MS = 20_000;

/** Searches once. @throws {Error} if the answer is an error */
export async function search(agent: McpClient, query: string): Promise<SearchAnswer> {
  const { isError, content } = await agent.call("sdl_symbol_search", { query, kinds: ["function"], limit: 3 });
  if (isError) throw new Error(`a search for ${query}: ${JSON.stringify(content)}`);
  return content;
}

/** Whether a search for a name finds it. */
export async function finds(agent: McpClient, name: string): Promise<boolean> {
  return holds(await search(agent, name), name);
}

function holds({ results = [] }: SearchAnswer, name: string): boolean {
  return results.some((result) => result.name === name);
}

/** How to wait for a symbol. */
export interface WaitOptions {
  /** Pause between an answer and the next search. */
  readonly pauseMs: number;
  /** Called after each search. */
  readonly onSearch?: (tookMs: number) => void;
  /** A further condition on the answer. */
  readonly fits?: (answer: SearchAnswer) => boolean;
}

/** Searches until the name is found. @returns milliseconds until then @throws {Error} if it is never found */
export async function untilFound(
  agent: McpClient,
  name: string,
  { pauseMs, onSearch, fits }: WaitOptions,
): Promise<number> {
  const started = performance.now();
  for (;;) {
    const asked = performance.now();
    const answer = await search(agent, name);
    onSearch?.(performance.now() - asked);
    const tookMs = performance.now() - started;
    if (holds(answer, name) && (fits === undefined || fits(answer))) return tookMs;
    if (tookMs > GIVE_UP_MS) throw new Error(`${name} is in the source and not in answers: ${JSON.stringify(answer)}`);
    if (pauseMs > 0) await sleep(pauseMs);
  }
}
