/** One `tools/call`: arguments in, a result that says the same as data and as text. */

import type { CallToolResult } from "@modelcontextprotocol/server";
import {
  type Action,
  type Answer,
  type AnswerFormat,
  type ErrorAnswer,
  errorText,
  formOfCall,
  listedName,
  suggestActions,
  toErrorAnswer,
} from "@sdl/engine";
import { type Asked, answerIn, type Surface, styleOf, textContext } from "./surface.js";
import { declaredWireVersion } from "./wire-version.js";

export interface ToolCall {
  readonly action: Action;
  readonly rawArguments: unknown;
  readonly surface: Surface;
  /** What a result says to the client alone: clients show `_meta` to no model. */
  readonly metaOf?: (rawArguments: unknown, answer: Answer) => CallToolResult["_meta"];
}

/** What the model can put right is a result; only a cancelled call rejects, and is not answered. */
export async function callTool(
  { action, rawArguments, surface, metaOf }: ToolCall,
  request: Asked,
): Promise<CallToolResult> {
  try {
    surface.selection.require(action.name);
    const call = formOfCall(rawArguments, surface.answerFormat);
    return await answerIn(surface, request, async (signal) => {
      const wireFormatVersion = declaredWireVersion(request._meta);
      const { text, ...context } = textContext(surface, request, signal);
      const shown = call.isText ? { text } : {};
      const answer = await action.execute(call.rawArguments, { ...context, wireFormatVersion, ...shown });
      const result = call.isText ? textResult(action.text(answer, styleOf(surface))) : toResult(answer);
      const meta = metaOf?.(call.rawArguments, answer);
      return meta === undefined ? result : { ...result, _meta: meta };
    });
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failed(toErrorAnswer(error, surface.engine.log), rawArguments, surface);
  }
}

/** A group's tool called for an action that there is not: the model can put it right. */
export function unknownAction(name: string, rawArguments: unknown, surface: Surface): CallToolResult {
  const candidates = suggestActions(name).filter((canonical) => surface.selection.offers(canonical));
  const hint = candidates.length === 0 ? "The tool's schema lists them." : `Did you mean ${candidates.join(" or ")}?`;
  const message = `action: no action is called ${JSON.stringify(name)}. ${hint}`;
  const found = candidates.length === 0 ? {} : { candidates };
  return failed({ code: "invalid_params", message, ...found }, rawArguments, surface);
}

/** @param rawArguments say in which form */
export function failed(error: ErrorAnswer, rawArguments: unknown, surface: Surface): CallToolResult {
  const isText = asksForText(rawArguments, surface.answerFormat);
  const result = isText ? textResult(errorText(error, styleOf(surface))) : toResult(toWireError(error, surface));
  return { ...result, isError: true };
}

/** A form that is none is answered in the usual one. */
function asksForText(rawArguments: unknown, answerFormat: AnswerFormat): boolean {
  try {
    return formOfCall(rawArguments, answerFormat).isText;
  } catch {
    return answerFormat === "text";
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** The text block is the same JSON: some clients show the model the one, some the other. */
function toResult(answer: Answer): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
}

/** A next action is named as the client lists it, and left out where it would be refused. */
function toWireError(error: ErrorAnswer, { names, selection }: Surface): Answer {
  const { nextBestAction, ...rest } = error;
  if (nextBestAction === undefined || !selection.offers(nextBestAction.tool)) return { ...rest };
  return { ...rest, nextBestAction: { ...nextBestAction, tool: listedName(nextBestAction.tool, names) } };
}
