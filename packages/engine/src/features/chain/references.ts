/**
 * References of a chain's arguments to earlier results: a string that is `$N` with a path stands for the value there. `$$` at its head
 * stands for a plain `$`. Nothing is evaluated.
 */
import { SdlError } from "@sdl/model";
import { type PathSegment, parsePath, pathText, takeSegment } from "./paths.js";

/** What an earlier step offers to references. */
export interface StepView {
  readonly fn: string;
  /** Canonical name of an action; `undefined` for a transform. */
  readonly action?: string | undefined;
  /** `undefined` when it failed or returned nothing. */
  readonly value: unknown;
  readonly failed: boolean;
}

/** One reference as it was written, with the step that it speaks of. */
export interface UsedReference {
  readonly reference: string;
  readonly step: number;
}

const REFERENCE = /^\$(\d{1,4})(?=[.[]|$)(\S*)$/;

/** Names that answers go by beside their own, by the first segment of a path. */
const ALIASES: Readonly<Record<string, string>> = { symbols: "results" };

/** Arguments nest no deeper than this. */
const MAX_DEPTH = 32;

/**
 * Arguments with every reference replaced by what it stands for.
 * @throws {SdlError} `invalid_params` for a reference that leads nowhere: it names the step and the keys it has
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
    // Entries, not assignments: a key called __proto__ stays a key.
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
      `${text} is no reference; write it as $${step}.key[0].key, or $$… for plain text`,
    );
  }
  onReference({ reference: text, step });
  return followPath(text, viewOf(text, step, views), path);
}

function viewOf(text: string, step: number, views: readonly StepView[]): StepView & { readonly step: number } {
  const view = views[step];
  if (view === undefined) {
    const earlier = views.length === 0 ? "this is the first step" : `earlier steps are $0 to $${views.length - 1}`;
    throw new SdlError("invalid_params", `${text} refers to step ${step}, which has not run: ${earlier}`);
  }
  if (view.failed) {
    throw new SdlError(
      "invalid_params",
      `${text} refers to step ${step} (${view.fn}), which failed; fix that step first`,
    );
  }
  return { ...view, step };
}

function followPath(text: string, view: StepView & { readonly step: number }, path: readonly PathSegment[]): unknown {
  let value = view.value;
  for (const [at, segment] of path.entries()) {
    let taken = takeSegment(value, segment);
    if (!taken.found && at === 0 && typeof segment === "string") taken = takeAlias(view, segment) ?? taken;
    if (!taken.found) {
      const place = `$${view.step}${pathText(path.slice(0, at))}`;
      const message = `${text}: step ${view.step} (${view.fn}) has no ${pathText([segment]).replace(/^\./, "")} there: ${place} ${taken.has}`;
      throw new SdlError("invalid_params", message);
    }
    value = taken.value;
  }
  return value;
}

/** A search's results answer to `symbols` too, and a card to `card`. */
function takeAlias({ action, value }: StepView, segment: string): ReturnType<typeof takeSegment> | undefined {
  if (segment === "card" && action === "sdl.symbol.getCard") return { found: true, value };
  const alias = Object.hasOwn(ALIASES, segment) ? ALIASES[segment] : undefined;
  return alias === undefined ? undefined : takeSegment(value, alias);
}
