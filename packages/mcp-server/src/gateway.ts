/** The action table as a handful of tools: each takes an action's name and its arguments. Knows no action by name. */
import type { Tool } from "@modelcontextprotocol/server";
import {
  ACTIONS,
  type Action,
  type ActionGroup,
  type ActionSelection,
  findAction,
  groupActions,
  type NameStyle,
  styledName,
} from "@sdl/engine";

/** Groups without an action that is offered are left out. */
export function gatewayTools(names: NameStyle, selection: ActionSelection): Tool[] {
  const offered = ACTIONS.filter(({ name }) => selection.offers(name));
  const canExplain = selection.offers("sdl.manual");
  return groupActions(offered).map((group) =>
    toGroupTool(group, { names, canExplain, isReadOnly: selection.isReadOnly }),
  );
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

interface GroupStyle {
  readonly names: NameStyle;
  /** Whether the manual is offered. */
  readonly canExplain: boolean;
  readonly isReadOnly: boolean;
}

function toGroupTool({ name, title, actions }: ActionGroup, { names, canExplain, isReadOnly }: GroupStyle): Tool {
  const hint = canExplain ? ` ${manualHint(names)}` : "";
  return {
    name: styledName(name, names),
    title,
    description: `${title}. Pass an action and its arguments: ${actions.map(summaryOf).join("; ")}.${hint}`,
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
      readOnlyHint: isReadOnly || actions.every(({ annotations }) => annotations.readOnly),
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
