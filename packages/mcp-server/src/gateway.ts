/**
 * Gateway list: the action table as a few tools, each of which takes an action's name and arguments. Knows no action by
 * name.
 */
import type { Tool } from "@modelcontextprotocol/server";
import {
  ACTIONS,
  type Action,
  type ActionGroup,
  type ActionSelection,
  findAction,
  groupActions,
  type NameStyle,
  styleName,
} from "@sdl/engine";

/** One tool per group of actions. Groups without an offered action are left out. */
export function gatewayTools(names: NameStyle, selection: ActionSelection): Tool[] {
  const offered = ACTIONS.filter(({ name }) => selection.offers(name));
  const canExplain = selection.offers("sdl.manual");
  return groupActions(offered).map((group) =>
    toGroupTool(group, { names, canExplain, isReadOnly: selection.isReadOnly }),
  );
}

/** A call of a group's tool, unwrapped. */
export interface GatewayCall {
  /** As the client wrote it; may be no action's name. */
  readonly actionName: string;
  readonly action: Action | undefined;
  readonly rawArguments: unknown;
}

/** @returns `undefined` if no group has a tool of this name */
export function parseGatewayCall(toolName: string, rawArguments: unknown): GatewayCall | undefined {
  const isGroup = groupActions(ACTIONS).some(
    ({ name }) => name === toolName || styleName(name, "underscore") === toolName,
  );
  if (!isGroup) return undefined;
  const { action, args } = { action: "", args: {}, ...(rawArguments as object) };
  const actionName = String(action);
  return { actionName, action: findAction(actionName), rawArguments: args };
}

interface GroupStyle {
  readonly names: NameStyle;
  /** Whether the manual's action is offered. */
  readonly canExplain: boolean;
  readonly isReadOnly: boolean;
}

function toGroupTool({ name, title, actions }: ActionGroup, { names, canExplain, isReadOnly }: GroupStyle): Tool {
  const hint = canExplain ? ` ${manualHint(names)}` : "";
  return {
    name: styleName(name, names),
    title,
    description: `${title}. Pass an action and its arguments: ${actions.map(actionSummary).join("; ")}.${hint}`,
    inputSchema: {
      type: "object",
      properties: {
        action: { type: "string", enum: actions.map(nameWithoutPrefix) },
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

/** `symbol.search(query, kinds?)`: required parameters, then optional ones with a question mark. */
function actionSummary(action: Action): string {
  const { properties = {}, required = [] } = action.inputSchema();
  const optional = Object.keys(properties).filter((name) => !required.includes(name) && !SHARED.has(name));
  const names = [...required, ...optional.map((name) => `${name}?`)];
  return `${nameWithoutPrefix(action)}(${names.join(", ")})`;
}

/** Parameters that the server's instructions explain. */
const SHARED: ReadonlySet<string> = new Set(["repoId", "fresh"]);

function nameWithoutPrefix({ name }: Action): string {
  return name.replace(/^sdl\./, "");
}

function manualHint(names: NameStyle): string {
  return `${styleName("sdl.agent", names)} with action "manual" explains them.`;
}
