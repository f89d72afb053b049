/** What a server answers every request with: the engine, what it offers, and the words of its texts. */
import type { ServerContext } from "@modelcontextprotocol/server";
import {
  type ActionContext,
  type ActionSelection,
  type AnswerFormat,
  type Engine,
  type ListMode,
  type NameStyle,
  type TextStyle,
  toolStyle,
} from "@sdl/engine";
import { createProgressReporter } from "./progress.js";
import { withinLimit } from "./time-limit.js";
import type { Turns } from "./turns.js";

export interface Surface {
  readonly engine: Engine;
  readonly mode: ListMode;
  readonly names: NameStyle;
  /** The form of answers to calls that ask for none. */
  readonly answerFormat: AnswerFormat;
  readonly selection: ActionSelection;
  /** Whether the client that asks shows pages beside answers. */
  readonly showsPages?: boolean;
  /** How long one request may take; as long as it takes when absent. */
  readonly limitMs?: number | undefined;
  /** Requests that work at once; as many as come when absent. */
  readonly turns?: Turns | undefined;
}

/**
 * Answers a request within its time, in its turn.
 * @param work is given a signal that fires when nobody waits for the answer any more
 * @throws {SdlError} `busy` when the time is over; what `work` throws
 */
export function answerIn<T>(
  { limitMs, turns }: Surface,
  { signal }: Asked,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withinLimit(limitMs, signal, (stop) =>
    turns === undefined ? work(stop) : turns.during(stop, () => work(stop)),
  );
}

/** A request, as far as its answer depends on it. */
export type Asked = Pick<ServerContext["mcpReq"], "_meta" | "notify" | "signal">;

export function styleOf({ names, mode, selection }: Surface): TextStyle {
  return toolStyle(names, mode, selection);
}

/** @param signal fires when nobody waits for the answer any more */
export function textContext(surface: Surface, request: Asked, signal: AbortSignal): ActionContext {
  const { engine, selection } = surface;
  return { engine, selection, signal, onProgress: createProgressReporter(request), text: styleOf(surface) };
}
