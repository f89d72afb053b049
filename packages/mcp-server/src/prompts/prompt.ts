/** Prompt type: a message for a model that contains answers computed on request. Knows no particular prompt. */
import type { CompletedKind } from "@sdl/engine";
import type { RequestRunner } from "../answer-text.js";

/** A value that the user fills in. */
export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  /** The kind of value for completion; absent means free text. */
  readonly completes?: CompletedKind;
}

/** A prompt that the server can offer. */
export interface SdlPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /**
   * Canonical names of the actions whose answers the prompt contains. The prompt is offered only if all of them are
   * offered.
   */
  readonly actions: readonly string[];
  /** Writes the message. @param args given arguments, none empty @throws what the prompt's actions throw */
  write(args: Readonly<Record<string, string>>, inquiry: RequestRunner): Promise<string>;
}

/** Argument of every prompt that names another repository. */
export const REPOSITORY_ARGUMENT: PromptArgument = {
  name: "repoId",
  description: "Name or path of the repository, if not the working directory's",
  completes: "repository",
};

/** Joins paragraphs and answers with empty lines. */
export function joinParagraphs(parts: readonly string[]): string {
  return `${parts.map((part) => part.trim()).join("\n\n")}\n`;
}
