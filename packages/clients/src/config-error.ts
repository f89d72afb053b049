/** Errors that prevent a change of a client's configuration file. */
export type ConfigErrorCode =
  /** The file is not valid JSON, TOML, YAML or UTF-8 text. */
  | "UNPARSABLE"
  /** The content cannot be merged: a list in place of an object, or another server of the same name. */
  | "CONFLICT"
  | "READ_ONLY"
  | "UNWRITABLE"
  /** The program is in a temporary cache. */
  | "EPHEMERAL"
  /** The client has no configuration file in this scope. */
  | "NO_SCOPE"
  | "NO_PROJECT"
  | "NO_HOME";

/** Why a file cannot be changed, with the line if known. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  /** @param line line in the file, from 1 */
  constructor(
    readonly code: ConfigErrorCode,
    message: string,
    readonly line?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Line number of an offset, from 1. */
export function lineNumberAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
