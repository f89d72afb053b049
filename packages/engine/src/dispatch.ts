/** From a name and raw arguments to an answer, over the table of actions. */
import type { Action, ActionContext } from "./contract/action.js";
import type { Answer } from "./contract/prune-answer.js";
import { type SelectionRequest, selectActions as selectFrom } from "./select-actions.js";
import type { ActionSelection } from "./selection/selection.js";
import { CATALOG } from "./table.js";

/** The action of a name in any spelling: `sdl.slice.build`, `slice.build`, `sdl_slice_build`, `sliceBuild`, an alias. */
export function findAction(name: string): Action | undefined {
  return CATALOG.find(name);
}

/** The actions that a server offers. @throws {SdlError} `invalid_params` for names that there are not, and where nothing is left */
export function selectActions(request: SelectionRequest): ActionSelection {
  return selectFrom(CATALOG, request);
}

/** Canonical names near a name that none has; best first. */
export function suggestActions(name: string): readonly string[] {
  return CATALOG.suggest(name);
}

/**
 * @param name in any spelling
 * @throws {SdlError} of every code; an AbortError when the caller's signal fires
 */
export async function runAction(name: string, rawArguments: unknown, context: ActionContext): Promise<Answer> {
  return CATALOG.run(name, rawArguments, context);
}
