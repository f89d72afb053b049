/** An agent's own server, asked for symbols by name until it knows them. */
import { setTimeout as sleep } from "node:timers/promises";
import type { McpClient } from "../memory/mcp-client.js";

export interface SearchAnswer {
  readonly results?: readonly { readonly name: string; readonly file: string }[];
  /** Files whose text is not on the disk. */
  readonly unsaved?: object;
  readonly versionId?: string;
}

const GIVE_UP_MS = 20_000;

/** @throws {Error} when the answer is an error */
export async function search(agent: McpClient, query: string): Promise<SearchAnswer> {
  const { isError, content } = await agent.call("sdl_symbol_search", { query, kinds: ["function"], limit: 3 });
  if (isError) throw new Error(`a search for ${query}: ${JSON.stringify(content)}`);
  return content;
}

export interface Wait {
  /** Between an answer and the next question. */
  readonly pauseMs: number;
  /** Of each search. */
  readonly onSearch?: (tookMs: number) => void;
  /** What the answer must be besides holding the name. */
  readonly fits?: (answer: SearchAnswer) => boolean;
}

/** @returns milliseconds until a search finds the name @throws {Error} when none does */
export async function untilFound(agent: McpClient, name: string, { pauseMs, onSearch, fits }: Wait): Promise<number> {
  const started = performance.now();
  for (;;) {
    const asked = performance.now();
    const answer = await search(agent, name);
    onSearch?.(performance.now() - asked);
    const tookMs = performance.now() - started;
    const isThere = answer.results?.some((result) => result.name === name) === true;
    if (isThere && (fits === undefined || fits(answer))) return tookMs;
    if (tookMs > GIVE_UP_MS) throw new Error(`${name} is in the source and not in answers: ${JSON.stringify(answer)}`);
    if (pauseMs > 0) await sleep(pauseMs);
  }
}
