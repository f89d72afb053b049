/** Text of actions' answers for prompts and resources, the same as the text of the tools. */
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import {
  type ActionContext,
  type ErrorAnswer,
  errorText,
  findAction,
  type SdlErrorCode,
  toErrorAnswer,
} from "@sdl/engine";
import { answerWithinLimits, type RequestContext, type ServerSurface, textContext, textStyle } from "./surface.js";

/** Runs actions on behalf of one request. */
export interface RequestRunner {
  readonly context: ActionContext;
  /** @param action canonical name @returns the text of the action's answer @throws what the action throws */
  ask(action: string, args: Readonly<Record<string, unknown>>): Promise<string>;
}

/** Runs `work` for a request. @throws {ProtocolError} for every error except that the client cancelled the request */
export async function runForRequest<T>(
  surface: ServerSurface,
  request: RequestContext,
  work: (inquiry: RequestRunner) => Promise<T>,
  uri?: string,
): Promise<T> {
  try {
    return await answerWithinLimits(surface, request, (signal) => {
      const context = textContext(surface, request, signal);
      return work({ context, ask: (name, args) => actionText(name, args, context) });
    });
  } catch (error) {
    if (request.signal.aborted || error instanceof ProtocolError) throw error;
    throw toProtocolError(toErrorAnswer(error, surface.engine.log), surface, uri);
  }
}

async function actionText(
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ActionContext,
): Promise<string> {
  const action = findAction(name);
  if (action === undefined || context.text === undefined) throw new RangeError(`no action is called ${name}`);
  context.selection?.requireOffered(action.name);
  return action.text(await action.execute(args, context), context.text);
}

/** Error codes for a symbol or file that does not exist, or for an ambiguous name. */
const NOT_FOUND: ReadonlySet<SdlErrorCode> = new Set([
  "repo_not_found",
  "not_indexed",
  "symbol_not_found",
  "symbol_ambiguous",
  "version_not_found",
  "handle_unknown",
  "lease_expired",
  "path_outside_repo",
  "file_not_indexed",
  "invalid_params",
]);

function toProtocolError(answer: ErrorAnswer, surface: ServerSurface, uri: string | undefined): ProtocolError {
  const message = errorText(answer, textStyle(surface)).trimEnd();
  const isMissing = NOT_FOUND.has(answer.code);
  if (isMissing && uri !== undefined) return new ResourceNotFoundError(uri, message);
  const code = isMissing ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, message, { code: answer.code });
}
