/** What hinders a change of a client's configuration: the file, or what stands in it. */
export type ConfigErrorCode =
  /** The file is no JSON, TOML, YAML or UTF-8 text. */
  | "UNPARSABLE"
  /** It says something that cannot be merged with: a list where an object belongs, another server of the same name. */
  | "CONFLICT"
  | "READ_ONLY"
  | "UNWRITABLE"
  /** The program lies where it will not stay. */
  | "EPHEMERAL"
  /** The client has no user's file, or none in repositories. */
  | "NO_SCOPE"
  | "NO_PROJECT"
  | "NO_HOME";

export class ConfigError extends Error {
  override readonly name = "ConfigError";

  /** @param line in the file, from 1 */
  constructor(
    readonly code: ConfigErrorCode,
    message: string,
    readonly line?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
