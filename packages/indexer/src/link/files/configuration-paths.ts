/** Paths of configuration modules. */

/** Matches modules whose constants are configuration. */
const CONFIGURATION =
  /(?:^|\/)(?:settings|config|configuration|conf|env|environment)(?:\/(?:[\w-]+|__init__|index))?\.\w+$/;

/** Whether the module at `path` is configuration. */
export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path);
}
