/** The action table as `tools/list` shows it. */

import type { Tool } from "@modelcontextprotocol/server";
import { ACTIONS, type Action, type JsonSchema, type NameStyle, styledName } from "@sdl/engine";
import { gatewayTools } from "./gateway.js";

/**
 * `core`: what agents need first. `all`: every action. `gateway`: a few tools that take an action's name. `code`: what finds, explains and
 * chains actions. Whatever is listed, every action can be called.
 */
export type ListMode = "core" | "all" | "gateway" | "code";

/** What `code` lists. */
const CODE_TOOLS: ReadonlySet<string> = new Set(["sdl.action.search", "sdl.manual", "sdl.chain", "sdl.info"]);

export interface ToolListOptions {
  readonly mode: ListMode;
  readonly names: NameStyle;
  /** Output schemas cost more tokens than they help most clients. */
  readonly outputSchemas: boolean;
}

/** In the table's order: equal options, equal bytes. */
export function listTools(options: ToolListOptions): Tool[] {
  if (options.mode === "gateway") return gatewayTools(options.names);
  return ACTIONS.filter((action) => isListed(action, options.mode)).map((action) => toTool(action, options));
}

function isListed({ name, core }: Action, mode: ListMode): boolean {
  if (mode === "code") return CODE_TOOLS.has(name);
  return mode === "all" || core;
}

function toTool(action: Action, options: ToolListOptions): Tool {
  return {
    name: styledName(action.name, options.names),
    title: action.title,
    description: options.names === "dotted" ? action.description : underscoreNames(action.description),
    inputSchema: objectSchema(action.inputSchema()),
    ...(options.outputSchemas ? { outputSchema: objectSchema(action.outputSchema()) } : {}),
    annotations: {
      readOnlyHint: action.annotations.readOnly,
      destructiveHint: action.annotations.destructive,
      idempotentHint: action.annotations.idempotent,
      openWorldHint: false,
    },
    _meta: { "sdl/action": action.name },
  };
}

/** Tool names inside prose are spelt as they are listed. */
export function underscoreNames(text: string): string {
  return text.replace(/\bsdl(\.\w+)+/g, (name) => styledName(name, "underscore"));
}

/** The protocol wants an object at the root, even of a union. */
function objectSchema(schema: JsonSchema): { type: "object" } & Record<string, unknown> {
  return { ...schema, type: "object" };
}
