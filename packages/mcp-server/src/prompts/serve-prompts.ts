/** Handlers of `prompts/list` and `prompts/get`. */
import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import type { ActionSelection } from "@sdl/engine";
import { runForRequest } from "../answer-text.js";
import type { RequestContext, ServerSurface } from "../surface.js";
import { CODE_PROMPTS } from "./code-prompts.js";
import type { SdlPrompt } from "./prompt.js";

/** Prompts whose actions are all offered. */
export function offeredPrompts(selection: ActionSelection): readonly SdlPrompt[] {
  return CODE_PROMPTS.filter(({ actions }) => actions.every((action) => selection.offers(action)));
}

/** Answers `prompts/list`. */
export function listPrompts({ selection }: ServerSurface): ListPromptsResult {
  const prompts = offeredPrompts(selection).map(({ name, title, description, arguments: args }) => ({
    ...{ name, title, description },
    arguments: args.map(({ name, description, required = false }) => ({ name, description, required })),
  }));
  return { prompts };
}

interface PromptRequest {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, string>> | undefined;
}

/**
 * Answers `prompts/get`. @throws {ProtocolError} for an unknown prompt, wrong arguments, and errors of the prompt's
 * actions
 */
export async function getPrompt(
  params: PromptRequest,
  surface: ServerSurface,
  request: RequestContext,
): Promise<GetPromptResult> {
  const offered = offeredPrompts(surface.selection);
  const prompt = offered.find(({ name }) => name === params.name);
  if (prompt === undefined)
    throw invalidParamsError(
      `no prompt is called ${JSON.stringify(params.name)}; ${joinNames(offered.map(({ name }) => name))}`,
    );
  const args = checkedArguments(prompt, params.arguments ?? {});
  const text = await runForRequest(surface, request, (inquiry) => prompt.write(args, inquiry));
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}

/** Checks arguments. Empty texts count as absent: clients send them for fields that the user left empty. */
function checkedArguments(
  { name: prompt, arguments: known }: SdlPrompt,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ""));
  const names = known.map(({ name }) => name);
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw invalidParamsError(`${prompt} takes no ${JSON.stringify(unknown)}; ${joinNames(names)}`);
  const missing = known.find(({ name, required }) => required === true && args[name] === undefined);
  if (missing !== undefined) throw invalidParamsError(`${prompt} needs ${missing.name}: ${missing.description}`);
  return args;
}

function joinNames(names: readonly string[]): string {
  return names.length === 0 ? "this server has none" : `there are ${names.join(", ")}`;
}

function invalidParamsError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
