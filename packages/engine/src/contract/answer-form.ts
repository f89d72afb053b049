/** The two forms in which an answer reaches its reader: text made for reading, and the object as JSON. */
import { SdlError } from "@sdl/model";
import { type NameStyle, styledName } from "./names.js";

/** How the reader of a text makes calls. */
export interface TextStyle {
  /** A call that works as it is written. @param action canonical name */
  call(action: string, args: Readonly<Record<string, unknown>>): string;
  /** Words of the program, the actions in them named as the reader calls them. */
  words(text: string): string;
}

/** Calls of tools: the name as the client lists it, and the arguments. */
export function toolStyle(names: NameStyle): TextStyle {
  return {
    call: (action, args) => `${styledName(action, names)} ${JSON.stringify(args)}`,
    words: (text) => text.replace(/\bsdl(?:\.\w+)+/g, (name) => styledName(name, names)),
  };
}

export const ANSWER_FORMATS = ["text", "json"] as const;

export interface FormedCall {
  readonly isText: boolean;
  /** The arguments of the action itself. */
  readonly rawArguments: unknown;
}

/**
 * Every action takes `answerFormat`; a wire format that is asked for means JSON.
 * @throws {SdlError} `invalid_params`
 */
export function formOfCall(rawArguments: unknown): FormedCall {
  if (typeof rawArguments !== "object" || rawArguments === null || Array.isArray(rawArguments))
    return { isText: true, rawArguments };
  const { answerFormat, answer_format: alias, ...rest } = rawArguments as Readonly<Record<string, unknown>>;
  const format = answerFormat ?? alias ?? (asksForWire(rest) ? "json" : "text");
  if (format === "text" || format === "json") return { isText: format === "text", rawArguments: rest };
  throw new SdlError("invalid_params", `answerFormat: received ${JSON.stringify(format)}, allowed: text, json`);
}

function asksForWire(args: Readonly<Record<string, unknown>>): boolean {
  return ["wireFormat", "wire_format", "wireFormatVersion", "wire_format_version"].some((name) => name in args);
}
