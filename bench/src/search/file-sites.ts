/** Definitions, messages and handles of one file, in either language. */
import type { HandleKind } from "./queries.js";

export interface Definition {
  readonly name: string;
  readonly kind: string;
  /** Names of the classes around it, outermost first. */
  readonly containers: readonly string[];
  /** Line of its name. */
  readonly line: number;
}

/** What a `raise`, a `throw` or a log call says. */
export interface Message {
  /** Literal text; `null` where a value stands. */
  readonly pieces: readonly (string | null)[];
  readonly line: number;
  /** Name of the innermost named function around it. */
  readonly name: string;
  /** Name of the error's class; empty for a log call. */
  readonly error: string;
}

/** What queries can be made from: where a file defines symbols and says messages. */
export interface FileSites {
  readonly file: string;
  readonly definitions: readonly Definition[];
  readonly messages: readonly Message[];
}

/** A place that defines or reads what a person may have in hand. */
export interface Handle {
  readonly kind: HandleKind;
  /** As the source has it. */
  readonly text: string;
  readonly line: number;
  /** The innermost named function or class around it; empty at the top level. */
  readonly name: string;
  readonly file: string;
}
