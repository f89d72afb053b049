/**
 * Breaks of a function's signature for its callers: calls that fit the old declaration and not the new one. Not breaks:
 * Python annotations, default values, names of parameters that are passed by position only, and added optional
 * parameters.
 */
import type { Signature } from "@sdl/model/graph";
import type { Parameter } from "../symbol-source.js";

/**
 * `certain`: some calls that were valid are now invalid. `likely`: depends on how calls are written, such as keyword
 * arguments in Python or declared types in TypeScript.
 */
export type Certainty = "certain" | "likely";

/** One break for callers. */
export interface InterfaceBreak {
  readonly certainty: Certainty;
  /** The change for callers, as the end of a sentence whose subject is the symbol: "requires `flag`". */
  readonly text: string;
}

/** The parameters and types that a function declares on one side of a change. */
export interface Declaration {
  readonly parameters: readonly Parameter[] | undefined;
  readonly signature: Signature | undefined;
}

/** Breaks for callers caused by changed parameters or a changed result type. */
export function signatureBreaks(before: Declaration, after: Declaration, isPython: boolean): InterfaceBreak[] {
  const parameters =
    before.parameters === undefined || after.parameters === undefined
      ? []
      : parameterBreaks(before.parameters, after.parameters, isPython);
  return [...parameters, ...resultBreaks(before.signature, after.signature, isPython)];
}

function parameterBreaks(
  before: readonly Parameter[],
  after: readonly Parameter[],
  isPython: boolean,
): InterfaceBreak[] {
  const pairs = pairParameters(before, after);
  const takenNames = new Set(pairs.values());
  // If the old function accepted any arguments, calls may well fit the new parameters.
  const tookAnything = before.some(({ collects }) => collects !== undefined);
  const added = after.filter((parameter) => !takenNames.has(parameter) && !parameter.isOptional);
  const breaks = [
    ...added.map(({ name }) => (tookAnything ? likelyBreak : certainBreak)(`requires \`${name}\``)),
    ...before.flatMap((old) => parameterBreak(old, pairs.get(old), { after, isPython })),
  ];
  return breaks.some(({ certainty }) => certainty === "certain")
    ? breaks
    : [...breaks, ...orderBreaks(pairs, { after, isPython })];
}

/** Pairs parameters of both declarations by name; then pairs the remaining ones that have the same position. */
function pairParameters(before: readonly Parameter[], after: readonly Parameter[]): Map<Parameter, Parameter> {
  const byName = new Map(after.map((parameter) => [parameter.name, parameter]));
  const names = new Set(before.map(({ name }) => name));
  const pairs = new Map<Parameter, Parameter>();
  before.forEach((old, i) => {
    const here = after[i];
    const renamed = here !== undefined && !names.has(here.name) && isPositional(old) && isPositional(here);
    const now = byName.get(old.name) ?? (old.collects === undefined && renamed ? here : undefined);
    if (now !== undefined && now.collects === old.collects) pairs.set(old, now);
  });
  return pairs;
}

interface Callee {
  readonly after: readonly Parameter[];
  readonly isPython: boolean;
}

function parameterBreak(old: Parameter, now: Parameter | undefined, { after, isPython }: Callee): InterfaceBreak[] {
  const name = `\`${old.name}\``;
  if (now === undefined) {
    const collector = isPython && !old.isPositionalOnly ? "keywords" : "list";
    const isTaken = old.collects === undefined && after.some(({ collects }) => collects === collector);
    return isTaken ? [] : [certainBreak(`no longer takes ${name}`)];
  }
  if (old.isOptional && !now.isOptional) return [certainBreak(`requires \`${now.name}\``)];
  if (isPositional(old) && now.isKeywordOnly) return [certainBreak(`takes ${name} by keyword only`)];
  if (isPython) return isRenamed(old, now) ? [likelyBreak(`takes the keyword \`${now.name}\` instead of ${name}`)] : [];
  return isWidened(old.type, now.type) ? [] : [likelyBreak(`takes another type as \`${now.name}\``)];
}

/** Whether a renamed parameter breaks callers that pass it by name. */
function isRenamed(old: Parameter, now: Parameter): boolean {
  return old.name !== now.name && old.collects === undefined && !old.isPositionalOnly && !old.name.startsWith("_");
}

const OTHER_ORDER = "takes its parameters in another order";

/** Whether positional parameters changed their order. Python callers mostly pass optional ones by name. */
function orderBreaks(pairs: ReadonlyMap<Parameter, Parameter>, { after, isPython }: Callee): InterfaceBreak[] {
  const positional = [...pairs].filter(([old, now]) => isPositional(old) && isPositional(now));
  const isSorted = (parameters: readonly (readonly [Parameter, Parameter])[]): boolean => {
    const places = parameters.map(([, now]) => after.indexOf(now));
    return places.every((place, i) => i === 0 || (places[i - 1] as number) < place);
  };
  if (isSorted(positional)) return [];
  const required = positional.filter(([old]) => !old.isOptional);
  return [isPython && isSorted(required) ? likelyBreak(OTHER_ORDER) : certainBreak(OTHER_ORDER)];
}

function isPositional({ collects, isKeywordOnly }: Parameter): boolean {
  return collects === undefined && !isKeywordOnly;
}

function resultBreaks(
  before: Signature | undefined,
  after: Signature | undefined,
  isPython: boolean,
): InterfaceBreak[] {
  if (before === undefined || after === undefined) return [];
  if (before.async !== after.async && (isPython || before.returns === undefined || after.returns === undefined)) {
    const text = after.async === true ? "returns a promise" : "no longer returns a promise";
    return [
      isPython ? certainBreak(after.async === true ? "must be awaited" : "is no longer awaited") : likelyBreak(text),
    ];
  }
  const { returns: old } = before;
  const { returns: now } = after;
  if (isPython || old === undefined || now === undefined || isWidened(now, old)) return [];
  return [likelyBreak(`returns ${now} instead of ${old}`)];
}

/**
 * Whether one declared type accepts every value of the other, judged by text: a union with more members. A missing type
 * accepts everything.
 */
export function isWidened(before: string | undefined, after: string | undefined): boolean {
  if (after === undefined || before === undefined) return true;
  const wide = new Set(unionParts(after));
  return wide.has("any") || wide.has("unknown") || unionParts(before).every((part) => wide.has(part));
}

/** Parts of a union at the outermost level, without white space. */
function unionParts(type: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of type.replace(/\s+/g, "").replace(/["`]/g, "'")) {
    if ("([{<".includes(char)) depth++;
    if (")]}>".includes(char)) depth--;
    if (char === "|" && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].filter((text) => text !== "");
}

function certainBreak(text: string): InterfaceBreak {
  return { certainty: "certain", text };
}

function likelyBreak(text: string): InterfaceBreak {
  return { certainty: "likely", text };
}
