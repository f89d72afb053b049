/** Definitions, messages and handles of one file, in either language. */
import type { HandleKind } from "./queries.js";

/** A definition that a name or a part of one may mean. */
export interface Definition {
  readonly name: string;
  readonly kind: string;
  /** Names of the enclosing classes, outermost first. */
  readonly containers: readonly string[];
  /** Line of the name. */
  readonly line: number;
}

/** The message text of a `raise`, a `throw` or a log call. */
export interface Message {
  /** Literal parts of the text; `null` for an interpolated value. */
  readonly pieces: readonly (string | null)[];
  readonly line: number;
  /** Name of the innermost enclosing named function. */
  readonly name: string;
  /** Name of the error's class; empty for a log call. */
  readonly error: string;
}

/** Material for queries: the definitions and messages of a file with their lines. */
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
