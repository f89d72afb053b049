/** What must hold around a symbol, as short statements: its guards, assertions, and promises of its members. */
import type { Guard } from "@sdl/model/facts";

/** Statements shown; the rest is told as a number. */
const MAX_INVARIANTS = 5;
/** Errors whose name says nothing. */
const PLAIN_ERRORS = new Set(["Error", "Exception"]);

/** How a language says that an error leaves a function. */
export function throwsWord(file: string): "raises" | "throws" {
  return /\.pyi?$/.test(file) ? "raises" : "throws";
}

/** The first of {@link allInvariants}, and how many more there are. */
export function invariantsOf(guards: readonly Guard[], file: string): string[] {
  const texts = allInvariants(guards, file);
  if (texts.length <= MAX_INVARIANTS) return texts;
  return [...texts.slice(0, MAX_INVARIANTS), `+${texts.length - MAX_INVARIANTS} more`];
}

/** Distinct, in source order; a throw of an error that a condition tells already is left out. Empty when nothing is known. */
export function allInvariants(guards: readonly Guard[], file: string): string[] {
  const conditional = new Set(guards.filter(({ kind }) => kind !== "throws").map(({ error }) => error));
  const telling = guards.filter(
    ({ kind, text, error }) => kind !== "throws" || text !== undefined || !conditional.has(error),
  );
  return [...new Set(telling.map((guard) => invariantText(guard, throwsWord(file))))];
}

/** Names of what a symbol throws by itself, those that say nothing left out. */
export function thrownErrors(guards: readonly Guard[]): string[] {
  const names = guards.map(({ error }) => error).filter((error) => error !== undefined);
  return [...new Set(names)].filter((error) => !PLAIN_ERRORS.has(error));
}

function invariantText({ kind, text = "", error }: Guard, throws: string): string {
  const named = error === undefined || PLAIN_ERRORS.has(error) ? undefined : error;
  switch (kind) {
    case "requires":
      return named === undefined ? `requires ${text}` : `requires ${text} (${named})`;
    case "throwsIf":
      return named === undefined ? `${throws} if ${text}` : `${throws} ${named} if ${text}`;
    case "throws":
      return text === "" ? `${throws} ${error ?? ""}`.trim() : `${throws} ${error ?? ""}: ${text}`;
    case "asserts":
      return `asserts ${text}`;
    case "nonNull":
      return "returns non-null";
    case "readonly":
      return `readonly ${text}`;
  }
}
