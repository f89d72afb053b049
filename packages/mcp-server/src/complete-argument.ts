/** Handler of `completion/complete`: values for arguments of prompts and variables of resource addresses. */
import {
  type CompleteRequestParams,
  type CompleteResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { type CompletedKind, complete } from "@sdl/engine";
import { runForRequest } from "./answer-text.js";
import { offeredPrompts } from "./prompts/serve-prompts.js";
import { offeredResources } from "./resources/serve-resources.js";
import type { RequestContext, ServerSurface } from "./surface.js";

/** The protocol's limit. */
const MAX_VALUES = 100;

/** @throws {ProtocolError} for an unknown prompt, template or argument */
export async function completeArgument(
  params: CompleteRequestParams,
  surface: ServerSurface,
  request: RequestContext,
): Promise<CompleteResult> {
  const kind = completedKind(params, surface);
  const { value: text } = params.argument;
  const repoId = params.context?.arguments?.["repoId"] || undefined;
  const found =
    kind === undefined
      ? []
      : await runForRequest(surface, request, ({ context }) => complete(kind, context, { repoId, text }));
  const values = found.slice(0, MAX_VALUES);
  return { completion: { values, total: found.length, hasMore: found.length > values.length } };
}

/** @returns `undefined` for free text */
function completedKind(
  { ref, argument }: CompleteRequestParams,
  { selection }: ServerSurface,
): CompletedKind | undefined {
  if (ref.type === "ref/prompt") {
    const prompt = offeredPrompts(selection).find(({ name }) => name === ref.name);
    const known = prompt?.arguments.find(({ name }) => name === argument.name);
    if (known === undefined) throw unknownArgumentError(`the prompt ${ref.name}`, argument.name);
    return known.completes;
  }
  const resource = offeredResources(selection).find(({ uri }) => uri === ref.uri);
  const kind = resource?.completes[argument.name];
  if (kind === undefined) throw unknownArgumentError(`the resource ${ref.uri}`, argument.name);
  return kind;
}

function unknownArgumentError(owner: string, argument: string): ProtocolError {
  const message = `there is no argument ${JSON.stringify(argument)} of ${owner}; list the prompts and templates`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
