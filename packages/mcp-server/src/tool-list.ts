/** Tool lists: the action table in the form of `tools/list`. */

import type { Tool } from "@modelcontextprotocol/server";
import {
  ACTIONS,
  type Action,
  ActionSelection,
  ANSWER_FORMATS,
  CODE_TOOLS,
  DEFAULT_TOOLS,
  type DefaultTool,
  findAction,
  type ListMode,
  listedName,
  type NameStyle,
  PICTURE_TOOL,
  styleName,
  withListedNames,
} from "@sdl/engine";
import { withGraphPage } from "./apps/graph-page.js";
import { gatewayTools } from "./gateway.js";
import { leanSchema, type ObjectSchema, objectSchema, withoutLengths } from "./lean-schema.js";

/** Which tools to list, and how. */
export interface ToolListOptions {
  readonly mode: ListMode;
  readonly names: NameStyle;
  /** Output schemas cost more tokens than they are worth to most clients. Useful if answers are JSON. */
  readonly outputSchemas: boolean;
  /** The offered actions; absent means all. */
  readonly selection?: ActionSelection | undefined;
  /** Whether the client shows pages beside answers: tools then name theirs. Default: no. */
  readonly showsPages?: boolean | undefined;
}

const EVERYTHING = new ActionSelection();

/** Lists tools in the table's order: equal options give equal bytes. */
export function listTools(options: ToolListOptions): Tool[] {
  const { names, showsPages = false, selection = EVERYTHING } = options;
  const tools = offeredTools(options);
  return showsPages && selection.offers(PICTURE_TOOL) ? withGraphPage(tools, names) : tools;
}

function offeredTools(options: ToolListOptions): Tool[] {
  const { mode, names, selection = EVERYTHING } = options;
  if (mode === "gateway") return gatewayTools(names, selection);
  if (mode === "core")
    return DEFAULT_TOOLS.filter(({ action }) => selection.offers(action)).map((tool) => toDefaultTool(tool, options));
  const offered = ACTIONS.filter(({ name }) => selection.offers(name));
  const listed = mode === "all" ? offered : offered.filter(({ name }) => CODE_TOOLS.has(name));
  return listed.map((action) => toTool(action, options));
}

function toDefaultTool(tool: DefaultTool, { names, outputSchemas, selection }: ToolListOptions): Tool {
  const action = findAction(tool.action);
  if (action === undefined) throw new RangeError(`${tool.name}: no action is called ${tool.action}`);
  return {
    name: styleName(tool.name, names),
    title: tool.title,
    description: tool.description,
    inputSchema: leanSchema(action.inputSchema(), tool),
    ...(outputSchemas ? { outputSchema: objectSchema(action.outputSchema()) } : {}),
    annotations: toolAnnotations(action, selection),
    _meta: LOADED_AT_ONCE,
  };
}

/** Clients that load tools on demand, such as Claude Code, load these with the first request. */
const LOADED_AT_ONCE = { "anthropic/alwaysLoad": true };

function toTool(action: Action, { names, outputSchemas, selection }: ToolListOptions): Tool {
  return {
    name: listedName(action.name, names),
    title: action.title,
    description: withListedNames(action.description, names),
    inputSchema: withAnswerFormat(withoutSynonyms(objectSchema(withoutLengths(action.inputSchema())))),
    ...(outputSchemas ? { outputSchema: objectSchema(action.outputSchema()) } : {}),
    annotations: toolAnnotations(action, selection),
    _meta: { "sdl/action": action.name },
  };
}

/**
 * Only annotations that carry information: a reader cannot be destructive. In a read-only list, an action that runs
 * others only reads, too.
 */
function toolAnnotations(
  { annotations: { readOnly, destructive, idempotent } }: Action,
  selection = EVERYTHING,
): NonNullable<Tool["annotations"]> {
  if (readOnly || selection.isReadOnly) return { readOnlyHint: true, openWorldHint: false };
  return { readOnlyHint: false, destructiveHint: destructive, idempotentHint: idempotent, openWorldHint: false };
}

/** Synonyms of `symbol`, which programs may use. */
const SYNONYMS: readonly string[] = ["symbolId", "symbolRef"];

/** Keeps one name per parameter. A schema without the synonyms must not forbid them. */
function withoutSynonyms(schema: ObjectSchema): ObjectSchema {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, unknown>> };
  if (!Object.hasOwn(properties, "symbol")) return schema;
  const { additionalProperties: _, ...rest } = schema;
  const left = Object.entries(properties).filter(([name]) => !SYNONYMS.includes(name));
  return { ...rest, type: "object", properties: Object.fromEntries(left) };
}

/** Adds the parameter that every action takes besides its own. */
function withAnswerFormat(schema: ObjectSchema): ObjectSchema {
  const answerFormat = { type: "string", enum: ANSWER_FORMATS };
  return { ...schema, properties: { ...(schema["properties"] as object | undefined), answerFormat } };
}
