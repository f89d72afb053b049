/** From a name and raw arguments to an answer or an error that a client can act on. One of the places where errors are caught. */
import { ModelError, SdlError, type SdlErrorCode } from "@sdl/model";
import { closest } from "../text/closest.js";
import type { Action, ActionContext } from "./action.js";
import { spellings } from "./names.js";
import type { Answer } from "./prune-answer.js";
import { ACTIONS } from "./table.js";

const BY_NAME: ReadonlyMap<string, Action> = new Map(
  ACTIONS.flatMap((action) => spellings(action.name).map((spelling): [string, Action] => [spelling, action])),
);

/** The action of a name in any spelling: `sdl.slice.build`, `slice.build`, `sdl_slice_build`, `sliceBuild`. */
export function findAction(name: string): Action | undefined {
  return BY_NAME.get(name);
}

/** Canonical names near a name that none has; best first. */
export function suggestActions(name: string): readonly string[] {
  const bare = name.replace(/^sdl[._]/, "");
  return closest(bare, [...BY_NAME.keys()])
    .map((spelling) => BY_NAME.get(spelling)?.name)
    .filter(
      (canonical, index, all): canonical is string => canonical !== undefined && all.indexOf(canonical) === index,
    );
}

/**
 * @param name in any spelling
 * @throws {SdlError} of every code; an AbortError when the caller's signal fires
 */
export async function runAction(name: string, rawArguments: unknown, context: ActionContext): Promise<Answer> {
  const action = findAction(name);
  if (action === undefined) throw unknownAction(name);
  return action.execute(rawArguments, context);
}

function unknownAction(name: string): SdlError {
  const near = suggestActions(name);
  const hint =
    near.length === 0
      ? `Actions: ${ACTIONS.map((action) => action.name).join(", ")}.`
      : `Did you mean ${near.join(" or ")}?`;
  return new SdlError("invalid_params", `no action is called ${JSON.stringify(name)}. ${hint}`, { candidates: near });
}

/** An error as answers carry it. */
export interface ErrorAnswer {
  readonly code: SdlErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly nextBestAction?: { readonly tool: string; readonly args: object; readonly rationale: string };
  readonly candidates?: readonly unknown[];
}

/** Errors that no code foresaw become `internal`; their stack stays here. */
export function toErrorAnswer(error: unknown): ErrorAnswer {
  if (!(error instanceof SdlError)) return unforeseen(error);
  const { code, message, hint, nextBestAction, candidates } = error;
  return {
    code,
    message,
    ...(hint === undefined ? {} : { hint }),
    ...(nextBestAction === undefined ? {} : { nextBestAction }),
    ...(candidates === undefined || candidates.length === 0 ? {} : { candidates }),
  };
}

function unforeseen(error: unknown): ErrorAnswer {
  if (error instanceof ModelError && error.code === "INVALID_ID")
    return { code: "invalid_params", message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  const code = storeErrorCode(error);
  if (code !== undefined) return { code, message };
  return {
    code: "internal",
    message: `${message}. This is a fault of the program; try the call again, then report it.`,
  };
}

const STORE_CODES: Readonly<Record<string, SdlErrorCode>> = {
  STORE_CORRUPT: "corrupt_store",
  SCHEMA_MISMATCH: "corrupt_store",
  STORE_MISSING: "not_indexed",
  SYMBOL_NOT_FOUND: "symbol_not_found",
  VERSION_NOT_FOUND: "version_not_found",
  VERSION_EXPIRED: "busy",
  WRITE_CONFLICT: "busy",
};

/** The ledger's errors, known by their name: importing the ledger to ask costs every start of the program. */
function storeErrorCode(error: unknown): SdlErrorCode | undefined {
  if (!(error instanceof Error) || error.name !== "GraphError" || !("code" in error)) return undefined;
  return STORE_CODES[String(error.code)];
}
