/** Runs one step of a chain: resolves its references, runs its action or transform, replaces cards already sent by references. */

import { SdlError } from "@sdl/model";
import type { Action, ActionContext } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { type ErrorAnswer, toErrorAnswer } from "../../contract/error-answer.js";
import { isRecord, type KnownCards } from "./known-cards.js";
import { resolveReferences, type StepView, type UsedReference } from "./references.js";
import { applyTransform, isTransform, TRANSFORMS } from "./transforms.js";
import { requireReasonableSize } from "./value-size.js";

/** A step as the client writes it. */
export interface ChainStep {
  readonly fn: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** State that all steps of one chain share. */
export interface ChainScope {
  readonly catalog: ActionCatalog;
  readonly context: ActionContext;
  /** The chain's repository: used by steps that name none. */
  readonly repoId: string | undefined;
  readonly known: KnownCards;
}

/** Result of a step: its full value for later steps, and the part that the client receives. */
export interface StepOutcome {
  readonly view: StepView;
  /** The result as sent to the client; `view.value` holds the result in full. */
  readonly sent?: unknown;
  readonly error?: ErrorAnswer;
  readonly warning?: string | undefined;
  readonly args?: unknown;
  readonly references: readonly UsedReference[];
}

/** @throws an AbortError when the context's signal fires; every other error becomes the step's outcome */
export async function runStep(
  scope: ChainScope,
  step: ChainStep,
  index: number,
  views: readonly StepView[],
): Promise<StepOutcome> {
  const references: UsedReference[] = [];
  const action = isTransform(step.fn) ? undefined : scope.catalog.find(step.fn);
  const seen = { fn: step.fn, action: action?.name };
  try {
    const args = resolveReferences(step.args ?? {}, views, (used) => references.push(used));
    requireReasonableSize(args, "the arguments");
    const done = isTransform(step.fn)
      ? runTransform(step.fn, args)
      : await runStepAction(scope, requireAllowedAction(scope, step.fn), { args: isRecord(args) ? args : {}, index });
    return { ...done, view: { ...seen, value: done.value, failed: false }, references };
  } catch (error) {
    scope.context.signal?.throwIfAborted();
    return {
      view: { ...seen, value: undefined, failed: true },
      error: toErrorAnswer(error, scope.context.engine.log),
      references,
    };
  }
}

interface StepCompletion {
  readonly value: unknown;
  readonly sent: unknown;
  readonly args: unknown;
  readonly warning?: string | undefined;
}

function runTransform(name: keyof typeof TRANSFORMS, args: unknown): StepCompletion {
  const value = applyTransform(name, args);
  requireReasonableSize(value, "the result");
  return { value, sent: value, args };
}

async function runStepAction(
  { context, repoId, known }: ChainScope,
  action: Action,
  { args, index }: { readonly args: Readonly<Record<string, unknown>>; readonly index: number },
): Promise<StepCompletion> {
  const scoped = known.addKnownEtags(action, withRepository(action, args, repoId));
  const warning = ladderWarning(action, args, known);
  const answer = await action.execute(scoped, { ...context, isNested: true });
  const value = action.decode(answer);
  const sent = known.withoutKnown(answer);
  known.rememberCards(value, index);
  return { value, sent, args: scoped, warning };
}

/** The action of a step. Refuses destructive actions, so that a client's consent to a chain is never a consent to deletion. */
function requireAllowedAction({ catalog, context }: ChainScope, name: string): Action {
  const action = catalog.find(name);
  if (action === undefined) throw unknownFunctionError(catalog, name);
  if (action.name === "sdl.chain")
    throw new SdlError("invalid_params", "a chain cannot contain sdl.chain; put the inner steps into this chain");
  context.selection?.requireOffered(action.name);
  if (action.annotations.destructive) {
    throw new SdlError("policy_denied", `${action.name} deletes data and cannot run in a chain; call it by itself`);
  }
  return action;
}

function unknownFunctionError(catalog: ActionCatalog, name: string): SdlError {
  const near = catalog.similarNames(name);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const transforms = Object.keys(TRANSFORMS).join(", ");
  return new SdlError(
    "invalid_params",
    `unknown function ${JSON.stringify(name)}.${hint} sdl.action.search finds actions; transforms: ${transforms}`,
    { candidates: near },
  );
}

function withRepository(
  action: Action,
  args: Readonly<Record<string, unknown>>,
  repoId: string | undefined,
): Readonly<Record<string, unknown>> {
  const isOpen = args["repoId"] === undefined && args["repo_id"] === undefined && args["rootPath"] === undefined;
  const isTaken = Object.hasOwn(action.inputSchema().properties ?? {}, "repoId");
  return repoId !== undefined && isOpen && isTaken ? { ...args, repoId } : args;
}

/** Warns if raw source is requested before a card: source costs many times the tokens, and the card shows whether the source is needed. */
function ladderWarning(action: Action, args: Readonly<Record<string, unknown>>, known: KnownCards): string | undefined {
  if (action.guide.rung !== "raw") return undefined;
  const symbolId = args["symbolId"] ?? args["symbol_id"];
  const isSeen = typeof symbolId === "string" ? known.has(symbolId) : known.size > 0;
  return isSeen
    ? undefined
    : "raw source was requested before a card: get the symbol's card first, then a skeleton or a hot path";
}
