/** Dispatch of calls: finds an action by name in the table and runs it with raw arguments. */
import type { Action, ActionContext } from "./contract/action.js";
import type { Answer } from "./contract/prune-answer.js";
import { type SelectionRequest, selectActions as selectFrom } from "./select-actions.js";
import type { ActionSelection } from "./selection/selection.js";
import { CATALOG } from "./table.js";

/** Finds an action by a name in any spelling: `sdl.slice.build`, `slice.build`, `sdl_slice_build`, `sliceBuild`, an alias. */
export function findAction(name: string): Action | undefined {
  return CATALOG.find(name);
}

/** The actions that a server offers. @throws {SdlError} `invalid_params` for unknown names, and if no action is left */
export function selectActions(request: SelectionRequest): ActionSelection {
  return selectFrom(CATALOG, request);
}

/** Canonical names similar to an unknown name; best first. */
export function suggestActions(name: string): readonly string[] {
  return CATALOG.similarNames(name);
}

/**
 * @param name in any spelling
 * @throws {SdlError} of every code; an AbortError when the caller's signal fires
 */
export async function runAction(name: string, rawArguments: unknown, context: ActionContext): Promise<Answer> {
  return CATALOG.run(name, rawArguments, context);
}
