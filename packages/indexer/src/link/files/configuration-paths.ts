/** Which modules are configuration, by their path. */

/** Modules whose constants are configuration. */
const CONFIGURATION =
  /(?:^|\/)(?:settings|config|configuration|conf|env|environment)(?:\/(?:[\w-]+|__init__|index))?\.\w+$/;

export function isConfiguration(path: string): boolean {
  return CONFIGURATION.test(path);
}
