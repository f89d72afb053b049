/** The two forms of an answer: text for reading, and JSON. */
import { SdlError } from "@sdl/model";

/** Notation in which a text writes calls, for its reader. */
export interface TextStyle {
  /** A call in the exact notation of the reader. @param action canonical name */
  call(action: string, args: Readonly<Record<string, unknown>>): string;
  /** Rewrites action names in a text to the names that the reader uses. */
  words(text: string): string;
  /** Whether texts may suggest calls with handles: people see handles only on request. */
  readonly namesHandles: boolean;
}

/** Values of the parameter `answerFormat`. */
export const ANSWER_FORMATS = ["text", "json"] as const;
/** One of {@link ANSWER_FORMATS}. */
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

/** Arguments of a call, split into the requested format and the rest. */
export interface FormattedCall {
  readonly isText: boolean;
  /** The action's own arguments. */
  readonly rawArguments: unknown;
}

/**
 * Takes `answerFormat` from the arguments, which every action accepts; a requested wire format implies JSON.
 * @param standard the form if the call requests none
 * @throws {SdlError} `invalid_params`
 */
export function parseAnswerFormat(rawArguments: unknown, standard: AnswerFormat = "text"): FormattedCall {
  if (typeof rawArguments !== "object" || rawArguments === null || Array.isArray(rawArguments))
    return { isText: standard === "text", rawArguments };
  const { answerFormat, answer_format: alias, ...rest } = rawArguments as Readonly<Record<string, unknown>>;
  const format = answerFormat ?? alias ?? (requestsWireFormat(rest) ? "json" : standard);
  if (format === "text" || format === "json") return { isText: format === "text", rawArguments: rest };
  throw new SdlError("invalid_params", `answerFormat: received ${JSON.stringify(format)}, allowed: text, json`);
}

function requestsWireFormat(args: Readonly<Record<string, unknown>>): boolean {
  return ["wireFormat", "wire_format", "wireFormatVersion", "wire_format_version"].some((name) => name in args);
}
