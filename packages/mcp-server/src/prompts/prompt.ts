/** What a prompt is: a message for a model, with answers in it that are computed when it is asked for. Knows no particular one. */
import type { CompletedKind } from "@sdl/engine";
import type { Inquiry } from "../answer-text.js";

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** What may stand there; text of any kind when absent. */
  readonly completes?: CompletedKind;
}

export interface SdlPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Canonical names of the actions whose answers it holds: it is offered where they are. */
  readonly actions: readonly string[];
  /** @param args those that were given, none empty @throws what its actions throw */
  write(args: Readonly<Record<string, string>>, inquiry: Inquiry): Promise<string>;
}

/** Every prompt may be asked for in another repository. */
export const ELSEWHERE: PromptArgument = {
  name: "repoId",
  description: "Name or path of the repository, if not the working directory's",
  completes: "repository",
};

/** Paragraphs and answers, an empty line between them. */
export function messageOf(parts: readonly string[]): string {
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}
