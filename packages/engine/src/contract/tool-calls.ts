/** How a client calls actions: under which name a tool is listed, and how a call is written. The one place that decides either. */

import { ActionSelection } from "../selection/selection.js";
import { REFUSED_CALL } from "../text/finished-text.js";
import type { TextStyle } from "./answer-form.js";
import { defaultToolOf } from "./default-tools.js";
import { groupNameOf } from "./groups.js";
import { camelName, type NameStyle, styledName } from "./names.js";

/**
 * `core`: what agents need first. `all`: every action. `gateway`: a few tools that take an action's name. `code`: what finds, explains and
 * chains actions. Whatever is listed, every action that the server offers can be called.
 */
export type ListMode = "core" | "all" | "gateway" | "code";

/** What `code` lists. */
export const CODE_TOOLS: ReadonlySet<string> = new Set(["sdl.action.search", "sdl.manual", "sdl.chain", "sdl.info"]);

/** The name that an action's own tool is listed under: one that says when to call it where it has one, else its canonical name. */
export function listedName(action: string, names: NameStyle): string {
  return styledName(defaultToolOf(action)?.name ?? action, names);
}

/** Calls that work as they are written, in the words of the tools that the client lists. Lines with other calls are left out of texts. */
export function toolStyle(names: NameStyle, mode: ListMode = "core", selection = new ActionSelection()): TextStyle {
  // The tool of this list by which every other action is called.
  const carrier = mode === "code" ? "sdl.chain" : undefined;
  const isCallable = (action: string) =>
    selection.offers(action) && (carrier === undefined || CODE_TOOLS.has(action) || selection.offers(carrier));
  return {
    call: (action, args) => (isCallable(action) ? writtenCall(action, args, { names, mode }) : REFUSED_CALL),
    words: (text) => withListedNames(text, names),
    namesHandles: true,
  };
}

interface ToolNaming {
  readonly names: NameStyle;
  readonly mode: ListMode;
}

function writtenCall(action: string, args: Readonly<Record<string, unknown>>, { names, mode }: ToolNaming): string {
  if (mode === "gateway") {
    const grouped = { action: action.replace(/^sdl\./, ""), args };
    return `${styledName(groupNameOf(action), names)} ${JSON.stringify(grouped)}`;
  }
  if (mode === "code" && !CODE_TOOLS.has(action)) {
    return `${styledName("sdl.chain", names)} ${JSON.stringify({ steps: [{ fn: camelName(action), args }] })}`;
  }
  return `${listedName(action, names)} ${JSON.stringify(args)}`;
}

/** A text that names actions canonically, with the names that they are listed under. */
export function withListedNames(text: string, names: NameStyle): string {
  return text.replace(/\bsdl(?:\.\w+)+/g, (name) => listedName(name, names));
}
