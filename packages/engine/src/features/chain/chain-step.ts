/** One step of a chain: its references resolved, its action or transform run, its cards exchanged for references. */

import { SdlError } from "@sdl/model";
import type { Action, ActionContext } from "../../contract/action.js";
import type { ActionCatalog } from "../../contract/catalog.js";
import { type ErrorAnswer, toErrorAnswer } from "../../contract/error-answer.js";
import { isRecord, type KnownCards } from "./known-cards.js";
import { resolveReferences, type StepView, type UsedReference } from "./references.js";
import { applyTransform, isTransform, TRANSFORMS } from "./transforms.js";
import { refuseHuge } from "./value-size.js";

export interface ChainStep {
  readonly fn: string;
  readonly args?: Readonly<Record<string, unknown>> | undefined;
}

/** What steps of one chain share. */
export interface ChainScope {
  readonly catalog: ActionCatalog;
  readonly context: ActionContext;
  /** The chain's repository, for steps that name none. */
  readonly repoId: string | undefined;
  readonly known: KnownCards;
}

export interface StepOutcome {
  readonly view: StepView;
  /** What the client gets; the view may hold more. */
  readonly sent?: unknown;
  readonly error?: ErrorAnswer;
  readonly warning?: string | undefined;
  readonly args?: unknown;
  readonly references: readonly UsedReference[];
}

/** @throws an AbortError when the context's signal fires; everything else is the step's outcome */
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
    refuseHuge(args, "the arguments");
    const done = isTransform(step.fn)
      ? transformed(step.fn, args)
      : await acted(scope, allowedAction(scope, step.fn), { args: isRecord(args) ? args : {}, index });
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

interface Done {
  readonly value: unknown;
  readonly sent: unknown;
  readonly args: unknown;
  readonly warning?: string | undefined;
}

function transformed(name: keyof typeof TRANSFORMS, args: unknown): Done {
  const value = applyTransform(name, args);
  refuseHuge(value, "the result");
  return { value, sent: value, args };
}

async function acted(
  { context, repoId, known }: ChainScope,
  action: Action,
  { args, index }: { readonly args: Readonly<Record<string, unknown>>; readonly index: number },
): Promise<Done> {
  const scoped = known.addTo(action, withRepository(action, args, repoId));
  const warning = ladderWarning(action, args, known);
  const answer = await action.execute(scoped, { ...context, isNested: true });
  const value = action.decode(answer);
  const sent = known.withoutKnown(answer);
  known.remember(value, index);
  return { value, sent, args: scoped, warning };
}

/** What takes things away is asked for by itself, so that a client's consent to a chain is not one to that. */
function allowedAction({ catalog, context }: ChainScope, name: string): Action {
  const action = catalog.find(name);
  if (action === undefined) throw unknownFunction(catalog, name);
  if (action.name === "sdl.chain")
    throw new SdlError("invalid_params", "a chain cannot contain a chain; put its steps into this one");
  context.selection?.require(action.name);
  if (action.annotations.destructive) {
    throw new SdlError("policy_denied", `${action.name} deletes things and cannot run in a chain; call it by itself`);
  }
  return action;
}

function unknownFunction(catalog: ActionCatalog, name: string): SdlError {
  const near = catalog.suggest(name);
  const hint = near.length === 0 ? "" : ` Did you mean ${near.join(" or ")}?`;
  const transforms = Object.keys(TRANSFORMS).join(", ");
  return new SdlError(
    "invalid_params",
    `no function is called ${JSON.stringify(name)}.${hint} sdl.action.search finds actions; transforms: ${transforms}`,
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

/** Raw source comes after a card: it costs many times as much, and the card says whether it is needed. */
function ladderWarning(action: Action, args: Readonly<Record<string, unknown>>, known: KnownCards): string | undefined {
  if (action.guide.rung !== "raw") return undefined;
  const symbolId = args["symbolId"] ?? args["symbol_id"];
  const isSeen = typeof symbolId === "string" ? known.has(symbolId) : known.size > 0;
  return isSeen ? undefined : "raw source before a card: get the symbol's card first, then a skeleton or a hot path";
}
