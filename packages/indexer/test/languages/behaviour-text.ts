/** The effects and guards of a page as text: each symbol that has any, then a line each. */
import { type FactsPage, qualifiedNames, readBehaviour } from "@sdl/model/facts";

/** The effects and guards of a page. */
export function behaviourOfSource(page: FactsPage): string {
  return qualifiedNames(page)
    .flatMap((name, ordinal) => {
      const { effects, guards } = readBehaviour(page, ordinal);
      const lines = [
        ...effects.map(({ kind, subject, line }) => words(kind, subject, `@${line}`)),
        ...guards.map(({ kind, error, text }) => words(kind, error, text)),
      ];
      return lines.length === 0 ? [] : [name === "" ? "<module>" : name, ...lines];
    })
    .join("\n");
}

function words(...parts: readonly (string | undefined)[]): string {
  return `  ${parts.filter((part) => part !== undefined).join(" ")}`;
}
