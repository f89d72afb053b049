/** One `tools/call`: arguments in, a result that says the same as data and as text. */

import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import {
  type Action,
  type ActionSelection,
  type Answer,
  type AnswerFormat,
  type Engine,
  type ErrorAnswer,
  errorText,
  formOfCall,
  type ListMode,
  listedName,
  type NameStyle,
  suggestActions,
  toErrorAnswer,
  toolStyle,
} from "@sdl/engine";
import { createProgressReporter } from "./progress.js";
import { declaredWireVersion } from "./wire-version.js";

export interface ToolCall {
  readonly action: Action;
  readonly rawArguments: unknown;
  readonly engine: Engine;
  readonly names: NameStyle;
  readonly mode: ListMode;
  /** The form of answers to calls that ask for none. */
  readonly answerFormat: AnswerFormat;
  /** What is offered; everything when absent. */
  readonly selection?: ActionSelection | undefined;
}

/** What the model can put right is a result; only a cancelled call rejects, and is not answered. */
export async function callTool(call: ToolCall, request: ServerContext["mcpReq"]): Promise<CallToolResult> {
  const { signal } = request;
  const { selection } = call;
  const style = toolStyle(call.names, call.mode, selection);
  const onProgress = createProgressReporter(request);
  try {
    selection?.require(call.action.name);
    const wireFormatVersion = declaredWireVersion(request._meta);
    const { isText, rawArguments } = formOfCall(call.rawArguments, call.answerFormat);
    const text = isText ? style : undefined;
    const context = { engine: call.engine, signal, onProgress, wireFormatVersion, text, selection };
    const answer = await call.action.execute(rawArguments, context);
    return isText ? textResult(call.action.text(answer, style)) : toResult(answer);
  } catch (error) {
    if (signal.aborted) throw error;
    const answer = toErrorAnswer(error, call.engine.log);
    if (asksForText(call)) return { ...textResult(errorText(answer, style)), isError: true };
    return { ...toResult(toWireError(answer, call)), isError: true };
  }
}

/** A form that is none is answered in the usual one. */
function asksForText({ rawArguments, answerFormat }: Pick<ToolCall, "rawArguments" | "answerFormat">): boolean {
  try {
    return formOfCall(rawArguments, answerFormat).isText;
  } catch {
    return answerFormat === "text";
  }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}

/** A group's tool called for an action that there is not: the model can put it right. */
export function unknownAction(name: string, call: Omit<ToolCall, "action" | "engine">): CallToolResult {
  const candidates = suggestActions(name);
  const hint = candidates.length === 0 ? "The tool's schema lists them." : `Did you mean ${candidates.join(" or ")}?`;
  const message = `action: no action is called ${JSON.stringify(name)}. ${hint}`;
  const error: ErrorAnswer = { code: "invalid_params", message, ...(candidates.length === 0 ? {} : { candidates }) };
  if (!asksForText(call)) return { ...toResult({ ...error }), isError: true };
  return { ...textResult(errorText(error, toolStyle(call.names, call.mode))), isError: true };
}

/** The text block is the same JSON: some clients show the model the one, some the other. */
function toResult(answer: Answer): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
}

/** A next action is named as the client lists it, and left out where it would be refused. */
function toWireError(error: ErrorAnswer, { names, selection }: Pick<ToolCall, "names" | "selection">): Answer {
  const { nextBestAction, ...rest } = error;
  if (nextBestAction === undefined || selection?.offers(nextBestAction.tool) === false) return rest;
  return { ...rest, nextBestAction: { ...nextBestAction, tool: listedName(nextBestAction.tool, names) } };
}
