/** Invariants of a symbol as short statements: its guards, assertions, and constraints that its members declare, such as readonly. */
import type { Guard } from "@sdl/model/facts";

/** Maximum number of statements on a card; the rest is stated as a count. */
const MAX_INVARIANTS = 5;
/** Names of errors that carry no information. */
const UNINFORMATIVE_ERRORS = new Set(["Error", "Exception"]);

/** Verb for throwing an error in the file's language. */
export function throwsWord(file: string): "raises" | "throws" {
  return /\.pyi?$/.test(file) ? "raises" : "throws";
}

/** The first statements of {@link allInvariants}, and the number of further ones. */
export function invariantsOf(guards: readonly Guard[], file: string): string[] {
  const texts = allInvariants(guards, file);
  if (texts.length <= MAX_INVARIANTS) return texts;
  return [...texts.slice(0, MAX_INVARIANTS), `+${texts.length - MAX_INVARIANTS} more`];
}

/**
 * Distinct statements in source order. A plain `throws` statement is omitted if a conditional one has the same error. Empty if no guard is known.
 */
export function allInvariants(guards: readonly Guard[], file: string): string[] {
  const conditional = new Set(guards.filter(({ kind }) => kind !== "throws").map(({ error }) => error));
  const telling = guards.filter(
    ({ kind, text, error }) => kind !== "throws" || text !== undefined || !conditional.has(error),
  );
  return [...new Set(telling.map((guard) => invariantText(guard, throwsWord(file))))];
}

/** Names of the errors that a symbol throws itself, without uninformative names. */
export function thrownErrors(guards: readonly Guard[]): string[] {
  const names = guards.map(({ error }) => error).filter((error) => error !== undefined);
  return [...new Set(names)].filter((error) => !UNINFORMATIVE_ERRORS.has(error));
}

function invariantText({ kind, text = "", error }: Guard, throws: string): string {
  const named = error === undefined || UNINFORMATIVE_ERRORS.has(error) ? undefined : error;
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
