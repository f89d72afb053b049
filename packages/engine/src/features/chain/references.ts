/**
 * Resolves references of a chain's arguments to earlier results: a string `$N` with a path is replaced by the value at that path in step N. A
 * leading `$$` is a literal `$`. Nothing is evaluated.
 */
import { SdlError } from "@sdl/model";
import { type PathSegment, parsePath, pathText, resolveSegment } from "./paths.js";

/** An earlier step as references see it. */
export interface StepView {
  readonly fn: string;
  /** Canonical name of the action; `undefined` for a transform. */
  readonly action?: string | undefined;
  /** `undefined` if the step failed or returned nothing. */
  readonly value: unknown;
  readonly failed: boolean;
}

/** One reference as written, and the index of its step. */
export interface UsedReference {
  readonly reference: string;
  readonly step: number;
}

const REFERENCE = /^\$(\d{1,4})(?=[.[]|$)(\S*)$/;

/** Alternative names of answers' keys, allowed as the first segment of a path. */
const ALIASES: Readonly<Record<string, string>> = { symbols: "results" };

/** Maximum nesting depth of arguments. */
const MAX_DEPTH = 32;

/**
 * Arguments with every reference replaced by its value.
 * @throws {SdlError} `invalid_params` if a reference does not resolve; the message lists the step and its keys
 */
export function resolveReferences(
  args: unknown,
  views: readonly StepView[],
  onReference: (used: UsedReference) => void = () => undefined,
): unknown {
  const resolve = (value: unknown, depth: number): unknown => {
    if (depth > MAX_DEPTH)
      throw new SdlError("invalid_params", `args nest deeper than ${MAX_DEPTH} levels; flatten them`);
    if (typeof value === "string") return resolveText(value, views, onReference);
    if (Array.isArray(value)) return value.map((entry) => resolve(entry, depth + 1));
    if (typeof value !== "object" || value === null) return value;
    // `fromEntries`, not assignment: assigning a key called __proto__ would set the prototype.
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, resolve(entry, depth + 1)]));
  };
  return resolve(args, 0);
}

function resolveText(text: string, views: readonly StepView[], onReference: (used: UsedReference) => void): unknown {
  if (text.startsWith("$$")) return text.slice(1);
  const match = REFERENCE.exec(text);
  if (match === null) return text;
  const step = Number(match[1]);
  const path = parsePath(match[2] ?? "");
  if (path === undefined) {
    throw new SdlError(
      "invalid_params",
      `${text} is not a valid reference; write it as $${step}.key[0].key, or begin with $$ for plain text`,
    );
  }
  onReference({ reference: text, step });
  return followPath(text, findStepView(text, step, views), path);
}

function findStepView(text: string, step: number, views: readonly StepView[]): StepView & { readonly step: number } {
  const view = views[step];
  if (view === undefined) {
    const earlier = views.length === 0 ? "this is the first step" : `earlier steps are $0 to $${views.length - 1}`;
    throw new SdlError("invalid_params", `${text} refers to step ${step}, which has not run: ${earlier}`);
  }
  if (view.failed) {
    throw new SdlError(
      "invalid_params",
      `${text} refers to step ${step} (${view.fn}), which failed; correct that step first`,
    );
  }
  return { ...view, step };
}

function followPath(text: string, view: StepView & { readonly step: number }, path: readonly PathSegment[]): unknown {
  let value = view.value;
  for (const [at, segment] of path.entries()) {
    let taken = resolveSegment(value, segment);
    if (!taken.found && at === 0 && typeof segment === "string") taken = resolveAlias(view, segment) ?? taken;
    if (!taken.found) {
      const place = `$${view.step}${pathText(path.slice(0, at))}`;
      const message = `${text}: step ${view.step} (${view.fn}) has no ${pathText([segment]).replace(/^\./, "")} there: ${place} ${taken.has}`;
      throw new SdlError("invalid_params", message);
    }
    value = taken.value;
  }
  return value;
}

/** Accepts `symbols` for `results` of an answer, and `card` for a card's own answer. */
function resolveAlias({ action, value }: StepView, segment: string): ReturnType<typeof resolveSegment> | undefined {
  if (segment === "card" && action === "sdl.symbol.getCard") return { found: true, value };
  const alias = Object.hasOwn(ALIASES, segment) ? ALIASES[segment] : undefined;
  return alias === undefined ? undefined : resolveSegment(value, alias);
}
