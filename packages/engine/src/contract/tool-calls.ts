/** Names of listed tools and the notation of calls: decides under which name a tool is listed and how a text writes a call. */

import { ActionSelection } from "../selection/selection.js";
import { REFUSED_CALL } from "../text/finished-text.js";
import type { TextStyle } from "./answer-form.js";
import { defaultToolOf } from "./default-tools.js";
import { groupNameOf } from "./groups.js";
import { camelName, type NameStyle, styleName } from "./names.js";

/**
 * `core`: the default tools. `all`: every action. `gateway`: a few tools that take an action's name. `code`: the actions that find, explain and
 * chain actions. In every mode, all actions that the server offers can be called.
 */
export type ListMode = "core" | "all" | "gateway" | "code";

/** The tools that mode `code` lists. */
export const CODE_TOOLS: ReadonlySet<string> = new Set(["sdl.action.search", "sdl.manual", "sdl.chain", "sdl.info"]);

/** The name under which an action is listed: its default tool's name if it has one, else its canonical name. */
export function listedName(action: string, names: NameStyle): string {
  return styleName(defaultToolOf(action)?.name ?? action, names);
}

/** Text style of tools: writes calls in the notation of the client's tool list. Texts leave out lines with calls that the client cannot make. */
export function makeToolStyle(names: NameStyle, mode: ListMode = "core", selection = new ActionSelection()): TextStyle {
  // In mode `code`, all other actions are called through a chain.
  const carrier = mode === "code" ? "sdl.chain" : undefined;
  const isCallable = (action: string) =>
    selection.offers(action) && (carrier === undefined || CODE_TOOLS.has(action) || selection.offers(carrier));
  return {
    call: (action, args) => (isCallable(action) ? formatCall(action, args, { names, mode }) : REFUSED_CALL),
    words: (text) => withListedNames(text, names),
    namesHandles: true,
  };
}

interface ToolNaming {
  readonly names: NameStyle;
  readonly mode: ListMode;
}

function formatCall(action: string, args: Readonly<Record<string, unknown>>, { names, mode }: ToolNaming): string {
  if (mode === "gateway") {
    const grouped = { action: action.replace(/^sdl\./, ""), args };
    return `${styleName(groupNameOf(action), names)} ${JSON.stringify(grouped)}`;
  }
  if (mode === "code" && !CODE_TOOLS.has(action)) {
    return `${styleName("sdl.chain", names)} ${JSON.stringify({ steps: [{ fn: camelName(action), args }] })}`;
  }
  return `${listedName(action, names)} ${JSON.stringify(args)}`;
}

/** Rewrites canonical action names in a text to the names that they are listed under. */
export function withListedNames(text: string, names: NameStyle): string {
  return text.replace(/\bsdl(?:\.\w+)+/g, (name) => listedName(name, names));
}
