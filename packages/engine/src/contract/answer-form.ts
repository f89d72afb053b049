/** The two forms in which an answer reaches its reader: text made for reading, and the object as JSON. */
import { SdlError } from "@sdl/model";

/** How the reader of a text makes calls. */
export interface TextStyle {
  /** A call that works as it is written. @param action canonical name */
  call(action: string, args: Readonly<Record<string, unknown>>): string;
  /** Words of the program, the actions in them named as the reader calls them. */
  words(text: string): string;
  /** Whether calls may name handles: people are shown them only where they ask. */
  readonly namesHandles: boolean;
}

export const ANSWER_FORMATS = ["text", "json"] as const;
export type AnswerFormat = (typeof ANSWER_FORMATS)[number];

export interface FormedCall {
  readonly isText: boolean;
  /** The arguments of the action itself. */
  readonly rawArguments: unknown;
}

/**
 * Every action takes `answerFormat`; a wire format that is asked for means JSON.
 * @param standard the form of calls that ask for none
 * @throws {SdlError} `invalid_params`
 */
export function formOfCall(rawArguments: unknown, standard: AnswerFormat = "text"): FormedCall {
  if (typeof rawArguments !== "object" || rawArguments === null || Array.isArray(rawArguments))
    return { isText: standard === "text", rawArguments };
  const { answerFormat, answer_format: alias, ...rest } = rawArguments as Readonly<Record<string, unknown>>;
  const format = answerFormat ?? alias ?? (asksForWire(rest) ? "json" : standard);
  if (format === "text" || format === "json") return { isText: format === "text", rawArguments: rest };
  throw new SdlError("invalid_params", `answerFormat: received ${JSON.stringify(format)}, allowed: text, json`);
}

function asksForWire(args: Readonly<Record<string, unknown>>): boolean {
  return ["wireFormat", "wire_format", "wireFormatVersion", "wire_format_version"].some((name) => name in args);
}
