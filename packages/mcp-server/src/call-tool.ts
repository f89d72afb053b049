/** Handler of `tools/call`: arguments in, a result as data, as text, or both. */

import type { CallToolResult } from "@modelcontextprotocol/server";
import {
  type Action,
  type Answer,
  type AnswerFormat,
  type ErrorAnswer,
  errorText,
  listedName,
  parseAnswerFormat,
  suggestActions,
  toErrorAnswer,
} from "@sdl/engine";
import { answerWithinLimits, type RequestContext, type ServerSurface, textContext, textStyle } from "./surface.js";
import { declaredWireVersion } from "./wire-version.js";

/** One call of an action. */
export interface ToolCall {
  readonly action: Action;
  readonly rawArguments: unknown;
  readonly surface: ServerSurface;
  /** Builds the part of a result that only the client sees: clients show `_meta` to no model. */
  readonly metaOf?: (rawArguments: unknown, answer: Answer) => CallToolResult["_meta"];
}

/** Runs a call and tells its outcome to the surface. */
export async function callTool(call: ToolCall, request: RequestContext): Promise<CallToolResult> {
  const { action, surface } = call;
  const startedMs = performance.now();
  let status = "cancelled";
  try {
    const { result, code = "ok" } = await runCall(call, request);
    status = code;
    return result;
  } finally {
    surface.onCall?.({ action: action.name, status, durationMs: performance.now() - startedMs });
  }
}

/** A result, with the error's code if it is one. */
interface Outcome {
  readonly result: CallToolResult;
  readonly code?: string;
}

/** Runs a call. Errors that the model can correct are results; only a cancelled call rejects, and gets no answer. */
async function runCall({ action, rawArguments, surface, metaOf }: ToolCall, request: RequestContext): Promise<Outcome> {
  try {
    surface.selection.requireOffered(action.name);
    const call = parseAnswerFormat(rawArguments, surface.answerFormat);
    return await answerWithinLimits(surface, request, async (signal) => {
      const wireFormatVersion = declaredWireVersion(request._meta);
      const { text, ...context } = textContext(surface, request, signal);
      const shown = call.isText ? { text } : {};
      const answer = await action.execute(call.rawArguments, { ...context, wireFormatVersion, ...shown });
      const result = call.isText ? textResult(action.text(answer, textStyle(surface))) : toResult(answer);
      const meta = metaOf?.(call.rawArguments, answer);
      return { result: meta === undefined ? result : { ...result, _meta: meta } };
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    const answer = toErrorAnswer(error, surface.engine.log);
    return { result: failureResult(answer, rawArguments, surface), code: answer.code };
  }
}

/** Result for a group's tool that names an unknown action: the model can correct it. */
export function unknownAction(name: string, rawArguments: unknown, surface: ServerSurface): CallToolResult {
  const candidates = suggestActions(name).filter((canonical) => surface.selection.offers(canonical));
  const hint = candidates.length === 0 ? "The tool's schema lists them." : `Did you mean ${candidates.join(" or ")}?`;
  const message = `action: no action is called ${JSON.stringify(name)}. ${hint}`;
  const found = candidates.length === 0 ? {} : { candidates };
  return failureResult({ code: "invalid_params", message, ...found }, rawArguments, surface);
}

/** Converts an error to a result. @param rawArguments decide between text and JSON */
export function failureResult(error: ErrorAnswer, rawArguments: unknown, surface: ServerSurface): CallToolResult {
  const isText = asksForText(rawArguments, surface.answerFormat);
  const result = isText ? textResult(errorText(error, textStyle(surface))) : toResult(toWireError(error, surface));
  return { ...result, isError: true };
}

/** Arguments with an invalid answer format get the default format. */
function asksForText(rawArguments: unknown, answerFormat: AnswerFormat): boolean {
  try {
    return parseAnswerFormat(rawArguments, answerFormat).isText;
  } catch {
    return answerFormat === "text";
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** The text block is the same JSON: some clients show the model the data, others the text. */
function toResult(answer: Answer): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
}

/** Renames the next action to the listed tool, and drops it if the server would refuse it. */
function toWireError(error: ErrorAnswer, { names, selection }: ServerSurface): Answer {
  const { nextBestAction, ...rest } = error;
  if (nextBestAction === undefined || !selection.offers(nextBestAction.tool)) return { ...rest };
  return { ...rest, nextBestAction: { ...nextBestAction, tool: listedName(nextBestAction.tool, names) } };
}
