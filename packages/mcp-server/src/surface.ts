/**
 * Surface of a server: what it needs to answer any request, that is the engine, the offered actions, and the names used
 * in texts.
 */
import type { ServerContext } from "@modelcontextprotocol/server";
import {
  type ActionContext,
  type ActionSelection,
  type AnswerFormat,
  type Engine,
  type ListMode,
  makeToolStyle,
  type NameStyle,
  type TextStyle,
} from "@sdl/engine";
import type { ConcurrencyLimit } from "./concurrency-limit.js";
import { createProgressReporter } from "./progress.js";
import { withinLimit } from "./time-limit.js";

/** A call of an action that was answered. */
export interface AnsweredCall {
  /** Canonical name. */
  readonly action: string;
  /** `ok`, or the error's code. */
  readonly status: string;
  readonly durationMs: number;
}

/** Everything that a server needs to answer requests. */
export interface ServerSurface {
  readonly engine: Engine;
  readonly mode: ListMode;
  readonly names: NameStyle;
  /** Format of answers to calls that request none. */
  readonly answerFormat: AnswerFormat;
  readonly selection: ActionSelection;
  /** Whether the requesting client shows pages beside answers. */
  readonly showsPages?: boolean;
  /** Time limit of one request; absent means none. */
  readonly limitMs?: number | undefined;
  /** Called after every call of an action. */
  readonly onCall?: ((call: AnsweredCall) => void) | undefined;
  /** Limits requests that run at once; absent means no limit. */
  readonly concurrency?: ConcurrencyLimit | undefined;
}

/**
 * Runs a request within its time limit, in turn.
 * @param work receives a signal that fires when nobody waits for the answer any more
 * @throws {SdlError} `busy` when the time limit is reached; otherwise the error of `work`
 */
export function answerWithinLimits<T>(
  { limitMs, concurrency }: ServerSurface,
  { signal }: RequestContext,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withinLimit(limitMs, signal, (stop) =>
    concurrency === undefined ? work(stop) : concurrency.runInTurn(stop, () => work(stop)),
  );
}

/** The parts of a request that its answer depends on. */
export type RequestContext = Pick<ServerContext["mcpReq"], "_meta" | "notify" | "signal">;

/** The style of texts: next calls are named as the client lists its tools. */
export function textStyle({ names, mode, selection }: ServerSurface): TextStyle {
  return makeToolStyle(names, mode, selection);
}

/** The context in which an action answers with text. @param signal fires when nobody waits for the answer any more */
export function textContext(surface: ServerSurface, request: RequestContext, signal: AbortSignal): ActionContext {
  const { engine, selection } = surface;
  return { engine, selection, signal, onProgress: createProgressReporter(request), text: textStyle(surface) };
}
