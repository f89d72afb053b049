/**
 * Behaviour of a symbol beyond its return value: side effects, and the conditions under which it throws.
 * Invariant: codes are only appended, as those of kinds are.
 */

/** Kinds of side effects, as cards state them. */
export const EFFECT_KINDS = [
  "reads file",
  "writes file",
  "deletes file",
  "checks file",
  "reads directory",
  "creates directory",
  "network request",
  "listens on network",
  "spawns process",
  "exits process",
  "reads env",
  "writes env",
  "writes console",
  "reads console",
  "logs",
  "database call",
  "reads browser storage",
  "writes browser storage",
  "runs code from text",
  "mutates",
] as const;
/** Kind of a side effect. */
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** Kinds of guards, stored in the table `guards`. */
export const GUARD_KINDS = [
  /** `error` is thrown unless `text` holds. */
  "requires",
  /** `error` is thrown if `text` holds. */
  "throwsIf",
  /** `error` is thrown, unconditionally or on a condition that is too long to state; `text` is its message. */
  "throws",
  /** `text` is asserted. */
  "asserts",
  /** The returned value was checked for null; `text` is its name. */
  "nonNull",
  /** `text` lists members that are set once. */
  "readonly",
] as const;
/** Kind of a condition under which a symbol throws. */
export type GuardKind = (typeof GUARD_KINDS)[number];

/** Codes of {@link EffectKind} in packed records. */
export const EFFECT_CODE = numberNames(EFFECT_KINDS);
/** Codes of {@link GuardKind} in packed records. */
export const GUARD_CODE = numberNames(GUARD_KINDS);

/** A side effect of a symbol, with the line where it first occurs. */
export interface Effect {
  readonly kind: EffectKind;
  /** The mutated object, or the environment variable; absent for other kinds or if unknown. */
  readonly subject?: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** A condition under which a symbol throws. */
export interface Guard {
  readonly kind: GuardKind;
  /** Condition or message as in the source, on one line, with secrets masked; a condition may be negated. */
  readonly text?: string;
  /** Name of the thrown error. */
  readonly error?: string;
}

/** Behaviour in source order; mutations follow all other effects. */
export interface Behaviour {
  readonly effects: readonly Effect[];
  readonly guards: readonly Guard[];
}

/** Behaviour of a symbol without effects and guards. */
export const NO_BEHAVIOUR: Behaviour = { effects: [], guards: [] };

function numberNames<T extends string>(names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<T, number>;
}
