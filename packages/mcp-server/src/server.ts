/** The action table as an MCP server, without a transport. Knows no action by name. */

import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import {
  type AnswerFormat,
  type Engine,
  findAction,
  type ListMode,
  listedName,
  type NameStyle,
  type RestCollector,
  sdlVersion,
  suggestActions,
} from "@sdl/engine";
import { callTool, unknownAction } from "./call-tool.js";
import { readGatewayCall } from "./gateway.js";
import { instructions } from "./instructions.js";
import { listTools } from "./tool-list.js";

export interface McpServerOptions {
  readonly engine: Engine;
  readonly mode?: ListMode;
  readonly names?: NameStyle;
  readonly outputSchemas?: boolean;
  /** The form of answers to calls that ask for none: text, but JSON where schemas of answers are listed, as clients check these. */
  readonly answerFormat?: AnswerFormat;
  /** Told of every call; nothing is collected between calls when absent. */
  readonly rest?: RestCollector;
  /** Called when a client has shaken hands. */
  readonly onInitialized?: () => void;
}

/** Cheap enough to be made once per connection. */
export function createMcpServer({
  engine,
  mode = "core",
  names = "underscore",
  outputSchemas = false,
  answerFormat = outputSchemas ? "json" : "text",
  rest,
  onInitialized,
}: McpServerOptions): Server {
  const server = new Server(
    { name: "sdl", title: "Symbol Delta Ledger", version: sdlVersion() },
    { capabilities: { tools: {} }, instructions: instructions(names, mode) },
  );
  server.oninitialized = () => {
    void engine.warm();
    onInitialized?.();
  };
  server.setRequestHandler("tools/list", () => ({ tools: listTools({ mode, names, outputSchemas }) }));
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const grouped = readGatewayCall(params.name, params.arguments);
    const rawArguments = grouped === undefined ? params.arguments : grouped.rawArguments;
    const form = { rawArguments, names, mode, answerFormat };
    if (grouped !== undefined && grouped.action === undefined) return unknownAction(grouped.actionName, form);
    const action = grouped?.action ?? findAction(params.name);
    if (action === undefined) throw unknownTool(params.name, names);
    const call = () => callTool({ ...form, action, engine }, context.mcpReq);
    return rest === undefined ? call() : rest.during(call);
  });
  return server;
}

function unknownTool(name: string, names: NameStyle): ProtocolError {
  const near = suggestActions(name).map((canonical) => listedName(canonical, names));
  const hint = near.length === 0 ? "List the tools." : `Did you mean ${near.join(" or ")}?`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool ${JSON.stringify(name)}. ${hint}`, {
    candidates: near,
  });
}
