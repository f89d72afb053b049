/**
 * Policy that requests a slice for the task, then follows the next call in the last line of each answer, at most five
 * calls in total.
 */
import type { McpSession } from "../gold/mcp-session.js";
import { fencedLines, type ReadLines } from "../gold/shown-lines.js";
import type { Step } from "./session.js";

/** A tool call. */
export interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

const MAX_CALLS = 5;

/** Yields the policy's calls. Stops if an answer names no next call, or a repeated one. */
export async function* askSdl(
  taskText: string,
  session: Pick<McpSession, "call">,
  readLines: ReadLines,
): AsyncIterable<Step> {
  const made = new Set<string>();
  let next: Call | undefined = { tool: "sdl_context", args: { taskText } };
  while (next !== undefined && made.size < MAX_CALLS && !made.has(JSON.stringify(next))) {
    made.add(JSON.stringify(next));
    const { text }: { readonly text: string } = await session.call(next.tool, next.args);
    yield { text, shown: fencedLines(text, readLines) };
    next = nextCall(text);
  }
}

/** Parses a last line like `Next: sdl_references {"symbol": "src/cart.ts:9"}   the callers of applyDiscount`. */
export function nextCall(text: string): Call | undefined {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  const [, tool, rest = ""] = /^Next: (\w+) (\{.*)$/.exec(last) ?? [];
  for (let end = rest.indexOf("}"); tool !== undefined && end >= 0; end = rest.indexOf("}", end + 1)) {
    const args = parseObject(rest.slice(0, end + 1));
    if (args !== undefined) return { tool, args };
  }
  return undefined;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
