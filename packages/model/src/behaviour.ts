/**
 * What running a symbol may do beyond returning a value: its side effects, and the conditions under which it refuses to go on.
 * Invariant: codes are only ever appended, as those of kinds are.
 */

/** Kinds of side effects, as a card words them. */
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
export type EffectKind = (typeof EFFECT_KINDS)[number];

/** What a row of `guards` says. */
export const GUARD_KINDS = [
  /** `text` holds, or `error` is thrown. */
  "requires",
  /** `error` is thrown if `text` holds. */
  "throwsIf",
  /** `error` is thrown, on a condition too long to repeat or on none; `text` is its message. */
  "throws",
  /** An assertion of `text`. */
  "asserts",
  /** What it returns was checked for null; `text` is the name. */
  "nonNull",
  /** Members, in `text`, that are set once. */
  "readonly",
] as const;
export type GuardKind = (typeof GUARD_KINDS)[number];

export const EFFECT_CODE = codes(EFFECT_KINDS);
export const GUARD_CODE = codes(GUARD_KINDS);

/** One thing that a symbol does to the world, where it first does it. */
export interface Effect {
  readonly kind: EffectKind;
  /** What is mutated, which environment variable is read; absent for other kinds or when unknown. */
  readonly subject?: string;
  /** Lines from 1. */
  readonly line: number;
}

export interface Guard {
  readonly kind: GuardKind;
  /** As the source writes it, on one line, masked; a condition may be its negation. */
  readonly text?: string;
  /** Name of what is thrown. */
  readonly error?: string;
}

/** In source order, but for changes of state, which come after all other effects. */
export interface Behaviour {
  readonly effects: readonly Effect[];
  readonly guards: readonly Guard[];
}

export const NO_BEHAVIOUR: Behaviour = { effects: [], guards: [] };

function codes<T extends string>(names: readonly T[]): Readonly<Record<T, number>> {
  return Object.fromEntries(names.map((name, index) => [name, index])) as Record<T, number>;
}
