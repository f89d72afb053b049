/** MCP server of the action table, without a transport. Knows no action by name. */

import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import {
  ActionSelection,
  type AnswerFormat,
  type Engine,
  findAction,
  type IdleCollector,
  type ListMode,
  listedName,
  type NameStyle,
  SdlError,
  sdlVersion,
  suggestActions,
} from "@sdl/engine";
import { showsPages } from "./apps/client-pages.js";
import { isPictureTool, pictureMeta } from "./apps/graph-page.js";
import { callPictureTool } from "./apps/picture-tool.js";
import { callTool, unknownAction } from "./call-tool.js";
import { completeArgument } from "./complete-argument.js";
import type { ConcurrencyLimit } from "./concurrency-limit.js";
import { parseGatewayCall } from "./gateway.js";
import { buildInstructions } from "./instructions.js";
import { getPrompt, listPrompts } from "./prompts/serve-prompts.js";
import { listResources, listResourceTemplates, readResource } from "./resources/serve-resources.js";
import type { AnsweredCall, ServerSurface } from "./surface.js";
import { listTools } from "./tool-list.js";

/** Options of every server, whatever its transport. */
export interface McpServerOptions {
  readonly engine: Engine;
  readonly mode?: ListMode;
  readonly names?: NameStyle;
  readonly outputSchemas?: boolean;
  /**
   * Format of answers to calls that request none. Default: text; JSON if output schemas are listed, because clients
   * validate answers against them.
   */
  readonly answerFormat?: AnswerFormat;
  /** The offered actions; absent means all. */
  readonly selection?: ActionSelection;
  /** Names of the served repositories, if calls must name one. */
  readonly repositories?: readonly string[];
  /** Time limit of one request; absent means none. */
  readonly limitMs?: number;
  /** Limits requests that run at once; absent means no limit. */
  readonly concurrency?: ConcurrencyLimit;
  /** Collects garbage between calls; if absent, no collection is requested. */
  readonly rest?: IdleCollector;
  /** Called after every call of an action. */
  readonly onCall?: (call: AnsweredCall) => void;
  /** Called after a client's handshake. */
  readonly onInitialized?: () => void;
}

/**
 * Returns a function that makes identical servers: one per connection or per request. Shared parts are computed once.
 * @throws {SdlError} `invalid_params` if no tool is left to list
 */
export function mcpServerFactory(options: McpServerOptions): () => Server {
  const shared = makeShared(options);
  return () => connectSurface(shared);
}

interface SharedParts {
  readonly surface: ServerSurface;
  readonly identity: ConstructorParameters<typeof Server>;
  readonly tools: (showsPages: boolean) => ReturnType<typeof listTools>;
  readonly during: <T>(call: () => Promise<T>) => Promise<T>;
  readonly onInitialized: () => void;
}

function makeShared(options: McpServerOptions): SharedParts {
  const { engine, mode = "core", names = "underscore", outputSchemas = false, rest, limitMs, concurrency } = options;
  const { answerFormat = outputSchemas ? "json" : "text", selection = new ActionSelection() } = options;
  const surface = {
    engine,
    mode,
    names,
    answerFormat,
    selection,
    limitMs,
    onCall: options.onCall,
    concurrency,
  };
  const lists = new Map<boolean, ReturnType<typeof listTools>>();
  const tools = (showsPages: boolean) => {
    const known = lists.get(showsPages) ?? listTools({ mode, names, outputSchemas, selection, showsPages });
    lists.set(showsPages, known);
    return known;
  };
  if (!selection.isWhole && tools(false).length === 0)
    throw new SdlError(
      "invalid_params",
      `none of the tools of --tools ${mode} is offered; pass --tools all, or offer more`,
    );
  return {
    surface,
    identity: [
      { name: "sdl", title: "Symbol Delta Ledger", version: sdlVersion() },
      {
        capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
        instructions: buildInstructions({ names, mode, selection, repositories: options.repositories }),
      },
    ],
    tools,
    during: (call) => (rest === undefined ? call() : rest.runCall(call)),
    onInitialized: () => {
      void engine.compareIndexed();
      options.onInitialized?.();
    },
  };
}

/** Registers handlers and computes nothing: over HTTP this runs for every request. */
function connectSurface({ surface, identity, tools, during, onInitialized }: SharedParts): Server {
  const server = new Server(...identity);
  const surfaceFor = (context: ServerContext) =>
    showsPages(server, context) ? { ...surface, showsPages: true } : surface;
  server.oninitialized = onInitialized;
  server.setRequestHandler("tools/list", (_, context) => ({ tools: tools(showsPages(server, context)) }));
  server.setRequestHandler("tools/call", ({ params }, context) =>
    during(() => handleToolCall(params, surfaceFor(context), context)),
  );
  server.setRequestHandler("resources/list", (_, context) => listResources(surfaceFor(context)));
  server.setRequestHandler("resources/templates/list", () => listResourceTemplates(surface));
  server.setRequestHandler("resources/read", ({ params }, context) =>
    during(() => readResource(params.uri, surfaceFor(context), context.mcpReq)),
  );
  server.setRequestHandler("prompts/list", () => listPrompts(surface));
  server.setRequestHandler("prompts/get", ({ params }, { mcpReq }) => during(() => getPrompt(params, surface, mcpReq)));
  server.setRequestHandler("completion/complete", ({ params }, { mcpReq }) =>
    during(() => completeArgument(params, surface, mcpReq)),
  );
  return server;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

async function handleToolCall(params: CallParams, surface: ServerSurface, { mcpReq }: ServerContext) {
  if (surface.showsPages === true && isPictureTool(params.name))
    return callPictureTool(params.arguments, surface, mcpReq);
  const grouped = parseGatewayCall(params.name, params.arguments);
  const rawArguments = grouped === undefined ? params.arguments : grouped.rawArguments;
  if (grouped !== undefined && grouped.action === undefined)
    return unknownAction(grouped.actionName, rawArguments, surface);
  const action = grouped?.action ?? findAction(params.name);
  if (action === undefined) throw unknownTool(params.name, surface);
  const metaOf = surface.showsPages === true ? pictureMeta(action.name) : undefined;
  return callTool({ action, rawArguments, surface, ...(metaOf === undefined ? {} : { metaOf }) }, mcpReq);
}

function unknownTool(name: string, { names, selection }: ServerSurface): ProtocolError {
  const near = suggestActions(name).filter((canonical) => selection.offers(canonical));
  const candidates = near.map((canonical) => listedName(canonical, names));
  const hint = candidates.length === 0 ? "List the tools." : `Did you mean ${candidates.join(" or ")}?`;
  const message = `Unknown tool ${JSON.stringify(name)}. ${hint}`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { candidates });
}
