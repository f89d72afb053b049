/** The action table as a handful of tools: each takes an action's name and its arguments. Knows no action by name. */
import type { Tool } from "@modelcontextprotocol/server";
import {
  ACTIONS,
  type Action,
  type ActionGroup,
  findAction,
  groupActions,
  type NameStyle,
  styledName,
} from "@sdl/engine";

export function gatewayTools(names: NameStyle): Tool[] {
  return groupActions(ACTIONS).map((group) => toGroupTool(group, names));
}

/** A call of a group's tool. */
export interface GatewayCall {
  /** As the client wrote it; may name nothing. */
  readonly actionName: string;
  readonly action: Action | undefined;
  readonly rawArguments: unknown;
}

/** @returns `undefined` when the tool is no group's */
export function readGatewayCall(toolName: string, rawArguments: unknown): GatewayCall | undefined {
  const isGroup = groupActions(ACTIONS).some(
    ({ name }) => name === toolName || styledName(name, "underscore") === toolName,
  );
  if (!isGroup) return undefined;
  const { action, args } = { action: "", args: {}, ...(rawArguments as object) };
  const actionName = String(action);
  return { actionName, action: findAction(actionName), rawArguments: args };
}

function toGroupTool({ name, title, actions }: ActionGroup, names: NameStyle): Tool {
  return {
    name: styledName(name, names),
    title,
    description: `${title}. Pass an action and its arguments: ${actions.map(summaryOf).join("; ")}. ${manualHint(names)}`,
    inputSchema: {
      type: "object",
      properties: {
        action: { type: "string", enum: actions.map(bareName) },
        args: { type: "object", description: "The action's parameters" },
      },
      required: ["action"],
      additionalProperties: false,
    },
    annotations: {
      readOnlyHint: actions.every(({ annotations }) => annotations.readOnly),
      destructiveHint: actions.some(({ annotations }) => annotations.destructive),
      idempotentHint: actions.every(({ annotations }) => annotations.idempotent),
      openWorldHint: false,
    },
    _meta: { "sdl/group": name },
  };
}

/** `symbol.search(query, kinds?)`: the parameters that are required, and what else there is. */
function summaryOf(action: Action): string {
  const { properties = {}, required = [] } = action.inputSchema();
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && !SHARED.has(name));
  const names = [...required, ...optional.map((name) => `${name}?`)];
  return `${bareName(action)}(${names.join(", ")})`;
}

/** Said by the server's instructions. */
const SHARED: ReadonlySet<string> = new Set(["repoId", "fresh"]);

function bareName({ name }: Action): string {
  return name.replace(/^sdl\./, "");
}

function manualHint(names: NameStyle): string {
  return `${styledName("sdl.agent", names)} with action "manual" explains them.`;
}
